import type { AspectInsight, InsightsDocument } from '../contract/insights.ts';
import { enumerate, figure, PERCENT_FROM, plural, sentenceCase, wordFor } from './wording.ts';

type Figures = Pick<InsightsDocument, 'review_count' | 'coverage' | 'date_range' | 'overall_sentiment' | 'aspects' | 'temporal'>;

const NAMED = 2;

/**
 * What the figures say, as text: how many reviews, their sentiment, what is praised most, what is criticised most (always, where
 * anything is criticised), the trend. Every word for a share stands beside its figure. Empty without reviews.
 */
export function writeSummary(businessName: string, ratingValue: number | null, figures: Figures): string {
  if (figures.review_count === 0 || !figures.overall_sentiment) return '';
  const sentences = [describeBase(businessName, ratingValue, figures), describePraise(figures.aspects), describeBlame(figures.aspects)];
  return [...sentences, describeTrend(figures), describeLimits(figures)].filter((sentence) => sentence !== '').join(' ');
}

function describeBase(name: string, ratingValue: number | null, { review_count, date_range, overall_sentiment }: Figures): string {
  const positive = overall_sentiment?.positive_count ?? 0;
  const negative = overall_sentiment?.negative_count ?? 0;
  const span = date_range ? ` from ${date_range.earliest.slice(0, 4)} to ${date_range.latest.slice(0, 4)}` : '';
  const mood = `${sentenceCase(wordFor(positive, review_count))} of them are positive (${figure(positive, review_count)}), ${wordFor(negative, review_count)} negative (${figure(negative, review_count)}).`;
  return `${name} has ${plural(review_count, 'verified review', 'verified reviews')}${span}, ${ratingValue ?? 0} stars on average. ${mood}`;
}

/** The aspects praised in the most reviews, where praise outweighs criticism. */
function describePraise(aspects: readonly AspectInsight[]): string {
  const praised = aspects.filter(({ positive_count, negative_count }) => positive_count > negative_count);
  const top = praised.sort((a, b) => b.positive_count - a.positive_count).slice(0, NAMED);
  if (top.length === 0) return '';
  const items = top.map(
    ({ label, positive_count, mention_count }) =>
      `${label.toLowerCase()} (praised in ${figure(positive_count, mention_count)} that mention it)`,
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
      `${label.toLowerCase()} (criticised in ${figure(negative_count, mention_count)} that mention it)`,
  );
  return `The weak points are ${enumerate(items)}.`;
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
  return left.length === 0 ? '' : `${sentenceCase(enumerate(left))}, so ${coverage.analysed} texts were read.`;
}
