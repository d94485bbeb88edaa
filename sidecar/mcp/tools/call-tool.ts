import type { z } from 'zod';
import { quotedNotice } from '../../../site/contract/mcp-tools/shapes/quoted-words.ts';
import { type ToolName, toolDefinitions } from '../../../site/contract/mcp-tools/tools.ts';
import type { Dataset } from '../dataset.ts';
import { shorten } from '../given-value.ts';
import { codes, type Params, RpcError } from '../message.ts';
import { keepPrinted } from '../surface.ts';
import { ToolError } from '../tool-error.ts';
import { fetchPage } from './fetch.ts';
import { getAspectSentiment } from './get-aspect-sentiment.ts';
import { getBusiness } from './get-business.ts';
import { getChanges } from './get-changes.ts';
import { getFaq } from './get-faq.ts';
import { getReview } from './get-review.ts';
import { getReviewsSince } from './get-reviews-since.ts';
import { getService } from './get-service.ts';
import { getServiceArea } from './get-service-area.ts';
import { getSummary } from './get-summary.ts';
import { getTechnician } from './get-technician.ts';
import { getTrend } from './get-trend.ts';
import { listTopics } from './list-topics.ts';
import { readArguments } from './read-arguments.ts';
import { withReadableTexts } from './readable-text.ts';
import { search } from './search.ts';
import { searchReviews } from './search-reviews.ts';
import type { Tool } from './tool.ts';
import { withoutNulls } from './without-nulls.ts';

type DefinitionOf<N extends ToolName> = Extract<(typeof toolDefinitions)[number], { name: N }>;

/** What answers each tool of the contract: one that is missing, superfluous or under another's name is a type error. */
const tools: { readonly [N in ToolName]: Tool<DefinitionOf<N>> } = {
  get_business: getBusiness,
  search_reviews: searchReviews,
  get_aspect_sentiment: getAspectSentiment,
  get_technician: getTechnician,
  get_service: getService,
  get_service_area: getServiceArea,
  get_review: getReview,
  get_reviews_since: getReviewsSince,
  list_topics: listTopics,
  get_trend: getTrend,
  get_faq: getFaq,
  get_summary: getSummary,
  get_changes: getChanges,
  search,
  fetch: fetchPage,
};

/** Every tool with its schema, made strict once: zod compiles a schema at its first use. */
const byName = new Map<string, { readonly input: z.ZodObject; readonly quotes: boolean; readonly answer: Tool }>(
  toolDefinitions.map(({ name, input, output }) => [
    name,
    // The table above pairs each name with the function for its own arguments.
    { input: input.strict(), quotes: 'notice' in output.shape, answer: tools[name] as Tool },
  ]),
);

/** The result of `tools/call`: the value, and the same as JSON text. */
interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: object;
  readonly isError?: true;
}

/**
 * Answers `tools/call`; what is wrong with the arguments comes as a result with `isError`, so that the model reads it. Throws
 * -32602 for a tool that there isn't.
 */
export function callTool(dataset: Dataset, name: string, given: Params): ToolResult {
  const tool = byName.get(name);
  if (!tool) throw new RpcError(codes.invalidParams, `Unknown tool: ${shorten(name)}; there are ${[...byName.keys()].join(', ')}`);
  try {
    const answer = tool.answer(dataset, readArguments(name, tool.input, given));
    return toResult(tool.quotes ? { notice: quotedNotice, ...answer } : answer);
  } catch (error) {
    if (error instanceof ToolError) return { content: [{ type: 'text', text: error.message }], isError: true };
    throw error;
  }
}

/**
 * The answer, and as text the same JSON for clients that read no other. The structured one is letter by letter; in the text, which
 * goes to models and screens as it is, nothing hides and nothing is markup.
 */
function toResult(value: object): ToolResult {
  const structuredContent = withoutNulls(value) as object;
  const printed = JSON.stringify(structuredContent);
  const text = JSON.stringify(withReadableTexts(structuredContent));
  const result: ToolResult = { content: [{ type: 'text', text }], structuredContent };
  return keepPrinted(result, `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${printed}}`);
}
