import type { ShownAspect } from '../analysis/shown-aspects.ts';
import type { Dataset } from '../content/dataset.ts';
import type { AspectId, AspectInsight, FaqAnswer, InsightsDocument } from '../contract/insights.ts';
import type { AggregateRating } from '../contract/reviews-document.ts';
import type { Messages } from '../messages/messages.ts';
import { capitalize } from '../messages/spelling.ts';
import { averageOf } from './averages.ts';
import { strongest } from './counts.ts';
import { isImpartial } from './quotes.ts';
import { countVerdicts, PERCENT_FROM, readOf } from './wording.ts';

type Figures = Pick<InsightsDocument, 'review_count' | 'coverage' | 'date_range' | 'aspects' | 'temporal'>;

const NAMED = 2;
/** The minimum number of reviews for "most often". */
const OFTEN_FROM = 2;
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
function describeAspect(aspect: AspectInsight, coverage: Figures['coverage'], messages: Messages): string {
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

const EVIDENCE = 10;
/** The most words named by which a service was found. */
const WORDS = 3;

/** Returns the business's own entries, then questions that the figures answer. Needs the finished aspects and entities. */
export function toFaq(
  dataset: Dataset,
  insights: Pick<InsightsDocument, 'aspects' | 'coverage' | 'entities' | 'per_review' | 'method'>,
  shown: readonly ShownAspect[],
  messages: Messages,
): FaqAnswer[] {
  const own = dataset.faq.map(({ question, answer }) => ({ question, answer, origin: 'business' as const, review_ids: [] }));
  const impartial = new Set(dataset.reviews.filter(isImpartial).map(({ id }) => id));
  return [
    ...own,
    ...shown.flatMap((aspect) => answerAspect(aspect, insights, impartial, messages)),
    ...answerComplaints(insights, messages),
    ...answerServices(insights, messages),
  ];
}

function answerAspect(
  { id, question, topic }: ShownAspect,
  { aspects, coverage, per_review }: Pick<InsightsDocument, 'aspects' | 'coverage' | 'per_review'>,
  impartial: ReadonlySet<string>,
  messages: Messages,
): FaqAnswer[] {
  const aspect = aspects.find((one) => one.id === id);
  if (!aspect?.enough) return [];
  const verdicts = countVerdicts(aspect, messages);
  const said = messages.say('computed.faq_verdicts', { count: aspect.mention_count, read: readOf(coverage), topic, verdicts });
  const answer = [said, ...quotesFor(aspect, impartial, messages)].join(' ');
  return [{ question, answer, origin: 'reviews', review_ids: reviewsFor(id, per_review), aspect: id }];
}

/** One quote of each side, if it is short enough for an answer. Answers have no labels, so they quote only impartial reviews. */
function quotesFor({ quotes }: AspectInsight, impartial: ReadonlySet<string>, { say }: Messages): string[] {
  const voices = (['positive', 'negative'] as const).flatMap((polarity) => {
    const quote = quotes.find((one) => one.polarity === polarity && one.text.length <= 160 && impartial.has(one.review_id));
    return quote ? [inQuotes(quote.text)] : [];
  });
  return voices.map((quote, index) => say(index === 0 ? 'computed.faq_voice' : 'computed.faq_another', { quote }));
}

const inQuotes = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[“”"«»]/g, "'")
    .trim();

/** Critical reviews first, so the list never hides them. */
function reviewsFor(id: AspectId, perReview: InsightsDocument['per_review']): string[] {
  const own = Object.entries(perReview).flatMap(([review, { aspects }]) =>
    aspects.filter((verdict) => verdict.id === id).map(({ polarity }) => ({ review, polarity })),
  );
  const critical = own.filter(({ polarity }) => polarity !== 'positive');
  const praising = own.filter(({ polarity }) => polarity === 'positive');
  const half = Math.ceil(EVIDENCE / 2);
  const first = critical.slice(0, Math.max(half, EVIDENCE - praising.length));
  return [...first, ...praising.slice(0, EVIDENCE - first.length)].map(({ review }) => review);
}

function answerComplaints(
  { aspects, coverage, per_review }: Pick<InsightsDocument, 'aspects' | 'coverage' | 'per_review'>,
  messages: Messages,
): FaqAnswer[] {
  const worst = strongest(aspects, 'negative_count')
    .filter(({ enough, negative_count }) => enough && negative_count >= OFTEN_FROM)
    .slice(0, 3);
  if (worst.length === 0) return [];
  const review_ids = Object.entries(per_review)
    .filter(([, insight]) =>
      insight.aspects.some(({ id, polarity }) => polarity === 'negative' && worst.some((aspect) => aspect.id === id)),
    )
    .map(([id]) => id);
  const items = messages.list(worst.map((aspect) => describeAspect(aspect, coverage, messages)));
  const answer = messages.say('computed.faq_complaints_answer', { items });
  return [{ question: messages.say('computed.faq_complaints'), answer, origin: 'reviews', review_ids: review_ids.slice(0, EVIDENCE) }];
}

function answerServices(
  { entities, method }: Pick<InsightsDocument, 'entities' | 'method'>,
  { say, list, average }: Messages,
): FaqAnswer[] {
  const named = entities.services
    .filter(({ mention_count }) => mention_count >= PERCENT_FROM)
    .sort((a, b) => b.mention_count - a.mention_count);
  const top = named.slice(0, 4);
  if (top.length === 0) return [];
  const items = top.map(({ name, mention_count, rating_distribution, found_by }) => {
    const words = list(found_by.slice(0, WORDS).map((word) => say('computed.faq_word', { word: inQuotes(word) })));
    const kind = found_by.length === 0 ? 'none' : found_by.length > WORDS ? 'some' : 'all';
    return say('computed.faq_service', { name, count: mention_count, average: average(averageOf(rating_distribution) ?? 0), kind, words });
  });
  return [
    {
      question: say('computed.faq_services', { pack: method.pack }),
      answer: `${capitalize(list(items))}.`,
      origin: 'reviews',
      review_ids: [...new Set(top.flatMap(({ example_review_ids }) => example_review_ids))].slice(0, EVIDENCE),
    },
  ];
}
