import { type BriefReview, quotedNotice } from '../../../site/contract/mcp-tools/definition.ts';
import type { Review } from '../../../site/contract/review.ts';
import type { McpDataset } from '../dataset.ts';
import { toBrief } from './passages.ts';

/**
 * Pieces of JSON that take about one token each in o200k, and 0 to 12 % less together: words of Latin letters, capitals of ids, Han
 * characters, kana, parts of words in other scripts, up to three digits or signs, and other characters. A real tokenizer would take 40 MB.
 */
const PIECE =
  /[A-ZÀ-Þ]?[a-zß-ÿ]{1,8}|[A-Z]{1,2}|\p{Script=Han}|[\p{Script=Hira}\p{Script=Kana}\p{Script=Hang}]{1,2}|[\p{Lu}\p{Ll}]{1,4}|\p{L}{1,3}|\p{N}{1,3}|[!-/:-@[-`{-~]{1,3}|[^\s\0-\x7f]/gu;
/** Emoji and other characters of two units take about two tokens. */
const WIDE = /[\u{10000}-\u{10ffff}]/gu;
/** Keeps answers below the budget when the pieces are slightly too few. */
const RESERVE = 1.03;

/** Estimates how many tokens a value takes in an answer, which has no null. */
function estimateTokens(value: unknown): number {
  const text = JSON.stringify(value, (_, inner: unknown) => inner ?? undefined) ?? '';
  return RESERVE * ((text.match(PIECE)?.length ?? 0) + (text.match(WIDE)?.length ?? 0));
}

/** What is added to every answer, and the names of a list and the next page. */
const FRAME = { notice: quotedNotice, returned: 100, reviews: [], next_offset: 100, left_out: { entries: 10 } };

/** The first entries that fit beside the other fields of an answer, at least one; without a budget, all. */
export function takeWithin<T>(entries: T[], maxTokens: number | undefined, beside: object): T[] {
  if (maxTokens === undefined) return entries;
  let left = maxTokens - estimateTokens({ ...FRAME, ...beside });
  const end = entries.findIndex((entry, index) => {
    left -= estimateTokens(entry);
    return left < 0 && index > 0;
  });
  return end === -1 ? entries : entries.slice(0, end);
}

/** Whether an answer fits without being shortened. */
export function isWithin(answer: object, maxTokens: number | undefined): boolean {
  return maxTokens === undefined || estimateTokens({ ...FRAME, ...answer }) <= maxTokens;
}

/** How a list is shortened: from which end, and how many entries stay; `whole` leaves out a value that isn't a list. */
type Cut = readonly [end: 'first' | 'last', least: number] | 'whole';

/** Shortens the lists and leaves out values, in the given order, until the answer fits, and counts what it left out of each. */
export function fit<T extends object>(
  answer: T,
  maxTokens: number | undefined,
  cuts: Partial<Record<keyof T, Cut>>,
): T & { left_out?: Record<string, number> } {
  let excess = maxTokens === undefined ? 0 : estimateTokens({ ...FRAME, ...answer }) - maxTokens;
  const shortened: Partial<Record<keyof T, unknown>> = {};
  const left_out: Record<string, number> = {};
  for (const [name, cut] of Object.entries(cuts) as [keyof T & string, Cut][]) {
    const entries: unknown = answer[name];
    if (excess <= 0 || entries === null) continue;
    if (cut === 'whole') {
      excess -= estimateTokens(entries);
      shortened[name] = null;
      left_out[name] = 1;
    }
    if (cut === 'whole' || !Array.isArray(entries)) continue;
    const [end, least] = cut;
    const kept = [...entries];
    while (excess > 0 && kept.length > least) excess -= estimateTokens(end === 'first' ? kept.shift() : kept.pop());
    shortened[name] = kept;
    if (kept.length < entries.length) left_out[name] = entries.length - kept.length;
  }
  return Object.keys(left_out).length === 0 ? answer : { ...answer, ...shortened, left_out };
}

/** Makes the fields of an answer that lists reviews, as many as fit `beside` its other fields. */
export function listReviews(
  { pageOf }: Pick<McpDataset, 'pageOf'>,
  found: readonly Review[],
  { detail, max_tokens }: { readonly detail: 'full' | 'brief'; readonly max_tokens?: number | undefined },
  beside: object,
  toShort: (review: Review) => BriefReview = (review) => toBrief(review),
) {
  const review_url = detail === 'full' ? pageOf('{id}') : undefined;
  const reviews = takeWithin(
    found.map((review) => (detail === 'full' ? review : toShort(review))),
    max_tokens,
    { ...beside, review_url },
  );
  return { returned: reviews.length, reviews, review_url };
}
