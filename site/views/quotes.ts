import type { AspectId, AspectInsight, AspectVerdict, InsightsDocument, Polarity, Quote, TextRange } from '../contract/insights.ts';
import type { CriticalMention } from '../contract/mention-stars.ts';
import { reviewPagePath } from '../contract/paths.ts';
import type { Review } from '../contract/review.ts';
import { bySureStars } from '../insights/quotes.ts';
import { messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { plainWords } from '../shared/text.ts';
import { reviewOf } from './listings.ts';
import { disclosuresOf } from './verification.ts';

/** A passage of a review as pages show it, with its context. */
export interface ShownQuote {
  readonly path: string;
  readonly author: string;
  readonly date: string;
  readonly language: string | undefined;
  readonly segments: readonly Segment[];
  /** What readers have to know about its review, such as that something was offered for it; empty for most reviews. */
  readonly labels: readonly string[];
  /** How the verdict was made, if not from the text alone, or the stars of a review without a verdict. */
  readonly note?: string | undefined;
}

/** A quote of a published review, ready to show. */
export function showQuote(quote: Omit<Quote, 'text'>, publication: Publication, note?: string): ShownQuote {
  const { review } = reviewOf(quote.review_id, publication);
  const { id, author, date, text } = review;
  const language = publication.insights.per_review[id]?.language ?? undefined;
  const labels = labelsOf(review, publication);
  return { path: reviewPagePath(id), author, date, language, labels, segments: toExcerpt(text ?? '', quote), note };
}

const labelsOf = (review: Review, { dataset }: Publication): readonly string[] =>
  disclosuresOf(review, messagesOf(dataset)).map(({ label }) => label);

/** Up to `most` quotes of each aspect, by its id, of which no two have the same words, in this aspect or another. */
export function differingQuotes(
  aspects: readonly Pick<AspectInsight, 'id' | 'quotes'>[],
  most: number,
  publication: Publication,
): ReadonlyMap<AspectId, readonly ShownQuote[]> {
  const seen = new Set<string>();
  const isNew = ({ segments }: ShownQuote) => {
    const words = plainWords(segments.map(({ text }) => text).join('')).join(' ');
    const isFirst = !seen.has(words);
    seen.add(words);
    return isFirst;
  };
  return new Map(
    aspects.map(({ id, quotes }) => {
      const shown: ShownQuote[] = [];
      for (const quote of quotes) {
        const candidate = showQuote(quote, publication);
        if (shown.length < most && isNew(candidate)) shown.push(candidate);
      }
      return [id, shown];
    }),
  );
}

/** A critical review without a verdict, quoted where it names the entity, without marks; `note` has its stars. */
export function showCritical(mention: CriticalMention, publication: Publication): ShownQuote {
  const { rating } = reviewOf(mention.review_id, publication).review;
  const note = messagesOf(publication.dataset).say('reviews.stars', { count: rating });
  const { segments, ...shown } = showQuote({ ...mention, polarity: 'neutral' }, publication, note);
  return { ...shown, segments: [{ text: segments.map(({ text }) => text).join('') }] };
}

/** The customer's sentence that the home page shows in large type; undefined if none was chosen. */
export function pullQuoteOf(publication: Publication) {
  const { insights } = publication;
  const { pull_quote: text, pull_quote_source: source, per_review } = insights;
  if (!text || !source) return undefined;
  const { review_id: id, author, date } = source;
  const labels = labelsOf(reviewOf(id, publication).review, publication);
  return { text, author, date, labels, path: reviewPagePath(id), language: per_review[id]?.language ?? undefined };
}

/** A passage that shows a verdict, and the verdict itself. */
export interface Example {
  readonly quote: Quote;
  readonly verdict: AspectVerdict;
}

/**
 * The quote that best shows a verdict on an aspect, from a review that isn't in `used`: the plainest quote, or else the first of the
 * aspect's quotes. Undefined if there is none.
 */
export function exampleOf(
  insights: Pick<InsightsDocument, 'per_review'>,
  reviews: readonly Review[],
  aspect: Pick<AspectInsight, 'id' | 'quotes'>,
  polarity: 'positive' | 'negative',
  used: ReadonlySet<string>,
): Example | undefined {
  const quote =
    plainestQuote(insights, reviews, aspect.id, polarity, used) ??
    aspect.quotes.find((one) => one.polarity === polarity && !used.has(one.review_id));
  const verdict = quote && insights.per_review[quote.review_id]?.aspects.find(({ id }) => id === aspect.id);
  return quote && verdict ? { quote, verdict } : undefined;
}

const SHORTEST = 20;
const LONGEST = 100;

/**
 * The clearest quote for a verdict on an aspect, from a review that isn't in `used`. It considers verdicts that aren't an editor's, have a
 * single passage and agree with the stars: impartial reviews, then sure verdicts, then the stars that fit best, then the highest absolute score times confidence,
 * then the shortest. Undefined if none has 20 to 100 characters.
 */
export function plainestQuote(
  { per_review }: Pick<InsightsDocument, 'per_review'>,
  reviews: readonly Review[],
  aspect: AspectId,
  polarity: 'positive' | 'negative',
  used: ReadonlySet<string> = new Set(),
): Quote | undefined {
  const found = reviews.flatMap((review) => {
    const { id, text, rating } = review;
    const verdict = per_review[id]?.aspects.find(
      (one) => one.id === aspect && one.polarity === polarity && one.basis === 'text' && one.source !== 'editor',
    );
    const [range, another] = verdict?.ranges ?? [];
    const agrees = polarity === 'positive' ? rating >= 4 : rating <= 3;
    if (verdict === undefined || range === undefined || another !== undefined || text === null || !agrees || used.has(id)) return [];
    const quote: Quote = { review_id: id, ...range, text: text.slice(range.start, range.end), polarity };
    const { confidence, score } = verdict;
    return [{ quote, review, confidence, strength: Math.abs(score) * confidence }];
  });
  const [plainest] = found
    .filter(({ quote }) => quote.text.length >= SHORTEST && quote.text.length <= LONGEST)
    .sort((a, b) => bySureStars(polarity, a, b) || b.strength - a.strength || a.quote.text.length - b.quote.text.length);
  return plainest?.quote;
}

export interface Passage extends TextRange {
  readonly polarity: Polarity;
}

export interface Segment {
  readonly text: string;
  /** Set if the segment is a passage to mark. */
  readonly polarity?: Polarity;
}

/**
 * Splits a text into marked and plain segments. If passages overlap, the one that begins first is marked. Ranges outside the text are
 * ignored.
 */
export function toSegments(text: string, passages: readonly Passage[]): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const { start, end, polarity } of [...passages].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at || end <= start || end > text.length) continue;
    if (start > at) segments.push({ text: text.slice(at, start) });
    segments.push({ text: text.slice(start, end), polarity });
    at = end;
  }
  if (at < text.length) segments.push({ text: text.slice(at) });
  return segments;
}

const AROUND = 90;

/** A passage with its context: whole words, and an ellipsis where a sentence is cut. */
export function toExcerpt(text: string, { start, end, polarity }: Passage): Segment[] {
  const segments = [{ text: leadTo(text.slice(0, start)) }, { text: text.slice(start, end), polarity }, { text: restOf(text.slice(end)) }];
  return segments.filter((segment) => segment.text !== '');
}

/** The text to show before a passage: all of it if it is short, or else its last sentence or words. */
function leadTo(before: string): string {
  if (before.length <= AROUND) return before.trimStart();
  const near = before.slice(-AROUND);
  const sentence = near.replace(/^.*(?:[.!?] |\n)/s, '');
  return sentence === near ? `… ${near.replace(/^\S*\s*/, '')}` : sentence.trimStart();
}

/** The text to show after a passage: all of it if it is short, or else its first sentence or words. */
function restOf(after: string): string {
  if (after.length <= AROUND) return after.trimEnd();
  const near = after.slice(0, AROUND);
  return /^.*?[.!?](?=\s)/s.exec(near)?.[0] ?? `${near.replace(/\s*\S*$/, '')} …`;
}
