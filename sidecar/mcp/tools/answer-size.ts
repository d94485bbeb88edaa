import { limits } from '../../../site/contract/limits.ts';
import type { BriefReview } from '../../../site/contract/mcp-tools/definition.ts';
import type { Review } from '../../../site/contract/review.ts';
import type { McpDataset } from '../dataset.ts';
import { toBrief } from './passages.ts';

const { charactersPerToken } = limits.mcp;

/** For everything in an answer except its lists: counts, the notice, links. */
const FRAME_TOKENS = 110;

/** Estimates how many tokens a value takes as JSON; characters outside ASCII take about one each. */
function estimateTokens(value: unknown): number {
  const text = JSON.stringify(value) ?? '';
  const wide = text.replace(/[\0-\x7f]+/g, '').length;
  return wide + (text.length - wide) / charactersPerToken;
}

/** The first entries that fit, at least one; without a budget, all. */
export function takeWithin<T>(entries: T[], maxTokens: number | undefined): T[] {
  if (maxTokens === undefined) return entries;
  let left = maxTokens - FRAME_TOKENS;
  const end = entries.findIndex((entry, index) => {
    left -= estimateTokens(entry);
    return left < 0 && index > 0;
  });
  return end === -1 ? entries : entries.slice(0, end);
}

/**
 * The end from which a list is shortened. `all but one` is like `last` but keeps one entry; `whole` leaves out a value that isn't a list.
 */
type End = 'first' | 'last' | 'all but one' | 'whole';

/** Shortens the lists and leaves out values, in the given order, until the answer fits, and counts what it left out of each. */
export function fit<T extends object>(
  answer: T,
  maxTokens: number | undefined,
  lists: Partial<Record<keyof T, End>>,
): T & { left_out?: Record<string, number> } {
  let excess = maxTokens === undefined ? 0 : estimateTokens(answer) + FRAME_TOKENS - maxTokens;
  const shortened: Partial<Record<keyof T, unknown>> = {};
  const left_out: Record<string, number> = {};
  for (const [name, end] of Object.entries(lists) as [keyof T & string, End][]) {
    const entries: unknown = answer[name];
    if (excess <= 0 || entries === null) continue;
    if (end === 'whole') {
      excess -= estimateTokens(entries);
      shortened[name] = null;
      left_out[name] = 1;
    }
    if (!Array.isArray(entries)) continue;
    const kept = [...entries];
    const least = end === 'all but one' ? 1 : 0;
    while (excess > 0 && kept.length > least) excess -= estimateTokens(end === 'first' ? kept.shift() : kept.pop());
    shortened[name] = kept;
    if (kept.length < entries.length) left_out[name] = entries.length - kept.length;
  }
  return Object.keys(left_out).length === 0 ? answer : { ...answer, ...shortened, left_out };
}

/** Makes the fields of an answer that lists reviews, as many as fit. */
export function listReviews(
  { pageOf }: Pick<McpDataset, 'pageOf'>,
  found: readonly Review[],
  { detail, max_tokens }: { readonly detail: 'full' | 'brief'; readonly max_tokens?: number | undefined },
  toShort: (review: Review) => BriefReview = (review) => toBrief(review),
) {
  const reviews = takeWithin(
    found.map((review) => (detail === 'full' ? review : toShort(review))),
    max_tokens,
  );
  return { returned: reviews.length, reviews, review_url: detail === 'full' ? pageOf('{id}') : undefined };
}
