import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { resources, reviewUriStart } from '../../site/contract/mcp-resources.ts';
import { mediaTypes } from '../../site/contract/paths.ts';
import { givenName } from '../../site/contract/search-query.ts';
import { inSlices } from '../generation/slices.ts';
import { readApp } from './apps/app-page.ts';
import type { Dataset } from './dataset.ts';
import type { LargeText } from './features.ts';
import { readParams } from './given-values.ts';
import { codes, type Params, RpcError } from './message.ts';

const [{ uri: businessUri }, { uri: insightsUri }] = resources;

const uriParams = z.looseObject({ uri: givenName });

/**
 * `resources/read`: the same values as in the documents, including null. `insights` prepares the text of the insights.
 * @throws RpcError with -32002 for an unknown URI
 */
export async function readResource(dataset: Dataset, insights: () => Promise<LargeText>, params: Params): Promise<object> {
  const { uri } = readParams(uriParams, params, 'uri must be a string, one of resources/list or reviews://review/{id}');
  if (uri === insightsUri) return contentsOf(uri, (await insights()).placeholder);
  const app = readApp(uri);
  if (app !== undefined) return app;
  const value = find(dataset, uri);
  if (value === undefined) throw new RpcError(codes.resourceNotFound, 'Resource not found', { uri });
  return contentsOf(uri, JSON.stringify(value));
}

function contentsOf(uri: string, text: string) {
  return { contents: [{ uri, mimeType: mediaTypes.json, text }] };
}

/** The published insights, escaped line by line, because they can be tens of megabytes and would block the event loop. */
export async function printInsights({ insightsBytes }: Dataset): Promise<LargeText> {
  const parts: Buffer[] = [];
  await inSlices(linesOf(insightsBytes), (line) => parts.push(Buffer.from(JSON.stringify(line).slice(1, -1))));
  return { placeholder: randomUUID(), json: Buffer.concat(parts) };
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

/** Ids of reviews that begin as given, newest first, for completion. */
export function reviewIds({ facts }: Dataset, start: string): string[] {
  const wanted = start.toUpperCase();
  return facts.map(({ id }) => id).filter((id) => id.startsWith(wanted));
}
