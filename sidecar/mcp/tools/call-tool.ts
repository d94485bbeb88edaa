import type { z } from 'zod';
import { type ToolName, toolDefinitions } from '../../../site/contract/mcp-tools/tools.ts';
import type { Dataset } from '../dataset.ts';
import { shorten } from '../given-value.ts';
import { codes, type Params, RpcError } from '../message.ts';
import { keepPrinted } from '../surface.ts';
import { ToolError } from '../tool-error.ts';
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
};

/** Every tool with its schema, made strict once: zod compiles a schema at its first use. */
const byName = new Map<string, { readonly input: z.ZodObject; readonly answer: Tool }>(
  // The table above pairs each name with the function for its own arguments.
  toolDefinitions.map(({ name, input }) => [name, { input: input.strict(), answer: tools[name] as Tool }]),
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
    return toResult(tool.answer(dataset, readArguments(name, tool.input, given)));
  } catch (error) {
    if (error instanceof ToolError) return { content: [{ type: 'text', text: error.message }], isError: true };
    throw error;
  }
}

/** The text is printed once and stands in the answer twice: as itself and as a string. */
function toResult(value: object): ToolResult {
  const structuredContent = withoutNulls(value) as object;
  const text = JSON.stringify(structuredContent);
  const result: ToolResult = { content: [{ type: 'text', text }], structuredContent };
  return keepPrinted(result, `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}}`);
}
