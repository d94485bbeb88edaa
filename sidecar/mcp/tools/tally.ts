import type { Polarity } from '../../../site/contract/insights.ts';
import type { Tally } from '../../../site/contract/mcp-tools/shapes/tally.ts';
import type { ReviewFacts } from '../../generation/review-facts.ts';
import type { Dataset } from '../dataset.ts';

/** These reviews in figures; one that the analysis hasn't read counts by its stars. */
export function tallyOf(dataset: Dataset, reviews: readonly ReviewFacts[]): Tally {
  const polarities = reviews.map((review) => dataset.polarity(review.id) ?? polarityOfStars(review.rating));
  const positive_count = polarities.filter((polarity) => polarity === 'positive').length;
  const negative_count = polarities.filter((polarity) => polarity === 'negative').length;
  return {
    review_count: reviews.length,
    rating_value: meanRating(reviews),
    positive_count,
    neutral_count: reviews.length - positive_count - negative_count,
    negative_count,
  };
}

function polarityOfStars(rating: number): Polarity {
  if (rating === 3) return 'neutral';
  return rating > 3 ? 'positive' : 'negative';
}

/** Mean stars, two decimals, rounded half up as in the documents; null without reviews. */
export function meanRating(reviews: readonly ReviewFacts[]): number | null {
  if (reviews.length === 0) return null;
  const total = reviews.reduce((sum, { rating }) => sum + rating, 0);
  return Math.floor((total * 200 + reviews.length) / (2 * reviews.length)) / 100;
}
