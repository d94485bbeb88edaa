import type { AspectInsight, Polarity, Quote } from '../../../site/contract/insights.ts';
import type { CitedQuote, Tally } from '../../../site/contract/mcp-tools/definition.ts';
import type { CriticalMention } from '../../../site/contract/mention-stars.ts';
import type { Review } from '../../../site/contract/review.ts';
import { mean } from '../../../site/shared/algorithms.ts';
import { plainWords, plural } from '../../../site/shared/text.ts';
import type { ReviewFacts } from '../../generation/review-lines.ts';
import type { McpDataset } from '../dataset.ts';
import { labelsOf } from './passages.ts';

/** Quotes with their sources, without those whose review is no longer published. */
export function citeQuotes(dataset: McpDataset, quotes: readonly Quote[]): CitedQuote[] {
  return quotes.flatMap(({ review_id, text, polarity }) => {
    const review = dataset.review(review_id);
    return review ? [{ review_id, text, polarity, ...sourceOf(dataset, review) }] : [];
  });
}

const MOST_CRITICAL = 5;

/** The newest critical reviews without a verdict, each with its source and the sentence that mentions the subject. */
export function citeCritical(dataset: McpDataset, mentions: readonly CriticalMention[]) {
  return mentions.slice(0, MOST_CRITICAL).flatMap(({ review_id, start, end }) => {
    const review = dataset.review(review_id);
    return review ? [{ review_id, text: review.text?.slice(start, end) ?? '', ...sourceOf(dataset, review) }] : [];
  });
}

/** Sorts quotes so that the polarities of the first N are in proportion to `weights`, for every N (Sainte-Laguë). */
export function inProportion<Q extends { readonly polarity: Polarity }>(
  quotes: readonly Q[],
  weights: Readonly<Record<Polarity, number>>,
): Q[] {
  const seen = { positive: 0, negative: 0, mixed: 0, neutral: 0 };
  return quotes
    .map((quote) => ({ quote, weight: weights[quote.polarity] / (2 * seen[quote.polarity]++ + 1) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ quote }) => quote);
}

/** The fields of a citation that describe the review. */
export function sourceOf(dataset: McpDataset, review: Review) {
  const { id, author, date, rating } = review;
  return { author, date, rating, ...labelsOf(review), url: dataset.pageOf(id) };
}

/** Counts, mean stars and sentiment of these reviews. A review without an analysis counts by its stars. */
export function tallyOf(dataset: McpDataset, reviews: readonly ReviewFacts[]): Tally {
  const polarities = reviews.map((review) => dataset.polarity(review.id) ?? polarityOfStars(review.rating));
  const positive_count = polarities.filter((polarity) => polarity === 'positive').length;
  const negative_count = polarities.filter((polarity) => polarity === 'negative').length;
  return {
    review_count: reviews.length,
    rating_value: mean(reviews.map(({ rating }) => rating)),
    positive_count,
    neutral_count: reviews.length - positive_count - negative_count,
    negative_count,
  };
}

function polarityOfStars(rating: number): Polarity {
  if (rating === 3) return 'neutral';
  return rating > 3 ? 'positive' : 'negative';
}

/** The remarks that there are, as one; undefined without any. */
export function joinRemarks(remarks: readonly (string | undefined)[]): string | undefined {
  return remarks.filter(Boolean).join(' ') || undefined;
}

/** A remark if the requested days are outside those of all reviews. */
export function remarkOnDates(
  { insights: { date_range } }: McpDataset,
  { since, until }: { readonly since?: string | undefined; readonly until?: string | undefined },
): string | undefined {
  if (date_range === null) return 'There are no reviews yet.';
  const { earliest, latest } = date_range;
  if (since !== undefined && since > latest) return `There are no reviews on or after ${since}: the newest is from ${latest}.`;
  if (until !== undefined && until < earliest) return `There are no reviews on or before ${until}: the first is from ${earliest}.`;
  return undefined;
}

/** A remark on how many texts were analyzed, if not all. */
export function remarkOnCoverage({ insights: { coverage } }: McpDataset): string | undefined {
  const { with_text, analysed, other_language } = coverage;
  if (other_language === 0) return undefined;
  if (analysed === 0)
    return `No text was analyzed: the analysis covers English only, and none of the ${with_text} is in English. A count of 0 here says nothing: to find out what customers wrote, use search_reviews with \`words\`.`;
  return `${analysed} of ${with_text} texts were analyzed (English only).`;
}

/** What was read about an aspect, if it is too little for percentages; otherwise, how many texts were analyzed. */
export function remarkOnAspect(dataset: McpDataset, { enough, mention_count }: Pick<AspectInsight, 'enough' | 'mention_count'>) {
  const { with_text, analysed, other_language } = dataset.insights.coverage;
  if (enough || analysed === 0) return remarkOnCoverage(dataset);
  const read = `${analysed} of ${with_text} texts were analyzed${other_language === 0 ? '' : ' (English only)'}, and ${mention_count} of them ${plural(mention_count, 'is', 'are')} about this aspect.`;
  if (2 * analysed < with_text)
    return `${read} Most texts weren't read, so ${mention_count === 0 ? '0 means nothing' : 'these counts say little'}: use search_reviews with \`words\`.`;
  return mention_count === 0 ? read : `${read} Too few for percentages: cite the reviews and their stars.`;
}

/** How to find all criticism, if only some of it is quoted: the quotes are the clearest passages, not the harshest. */
export function remarkOnQuotes({ id, negative_count, quotes }: Pick<AspectInsight, 'id' | 'negative_count' | 'quotes'>) {
  const quoted = quotes.filter(({ polarity }) => polarity === 'negative').length;
  return quoted >= negative_count ? undefined : `More criticism: search_reviews, aspect ${id}:negative.`;
}

const PERCENTAGES = ['positive_pct', 'neutral_pct', 'mixed_pct', 'negative_pct', 'unclear_pct', 'mention_pct'] as const;
type Percentage = (typeof PERCENTAGES)[number];

/** An aspect without its percentages if too little was read for them. */
export function withoutVaguePercentages<A extends Partial<Record<Percentage, number>> & { readonly enough: boolean }>(
  aspect: A,
): Omit<A, Percentage> & Partial<Record<Percentage, number>> {
  return aspect.enough ? aspect : { ...aspect, ...Object.fromEntries(PERCENTAGES.map((name) => [name, undefined])) };
}

const MOST_LISTED = 12;

/** A remark that names the requested months without reviews, if there are any. `from` and `to` are YYYY-MM. */
export function remarkOnMonths({ insights }: McpDataset, from: string | undefined, to: string | undefined): string | undefined {
  const range = insights.date_range;
  if (range === null) return 'There are no reviews yet.';
  const [first, last] = [range.earliest.slice(0, 7), range.latest.slice(0, 7)];
  const outside = (from !== undefined && from > last) || (to !== undefined && to < first);
  if (outside) return `There are no reviews in this period: they run from ${range.earliest} to ${range.latest}.`;
  const filled = new Set(insights.temporal.monthly.map(({ month }) => month));
  const empty = monthsBetween(from ?? first, to ?? last).filter((month) => !filled.has(month));
  if (empty.length === 0) return undefined;
  const more = empty.length > MOST_LISTED ? ` and ${empty.length - MOST_LISTED} more months` : '';
  return `No reviews in ${empty.slice(0, MOST_LISTED).join(', ')}${more}; all reviews run from ${range.earliest} to ${range.latest}.`;
}

/** Enough for any business; a longer period is cut. */
const MOST_MONTHS = 1_200;

function monthsBetween(from: string, to: string): string[] {
  const at = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
  const first = Math.max(at(from), at(to) - MOST_MONTHS);
  return Array.from({ length: at(to) - first + 1 }, (_, index) => {
    const month = first + index;
    return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** Words that are common in questions, in the languages of the pages. Spanish words that are also distinctive English ones stay. */
const COMMON = new Set(
  'a about an and any are as at be been can could did do does for from get has have how i if in is it its me my myself of on or should so that the their them there they this to us was we were what when where which who why will with would you your al como cual cuales cuando cuanta cuantas cuanto cuantos de del donde el ella ellos en es esa ese eso esta estan este esto ha han hay la las le les lo los mas mi mis mucha mucho muy nos para pero por porque que quien quienes se si sobre su sus tiene tienen un una unas uno unos y'.split(
    ' ',
  ),
);

/** More than any real question has; each word is searched for separately. */
const MOST_WORDS = 30;

/** The plain words of a question without common ones, each once; all of them if there are only common ones. */
export function distinctiveWords(question: string): string[] {
  const asked = [...new Set(plainWords(question))];
  const distinctive = asked.filter((word) => !COMMON.has(word));
  return (distinctive.length > 0 ? distinctive : asked).slice(0, MOST_WORDS);
}
