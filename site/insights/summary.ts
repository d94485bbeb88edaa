import type { AspectInsight, InsightsDocument } from '../contract/insights.ts';
import type { AggregateRating } from '../contract/reviews-document.ts';
import type { Messages } from '../messages/messages.ts';
import { capitalize } from '../messages/spelling.ts';
import { strongest } from './counts.ts';
import { figure } from './wording.ts';

type Figures = Pick<InsightsDocument, 'review_count' | 'coverage' | 'date_range' | 'overall_sentiment' | 'aspects' | 'temporal'>;

const NAMED = 2;
/** The minimum number of reviews for "most often". */
export const OFTEN_FROM = 2;
/** The minimum number of critical reviews, and their minimum share of the reviews that mention an aspect, for a weak point. */
export const WEAK_FROM = 3;
export const WEAK_SHARE_FROM = 0.2;
const isWeak = ({ negative_count, mention_count }: AspectInsight) =>
  negative_count >= WEAK_FROM && negative_count / mention_count >= WEAK_SHARE_FROM;

/**
 * Writes the figures as text: the number of reviews, their stars and sentiment, what is praised most, what is criticized most (always, if
 * anything is criticized), the trend. Each share comes with its base. Empty without reviews.
 */
export function writeSummary(name: string, { rating_value, distribution }: AggregateRating, figures: Figures, messages: Messages): string {
  const { review_count: count, date_range, overall_sentiment, coverage, aspects, temporal } = figures;
  if (rating_value === null || !date_range || !overall_sentiment) return '';
  const { say, stars } = messages;
  const [from, to] = [date_range.earliest.slice(0, 4), date_range.latest.slice(0, 4)];
  const same_year = from === to ? 'yes' : 'no';
  const opinions = count === 1 ? describeOne(aspects, messages) : [describePraise(figures, messages), describeBlame(figures, messages)];
  const sentences = [
    say('computed.summary_base', { name, count, from, to, same_year, average: rating_value, stars: stars(rating_value) }),
    count > 1
      ? say('computed.summary_stars', { count, high: distribution[4] + distribution[5], low: distribution[1] + distribution[2] })
      : '',
    count > 1 && coverage.analysed > 0
      ? say('computed.summary_sentiment', { positive: overall_sentiment.positive_count, negative: overall_sentiment.negative_count })
      : '',
    ...opinions,
    temporal.trend ? say('computed.summary_trend', { ...temporal.trend }) : '',
    describeLimits(coverage, messages),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** What a single review praises and criticizes. */
function describeOne(aspects: readonly AspectInsight[], { say, list }: Messages): string[] {
  const namesOf = (side: 'positive_count' | 'negative_count') =>
    list(aspects.filter((aspect) => aspect[side] > 0).map(({ label }) => label.toLowerCase()));
  const [praised, criticized] = [namesOf('positive_count'), namesOf('negative_count')];
  if (praised === '' && criticized === '') return [];
  const kind = praised === '' ? 'blame' : criticized === '' ? 'praise' : 'both';
  return [say('computed.summary_one', { kind, praised, criticized })];
}

/** The aspects praised in the most reviews, where praise outweighs criticism. */
function describePraise({ aspects, coverage }: Figures, messages: Messages): string {
  const praised = strongest(aspects, 'positive_count').filter(({ positive_count, negative_count }) => positive_count > negative_count);
  const often = praised.filter(({ positive_count }) => positive_count >= OFTEN_FROM);
  const top = (often.length > 0 ? often : praised).slice(0, NAMED);
  if (top.length === 0) return '';
  const items = top.map(({ label, positive_count, mention_count }) =>
    messages.say('computed.summary_praised', {
      aspect: label.toLowerCase(),
      figure: figure(positive_count, mention_count, coverage, messages),
    }),
  );
  return messages.say(often.length > 0 ? 'computed.summary_praise' : 'computed.summary_praise_few', { items: messages.list(items) });
}

/** The weak points, or else the most criticized aspects, in the order of the home page. */
function describeBlame({ aspects, coverage }: Figures, messages: Messages): string {
  const criticized = strongest(aspects, 'negative_count');
  if (criticized.length === 0) return '';
  const weak = criticized.filter(isWeak).slice(0, NAMED);
  const said = weak.length > 0 ? weak : criticized.slice(0, NAMED);
  const items = messages.list(said.map((aspect) => criticizedIn(aspect, coverage, messages)));
  return weak.length > 0
    ? messages.say('computed.summary_blame', { count: weak.length, items })
    : messages.say('computed.summary_blame_few', { items });
}

/** "pricing (criticized in 3 of the 18 reviews that mention it, 17%)". */
export function criticizedIn(
  { label, negative_count, mention_count }: AspectInsight,
  coverage: Figures['coverage'],
  messages: Messages,
): string {
  return messages.say('computed.summary_criticized', {
    aspect: label.toLowerCase(),
    figure: figure(negative_count, mention_count, coverage, messages),
  });
}

function describeLimits({ without_text, other_language, analysed }: Figures['coverage'], { say, list }: Messages): string {
  const reasons = [
    ...(without_text > 0 ? [say('computed.summary_without', { count: without_text })] : []),
    ...(other_language > 0 ? [say('computed.summary_other', { count: other_language })] : []),
  ];
  return reasons.length === 0 ? '' : say('computed.summary_limits', { reasons: capitalize(list(reasons)), read: analysed });
}
