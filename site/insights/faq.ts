import type { ShownAspect } from '../analysis/aspects/shown.ts';
import type { Dataset } from '../content/dataset.ts';
import type { AspectId, AspectInsight, FaqAnswer, InsightsDocument } from '../contract/insights.ts';
import { amongMentioning, enumerate, figure, PERCENT_FROM, plural, sentenceCase, wordFor } from './wording.ts';

const EVIDENCE = 10;
/** The word for a share; one review is one. */
const quantity = (part: number, whole: number) => (part === 1 ? 'one' : wordFor(part, whole));

const ENOUGH_TO_ASK = 3;

/** The business's own entries, then questions that the figures answer. Needs the finished aspects and entities. */
export function toFaq(
  dataset: Dataset,
  insights: Pick<InsightsDocument, 'aspects' | 'entities' | 'per_review'>,
  shown: readonly ShownAspect[],
): FaqAnswer[] {
  const own = dataset.faq.map(({ question, answer }) => ({ question, answer, origin: 'business' as const, review_ids: [] }));
  const aspects = insights.aspects.filter(({ mention_count }) => mention_count >= ENOUGH_TO_ASK);
  return [
    ...own,
    ...aspects.flatMap((aspect) => answerAspect(aspect, insights, shown)),
    ...answerComplaints(insights),
    ...answerServices(insights),
  ];
}

function answerAspect(
  aspect: AspectInsight,
  { per_review }: Pick<InsightsDocument, 'per_review'>,
  shown: readonly ShownAspect[],
): FaqAnswer[] {
  const words = shown.find(({ id }) => id === aspect.id);
  if (!words) return [];
  const { question, topic } = words;
  const { mention_count, positive_count, negative_count, neutral_count } = aspect;
  const praise = `${sentenceCase(quantity(positive_count, mention_count))} of the ${mention_count} reviews that mention ${topic} ${verb('praise', positive_count)} it (${figure(positive_count, mention_count)})`;
  const blame =
    negative_count === 0
      ? 'none criticises it'
      : `${quantity(negative_count, mention_count)} ${verb('criticise', negative_count)} it (${figure(negative_count, mention_count)})`;
  const rest = neutral_count === 0 ? '' : ` ${plural(neutral_count, 'is', 'are')} neutral or mixed.`;
  return [
    {
      question,
      answer: `${praise}; ${blame}.${rest}${quotesFor(aspect)}`,
      origin: 'reviews',
      review_ids: reviewsFor(aspect.id, per_review),
      aspect: aspect.id,
    },
  ];
}

/** "none praises", "a few praise"; one alone is called by its number, as "one praises". */
const verb = (word: string, count: number) => (count < 2 ? `${word}s` : word);

/** One voice of each side, criticism included, where it is short enough to stand in an answer. */
function quotesFor({ quotes }: AspectInsight): string {
  const voice = (polarity: 'positive' | 'negative') =>
    quotes.find((quote) => quote.polarity === polarity && quote.text.length <= 160)?.text;
  const praise = voice('positive');
  const blame = voice('negative');
  return `${praise ? ` A customer writes: “${inQuotes(praise)}”` : ''}${blame ? ` ${praise ? 'Another' : 'A customer writes'}: “${inQuotes(blame)}”` : ''}`;
}

const inQuotes = (text: string) => text.replace(/\s+/g, ' ').replace(/[“”"]/g, "'").trim();

/** Critical reviews first, so that the list never hides them. */
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

function answerComplaints({ aspects, per_review }: Pick<InsightsDocument, 'aspects' | 'per_review'>): FaqAnswer[] {
  const criticised = aspects.filter(({ negative_count }) => negative_count > 0).sort((a, b) => b.negative_count - a.negative_count);
  const worst = criticised.slice(0, 3);
  if (worst.length === 0) return [];
  const items = worst.map(
    ({ label, negative_count, mention_count }) =>
      `${label.toLowerCase()} (criticised in ${amongMentioning(negative_count, mention_count)})`,
  );
  const review_ids = Object.entries(per_review)
    .filter(([, insight]) =>
      insight.aspects.some(({ id, polarity }) => polarity === 'negative' && worst.some((aspect) => aspect.id === id)),
    )
    .map(([id]) => id);
  return [
    {
      question: 'What do customers criticise most?',
      answer: `Most often ${enumerate(items)}.`,
      origin: 'reviews',
      review_ids: review_ids.slice(0, EVIDENCE),
    },
  ];
}

function answerServices({ entities }: Pick<InsightsDocument, 'entities'>): FaqAnswer[] {
  const named = entities.services
    .filter(({ mention_count }) => mention_count >= PERCENT_FROM)
    .sort((a, b) => b.mention_count - a.mention_count);
  const top = named.slice(0, 4);
  if (top.length === 0) return [];
  const items = top.map(
    ({ name, mention_count, rating_value }) =>
      `${name} (named in ${mention_count} reviews, ${plural(rating_value ?? 0, 'star', 'stars')} on average)`,
  );
  return [
    {
      question: 'Which jobs do customers write about most?',
      answer: `${sentenceCase(enumerate(items))}.`,
      origin: 'reviews',
      review_ids: [...new Set(top.flatMap(({ example_review_ids }) => example_review_ids))].slice(0, EVIDENCE),
    },
  ];
}
