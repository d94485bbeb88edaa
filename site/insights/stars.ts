import { aggregate } from '../content/dataset.ts';
import type { TextRange } from '../contract/insights.ts';
import { CRITICAL_UP_TO, type CriticalMention } from '../contract/mention-stars.ts';
import type { Review } from '../contract/review.ts';
import { type Counts, type Opinion, scoreOf, totalOf } from './counts.ts';
import { holds, LONGEST } from './quotes.ts';

/** A score needs at least this many verdicts: with fewer, a single one would move it by a quarter of its range. */
const SCORE_FROM = 5;
/** With this share of critical reviews without a clear verdict, a score would reflect which texts we understood, not what they say. */
const CRITICAL_LEFT_OUT = 0.2;
/** The minimum difference at which a score contradicts the stars; 0.5 is one star. */
const ONE_STAR = 0.5;

export const isCritical = ({ rating }: Pick<Review, 'rating'>) => rating <= CRITICAL_UP_TO;

export function starsOf(opinions: readonly Pick<Opinion, 'rating' | 'polarity'>[]) {
  const { rating_value, distribution } = aggregate(opinions.map(({ rating }) => rating));
  const critical = opinions.filter(isCritical);
  return {
    rating_value,
    rating_distribution: distribution,
    critical_count: critical.length,
    critical_without_verdict_count: critical.filter(({ polarity }) => polarity === undefined || polarity === 'unclear').length,
  };
}

type StarsBeside = ReturnType<typeof starsOf>;

/** The score of these verdicts, compared with the stars of all reviews that mention the thing; null if there are too few. */
export function scoreBesideStars(counts: Counts, { rating_value, rating_distribution, critical_without_verdict_count }: StarsBeside) {
  const mentions = Object.values(rating_distribution).reduce((sum, count) => sum + count, 0);
  if (rating_value === null || totalOf(counts) < SCORE_FROM || critical_without_verdict_count >= mentions * CRITICAL_LEFT_OUT) {
    return { score: null, score_against_stars: null };
  }
  const score = scoreOf(counts);
  const byStars = (rating_value - 3) / 2;
  const contradicts = score * byStars < 0 || Math.abs(score - byStars) > ONE_STAR;
  const score_against_stars = !contradicts ? ('agrees' as const) : score > byStars ? ('higher' as const) : ('lower' as const);
  return { score, score_against_stars };
}

/** Where a critical review names something: the first sentence that does, or only the name if that sentence is too long to quote. */
export function toCriticalMention({ id }: Review, ranges: readonly TextRange[], sentences: readonly TextRange[]): CriticalMention {
  const [name = { start: 0, end: 0 }] = ranges;
  const sentence = name.start < name.end ? sentences.find((whole) => holds(whole, name)) : undefined;
  const { start, end } = sentence && sentence.end - sentence.start <= LONGEST ? sentence : name;
  return { review_id: id, start, end };
}
