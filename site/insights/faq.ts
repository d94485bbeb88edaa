import type { ShownAspect } from '../analysis/shown-aspects.ts';
import type { Dataset } from '../content/dataset.ts';
import type { AspectId, AspectInsight, FaqAnswer, InsightsDocument } from '../contract/insights.ts';
import type { Messages } from '../messages/messages.ts';
import { capitalize } from '../messages/spelling.ts';
import { averageOf } from './averages.ts';
import { strongest } from './counts.ts';
import { isImpartial } from './quotes.ts';
import { describeAspect, OFTEN_FROM } from './summary.ts';
import { countVerdicts, PERCENT_FROM, readOf } from './wording.ts';

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
