import { z } from 'zod';
import { resources, reviewCards, reviewUriStart } from '../../site/contract/mcp-resources.ts';
import { mediaTypes } from '../../site/contract/paths.ts';
import { givenName } from '../../site/contract/search-query.ts';
import { lineEnd, lineStarts } from '../../site/shared/algorithms.ts';
import { inSlices } from '../runtime.ts';
import type { McpDataset } from './dataset.ts';
import type { LargeText } from './features.ts';
import { readParams } from './given-values.ts';
import { codes, type Params, RpcError } from './message.ts';

const [{ uri: businessUri }, { uri: insightsUri }] = resources;

const uriParams = z.looseObject({ uri: givenName });

/**
 * Handles `resources/read`: the values are the same as in the documents, including null. `insights` keeps the printed insights.
 * @throws RpcError with -32002 for an unknown URI
 */
export async function readResource(dataset: McpDataset, insights: LargeText, params: Params): Promise<object> {
  const { uri } = readParams(uriParams, params, 'uri must be a string, one of resources/list or reviews://review/{id}');
  if (uri === insightsUri) {
    insights.json ??= await printInsights(dataset);
    return contentsOf(uri, insights.placeholder);
  }
  if (uri === reviewCards.uri) return appContents(dataset.reviewCards);
  const value = find(dataset, uri);
  if (value === undefined) throw new RpcError(codes.resourceNotFound, 'Resource not found', { uri });
  return contentsOf(uri, JSON.stringify(value));
}

function contentsOf(uri: string, text: string) {
  return { contents: [{ uri, mimeType: mediaTypes.json, text }] };
}

/** The page in which hosts show reviews. It loads nothing (MCP Apps, "UI Resource Format"). */
function appContents(text: string) {
  const ui = { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true };
  return { contents: [{ uri: reviewCards.uri, mimeType: reviewCards.mimeType, text, _meta: { ui } }] };
}

/** Escapes the published insights line by line, because they can be tens of megabytes and would block the event loop. */
async function printInsights({ insightsBytes }: McpDataset): Promise<Buffer> {
  const parts: Buffer[] = [];
  await inSlices(lineStarts(insightsBytes, '\n', 0, insightsBytes.length), (from) => {
    const line = insightsBytes.toString('utf8', from, lineEnd(insightsBytes, '\n', from, insightsBytes.length) + 1);
    parts.push(Buffer.from(JSON.stringify(line).slice(1, -1)));
  });
  return Buffer.concat(parts);
}

function find({ reviews, review }: McpDataset, uri: string): unknown {
  if (uri === businessUri) return { business: reviews.business, aggregate_rating: reviews.aggregate_rating };
  return uri.startsWith(reviewUriStart) ? review(uri.slice(reviewUriStart.length)) : undefined;
}

/** Review ids that begin with `start`, newest first, for completion. */
export function reviewIds({ facts }: McpDataset, start: string): string[] {
  const wanted = start.toUpperCase();
  return facts.map(({ id }) => id).filter((id) => id.startsWith(wanted));
}
