import type { AspectInsight, InsightsDocument } from '../contract/insights.ts';
import type { AggregateRating } from '../contract/reviews-document.ts';
import type { Messages } from '../messages/messages.ts';
import { capitalize } from '../messages/spelling.ts';
import { averageOf } from './averages.ts';
import { strongest } from './counts.ts';
import { countVerdicts, readOf } from './wording.ts';

type Figures = Pick<InsightsDocument, 'review_count' | 'coverage' | 'date_range' | 'aspects' | 'temporal'>;

const NAMED = 2;
/** The minimum number of reviews for "most often". */
export const OFTEN_FROM = 2;
/** The minimum number of critical reviews, and their minimum share of the reviews that mention an aspect, for a weak point. */
export const WEAK_FROM = 3;
export const WEAK_SHARE_FROM = 0.2;
const isWeak = ({ negative_count, mention_count }: AspectInsight) =>
  negative_count >= WEAK_FROM && negative_count / mention_count >= WEAK_SHARE_FROM;

/**
 * Writes the figures as text, in up to three sentences: the number of reviews and their stars; what is praised and criticized most, where
 * there is enough; a change over time, and what couldn't be analyzed. Empty without reviews.
 */
export function writeSummary(name: string, { rating_value, distribution }: AggregateRating, figures: Figures, messages: Messages): string {
  const { review_count: count, date_range, coverage, temporal } = figures;
  if (rating_value === null || !date_range) return '';
  const { say } = messages;
  const average = averageOf(distribution);
  const [from, to] = [date_range.earliest.slice(0, 4), date_range.latest.slice(0, 4)];
  const same_year = from === to ? 'yes' : 'no';
  const [high, low] = [distribution[4] + distribution[5], distribution[1] + distribution[2]];
  const sentences = [
    say('computed.summary_base', {
      name,
      count,
      from,
      to,
      same_year,
      rating: rating_value,
      average: average === null ? 'none' : messages.average(average),
      high,
      low,
    }),
    describeOpinions(figures, messages),
    temporal.trend && temporal.trend.direction !== 'steady' ? say('computed.summary_trend', { ...temporal.trend }) : '',
    describeLimits(coverage, messages),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** The aspects praised in the most reviews, where praise outweighs criticism, and the weak points, or else the most criticized ones. */
function describeOpinions({ aspects, coverage }: Figures, messages: Messages): string {
  const enough = aspects.filter((aspect) => aspect.enough);
  const praised = strongest(enough, 'positive_count').filter(
    ({ positive_count, negative_count }) => positive_count >= OFTEN_FROM && positive_count > negative_count,
  );
  const criticized = strongest(enough, 'negative_count');
  const weak = criticized.filter(isWeak);
  const listed = (some: readonly AspectInsight[]) =>
    messages.list(some.slice(0, NAMED).map((aspect) => describeAspect(aspect, coverage, messages)));
  const said = {
    praised: listed(praised),
    criticized: listed(weak.length > 0 ? weak : criticized),
    weak: weak.slice(0, NAMED).length,
  };
  const kind = praised.length === 0 ? (criticized.length === 0 ? 'none' : 'blame') : criticized.length === 0 ? 'praise' : 'both';
  return kind === 'none' ? '' : messages.say('computed.summary_opinions', { kind, ...said });
}

/** "pricing (of the 18 reviews that mention it, 12 praise it, 3 criticize it and 3 critical reviews are unclear)". */
export function describeAspect(aspect: AspectInsight, coverage: Figures['coverage'], messages: Messages): string {
  const { label, mention_count: count } = aspect;
  const verdicts = countVerdicts(aspect, messages);
  return messages.say('computed.summary_aspect', { aspect: label.toLowerCase(), count, read: readOf(coverage), verdicts });
}

function describeLimits({ without_text, other_language, analysed }: Figures['coverage'], { say, list }: Messages): string {
  const reasons = [
    ...(without_text > 0 ? [say('computed.summary_without', { count: without_text })] : []),
    ...(other_language > 0 ? [say('computed.summary_other', { count: other_language })] : []),
  ];
  return reasons.length === 0 ? '' : say('computed.summary_limits', { reasons: capitalize(list(reasons)), read: analysed });
}
