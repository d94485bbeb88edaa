import type { AnalysedReview } from '../analysis/analyse-review.ts';
import type { AnalyzedPassage } from '../analysis/verdicts.ts';
import { type InsightsDocument, type Polarity, type Quote, SIGNS, type TextRange } from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';
import { isDisclosed, wordFieldNames } from '../contract/review-fields.ts';
import type { Messages } from '../messages/messages.ts';

export const LONGEST = 320;

/** Whether a range begins inside another. */
export const holds = (outer: TextRange, inner: TextRange): boolean => outer.start <= inner.start && inner.start < outer.end;

/** A quote from a review's published text; undefined if the range is blank or longer than 320 units. */
export function toQuote(review: Review, { start, end }: TextRange, polarity: Polarity): Quote | undefined {
  const text = review.text?.slice(start, end) ?? '';
  if (text.trim() === '' || text.length > LONGEST) return undefined;
  return { review_id: review.id, start, end, text, polarity };
}

/** Whether readers need to know nothing of a review's author: nothing was offered, and the author isn't related to the business, as far as stated. */
export const isImpartial = (review: Review): boolean => wordFieldNames.every((field) => !isDisclosed(review[field]));

/** The minimum confidence of a verdict whose quote is preferred for its stars. */
const SURE = 0.75;

/**
 * Orders quotes of one polarity: impartial reviews and sure verdicts first, then by stars, so a criticism is quoted from the reviews with the fewest stars and
 * praise from those with the most.
 */
export const bySureStars = (polarity: Polarity, a: QuoteCandidate, b: QuoteCandidate): number =>
  Number(isImpartial(b.review)) - Number(isImpartial(a.review)) ||
  Number(b.confidence >= SURE) - Number(a.confidence >= SURE) ||
  distance(a.review, polarity) - distance(b.review, polarity);

interface QuoteCandidate {
  readonly confidence: number;
  readonly review: Review;
}

/** From 5 stars for praise, 1 for criticism and 3 for the rest. */
const distance = ({ rating }: Review, polarity: Polarity) => Math.abs(rating - (3 + 2 * SIGNS[polarity]));

/** Up to `each` quotes of every polarity, in the given order, one per review, so praise never displaces criticism. */
export function pickQuotes(quotes: readonly Quote[], each: number): Quote[] {
  const polarities: readonly Polarity[] = ['positive', 'negative', 'mixed', 'neutral'];
  return polarities.flatMap((wanted) => {
    const seen = new Set<string>();
    const own = quotes.filter(({ polarity, review_id }) => polarity === wanted && !seen.has(review_id) && seen.add(review_id));
    return own.slice(0, each);
  });
}

const SHORTEST_PULLED = 40;
const LONGEST_PULLED = 160;

/** Returns the sentence that praises most, with the rule that chose it; both null if there is none. */
export function toPullQuote(
  reviews: readonly AnalysedReview[],
  { say }: Messages,
): Pick<InsightsDocument, 'pull_quote' | 'pull_quote_source'> {
  const candidates = reviews
    .filter(({ review, insight }) => review.rating === 5 && isImpartial(review) && isAllPraise(insight))
    .flatMap(candidatesOf);
  const [best] = candidates.sort((a, b) => b.aspects - a.aspects || b.sureness - a.sureness);
  if (!best) return { pull_quote: null, pull_quote_source: null };
  const { review } = best.from;
  const { start, end } = best.sentence;
  const { id, author, date, rating } = review;
  const pull_quote_source = { review_id: id, start, end, author, date, rating, rule: say('computed.pull_quote_rule') };
  return { pull_quote: (review.text ?? '').slice(start, end), pull_quote_source };
}

const isAllPraise = ({ analysed, sentiment, aspects }: AnalysedReview['insight']) =>
  analysed && sentiment.polarity === 'positive' && aspects.every(({ polarity }) => polarity === 'positive' || polarity === 'neutral');

function candidatesOf(from: AnalysedReview) {
  return from.analysis.sentences.flatMap((sentence) => {
    const text = (from.review.text ?? '').slice(sentence.start, sentence.end);
    const passages = from.analysis.passages.filter((passage) => holds(sentence, passage));
    if (!standsAlone(text) || passages.some(({ polarity }) => polarity !== 'positive')) return [];
    const praised = praisedAspects(from, passages);
    if (praised.length === 0) return [];
    const sureness = Math.min(...praised.map(({ confidence }) => confidence));
    return [{ from, sentence, aspects: praised.length, sureness }];
  });
}

const praisedAspects = ({ insight }: AnalysedReview, passages: readonly AnalyzedPassage[]) =>
  insight.aspects.filter(({ id, polarity }) => polarity === 'positive' && passages.some(({ aspect }) => aspect === id));

/** A complete sentence that makes sense by itself and has no "but". */
function standsAlone(text: string): boolean {
  if (text.length < SHORTEST_PULLED || text.length > LONGEST_PULLED || /[\n:"“”]/.test(text)) return false;
  if (!/^\p{Lu}/u.test(text) || !/[.!]$/.test(text)) return false;
  if (/^(?:And|But|Or|So|Then|Also|It|That|This|These|Those|However|Because|Which|Despite|Although|Though|Even)\b/.test(text)) return false;
  return !/\b(?:but|though|although|however|except|despite|wish|unfortunately)\b/i.test(text);
}
