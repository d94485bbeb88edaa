import { z } from 'zod';
import { givenName } from '../../site/contract/given-text.ts';
import { resources, reviewUriStart } from '../../site/contract/mcp-resources.ts';
import { mediaTypes } from '../../site/contract/paths.ts';
import type { Dataset } from './dataset.ts';
import { codes, type Params, RpcError } from './message.ts';
import { readParams } from './read-params.ts';
import { keepPrinted } from './surface.ts';

const [{ uri: businessUri }, { uri: insightsUri }] = resources;

const uriParams = z.looseObject({ uri: givenName });

/** `resources/read`: the same words and numbers as in the documents, null included. Throws -32002 for what doesn't exist. */
export function readResource(dataset: Dataset, params: Params): object {
  const { uri } = readParams(uriParams, params, 'uri must be a string, one of resources/list or reviews://review/{id}');
  if (uri === insightsUri) return readInsights(dataset);
  const value = find(dataset, uri);
  if (value === undefined) throw new RpcError(codes.resourceNotFound, 'Resource not found', { uri });
  return contentsOf(uri, value);
}

function contentsOf(uri: string, value: unknown) {
  return { contents: [{ uri, mimeType: mediaTypes.json, text: JSON.stringify(value) }] };
}

const printedInsights = new WeakMap<Dataset, object>();

/** Printed at the first reading of a generation: it can be megabytes. */
function readInsights(dataset: Dataset): object {
  const result = printedInsights.get(dataset) ?? keepPrinted(contentsOf(insightsUri, dataset.insights));
  printedInsights.set(dataset, result);
  return result;
}

function find({ reviews, review }: Dataset, uri: string): unknown {
  if (uri === businessUri) return { business: reviews.business, aggregate_rating: reviews.aggregate_rating };
  return uri.startsWith(reviewUriStart) ? review(uri.slice(reviewUriStart.length)) : undefined;
}

/** Ids of reviews that begin as given, newest first; for completion. */
export function reviewIds({ reviews }: Dataset, start: string): string[] {
  const wanted = start.toUpperCase();
  return reviews.reviews.map(({ id }) => id).filter((id) => id.startsWith(wanted));
}
