import { z } from 'zod';
import { givenName } from '../../site/contract/given-text.ts';
import { resources, reviewUriStart } from '../../site/contract/mcp-resources.ts';
import { mediaTypes } from '../../site/contract/paths.ts';
import { inSlices } from '../generation/slices.ts';
import { readApp } from './apps/app-page.ts';
import type { Dataset } from './dataset.ts';
import { codes, type Params, RpcError } from './message.ts';
import { readParams } from './read-params.ts';
import { PrintedResult } from './surface.ts';

const [{ uri: businessUri }, { uri: insightsUri }] = resources;

const uriParams = z.looseObject({ uri: givenName });

/** `resources/read`: the same words and numbers as in the documents, null included. Throws -32002 for what doesn't exist. */
export function readResource(dataset: Dataset, params: Params): object | Promise<object> {
  const { uri } = readParams(uriParams, params, 'uri must be a string, one of resources/list or reviews://review/{id}');
  if (uri === insightsUri) return readInsights(dataset);
  const app = readApp(uri);
  if (app !== undefined) return app;
  const value = find(dataset, uri);
  if (value === undefined) throw new RpcError(codes.resourceNotFound, 'Resource not found', { uri });
  return contentsOf(uri, JSON.stringify(value));
}

function contentsOf(uri: string, text: string) {
  return { contents: [{ uri, mimeType: mediaTypes.json, text }] };
}

const printedInsights = new WeakMap<Dataset, Promise<object>>();

/** Printed at the first reading of a generation: it can be megabytes. */
function readInsights(dataset: Dataset): Promise<object> {
  const result = printedInsights.get(dataset) ?? printInsights(dataset);
  printedInsights.set(dataset, result);
  return result;
}

/** The published bytes as a JSON string, escaped line by line. */
async function printInsights({ insightsBytes }: Dataset): Promise<object> {
  const [before, after] = JSON.stringify(contentsOf(insightsUri, '')).split('""') as [string, string];
  const parts = [Buffer.from(`${before}"`)];
  await inSlices(linesOf(insightsBytes), (line) => parts.push(Buffer.from(JSON.stringify(line).slice(1, -1))));
  return new PrintedResult(Buffer.concat([...parts, Buffer.from(`"${after}`)]));
}

/** The lines of a text in UTF-8, each with its end. */
function* linesOf(bytes: Buffer): Generator<string> {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf('\n', from);
    const to = end === -1 ? bytes.length : end + 1;
    yield bytes.toString('utf8', from, to);
    from = to;
  }
}

function find({ reviews, review }: Dataset, uri: string): unknown {
  if (uri === businessUri) return { business: reviews.business, aggregate_rating: reviews.aggregate_rating };
  return uri.startsWith(reviewUriStart) ? review(uri.slice(reviewUriStart.length)) : undefined;
}

/** Ids of reviews that begin as given, newest first; for completion. */
export function reviewIds({ facts }: Dataset, start: string): string[] {
  const wanted = start.toUpperCase();
  return facts.map(({ id }) => id).filter((id) => id.startsWith(wanted));
}
