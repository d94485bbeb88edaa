import type { AspectInsight, InsightsDocument } from '../contract/insights.ts';
import type { AggregateRating } from '../contract/reviews-document.ts';
import { amongMentioning, enumerate, PERCENT_FROM, plural, sentenceCase } from './wording.ts';

type Distribution = AggregateRating['distribution'];

type Figures = Pick<InsightsDocument, 'review_count' | 'coverage' | 'date_range' | 'overall_sentiment' | 'aspects' | 'temporal'>;

const NAMED = 2;

/**
 * What the figures say, as text: how many reviews, their stars and sentiment, what is praised most, what is criticised most (always, where
 * anything is criticised), the trend. Every word for a share stands beside its figure. Empty without reviews.
 */
export function writeSummary(businessName: string, { rating_value, distribution }: AggregateRating, figures: Figures): string {
  if (figures.review_count === 0 || !figures.overall_sentiment) return '';
  const sentences = [
    describeBase(businessName, rating_value, distribution, figures),
    describePraise(figures.aspects),
    describeBlame(figures.aspects),
  ];
  return [...sentences, describeTrend(figures), describeLimits(figures)].filter((sentence) => sentence !== '').join(' ');
}

function describeBase(
  name: string,
  ratingValue: number | null,
  distribution: Distribution,
  { review_count, date_range, overall_sentiment }: Figures,
): string {
  const positive = overall_sentiment?.positive_count ?? 0;
  const negative = overall_sentiment?.negative_count ?? 0;
  const [from, to] = [date_range?.earliest.slice(0, 4), date_range?.latest.slice(0, 4)];
  const span = from === undefined ? '' : from === to ? ` from ${from}` : ` from ${from} to ${to}`;
  const stars = (...numbers: readonly (1 | 2 | 4 | 5)[]) => numbers.reduce((sum, number) => sum + distribution[number], 0);
  const high = stars(4, 5);
  const rated = `${high} of ${review_count} ${high === 1 ? 'has' : 'have'} four or five stars, ${stars(1, 2)} one or two.`;
  const mood = `By text and stars together ${positive} of ${review_count} ${positive === 1 ? 'is' : 'are'} positive and ${negative} negative.`;
  return `${name} has ${plural(review_count, 'verified review', 'verified reviews')}${span}, ${plural(ratingValue ?? 0, 'star', 'stars')} on average: ${rated} ${mood}`;
}

/** The aspects praised in the most reviews, where praise outweighs criticism. */
function describePraise(aspects: readonly AspectInsight[]): string {
  const praised = aspects.filter(({ positive_count, negative_count }) => positive_count > negative_count);
  const top = praised.sort((a, b) => b.positive_count - a.positive_count).slice(0, NAMED);
  if (top.length === 0) return '';
  const items = top.map(
    ({ label, positive_count, mention_count }) => `${label.toLowerCase()} (praised in ${amongMentioning(positive_count, mention_count)})`,
  );
  return `Praised most often: ${enumerate(items)}.`;
}

/** The aspects with the largest share of criticism among those mentioned often enough; else the most criticised at all. */
function describeBlame(aspects: readonly AspectInsight[]): string {
  const criticised = aspects.filter(({ negative_count }) => negative_count > 0);
  const often = criticised.filter(({ mention_count }) => mention_count >= PERCENT_FROM);
  const top = (often.length > 0 ? often : criticised)
    .sort((a, b) => share(b) - share(a) || b.negative_count - a.negative_count)
    .slice(0, NAMED);
  if (top.length === 0) return '';
  const items = top.map(
    ({ label, negative_count, mention_count }) =>
      `${label.toLowerCase()} (criticised in ${amongMentioning(negative_count, mention_count)})`,
  );
  return `${items.length === 1 ? 'The weak point is' : 'The weak points are'} ${enumerate(items)}.`;
}

const share = ({ negative_count, mention_count }: AspectInsight) => negative_count / mention_count;

function describeTrend({ temporal }: Figures): string {
  if (!temporal.trend) return '';
  const words = {
    improving: 'Reviews have become better.',
    steady: 'There is no clear change over time.',
    declining: 'Reviews have become worse.',
  };
  return `${words[temporal.trend.direction]} ${temporal.trend.basis}`;
}

function describeLimits({ coverage }: Figures): string {
  const without = coverage.without_text > 0 ? plural(coverage.without_text, 'rating has no words', 'ratings have no words') : '';
  const other =
    coverage.other_language > 0 ? plural(coverage.other_language, 'review is in another language', 'reviews are in other languages') : '';
  const left = [without, other].filter((text) => text !== '');
  return left.length === 0 ? '' : `${sentenceCase(enumerate(left))}, so ${plural(coverage.analysed, 'text was', 'texts were')} read.`;
}
