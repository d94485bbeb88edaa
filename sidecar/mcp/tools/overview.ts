import type { FaqAnswer, PullQuoteSource } from '../../../site/contract/insights.ts';
import { getSummary as summaryDefinition } from '../../../site/contract/mcp-tools/overview.ts';
import { plainText, plainWords } from '../../../site/shared/text.ts';
import type { McpDataset } from '../dataset.ts';
import { distinctiveWords, remarkOnCoverage, withoutVaguePercentages } from './answer-parts.ts';
import { fit, isWithin } from './answer-size.ts';
import { labelsOf } from './passages.ts';
import { practiceAnswers } from './practice.ts';
import type { Tools } from './tool.ts';

/** The business, the summary and the questions. */
export const overviewTools = {
  /** The business and its rating from `/reviews.json`, and the dates and mentions from `/insights.json`. */
  get_business: ({ insights, reviews }) => ({
    business: reviews.business,
    aggregate_rating: reviews.aggregate_rating,
    review_count: reviews.aggregate_rating.review_count,
    mentions: {
      services: byMentions(insights.entities.services).map(({ id, mention_count, rating_value }) => ({ id, mention_count, rating_value })),
      technicians: byMentions(insights.entities.technicians).map(namedMentions),
      service_areas: byMentions(insights.entities.service_areas).map(namedMentions),
    },
    date_range: insights.date_range,
  }),

  /** Figures and sentences about all reviews, most of them from `/insights.json`. */
  get_summary: (dataset) => {
    const { reviews, facts, insights } = dataset;
    return {
      review_count: insights.review_count,
      rating_value: reviews.aggregate_rating.rating_value,
      distribution: reviews.aggregate_rating.distribution,
      date_range: insights.date_range,
      sources: countBy(facts, ({ source }) => source).map(([source, review_count]) => ({ source, review_count })),
      verification_methods: countBy(facts, ({ verification }) => verification).map(([method, review_count]) => ({ method, review_count })),
      summary: insights.summary && plainText(insights.summary),
      summary_source: insights.summary_source,
      overall_sentiment: insights.overall_sentiment,
      coverage: insights.coverage,
      aspects: aspects.parse(insights.aspects).map(withoutVaguePercentages),
      pull_quote: insights.pull_quote,
      pull_quote_source: insights.pull_quote_source && citeSource(insights.pull_quote_source, dataset),
    };
  },

  /** All entries in their order and those about verification and removals, or those that match the query, best first. */
  get_faq: (dataset, { query, max_tokens }) => {
    const { insights } = dataset;
    const asked: readonly Asked[] = [
      ...insights.faq.map((entry) => ({ entry, words: entry.question })),
      ...practiceAnswers(dataset).map(({ entry, english }) => ({ entry, words: `${entry.question} ${english}` })),
    ];
    const all = asked.map(({ entry }) => entry);
    const [fitting, answering] = query === undefined ? [all, []] : [matching(asked, query), answersWith(all, query)];
    const faq = fitting.length > 0 ? fitting : answering;
    const none = query !== undefined && faq.length === 0;
    const answer = {
      remark: none
        ? LOOK_ELSEWHERE
        : fitting.length === 0 && query !== undefined
          ? 'No question fits; these answers have the words.'
          : faq.some((entry) => insights.faq.includes(entry) && entry.origin === 'reviews' && entry.review_ids.length > 0)
            ? remarkOnCoverage(dataset)
            : undefined,
      matched: faq.length,
      faq,
      other_questions: none ? all.map(({ question }) => question) : undefined,
    };
    // The ids of many reviews would leave no budget for other answers.
    const withIds = (most: number) => faq.map((entry) => ({ ...entry, review_ids: entry.review_ids.slice(0, most) }));
    let ids = Math.max(...faq.map(({ review_ids }) => review_ids.length), FEWEST_IDS);
    while (ids > FEWEST_IDS && !isWithin({ ...answer, faq: withIds(ids) }, max_tokens)) ids = Math.max(FEWEST_IDS, Math.floor(ids * 0.75));
    return fit({ ...answer, faq: withIds(ids) }, max_tokens, { other_questions: ['last', 0], faq: ['last', 1] });
  },
} satisfies Partial<Tools>;

const { aspects } = summaryDefinition.output.shape;

type Mentioned = Pick<McpDataset['insights']['entities']['technicians'][number], 'name' | 'mention_count' | 'rating_value'>;

const byMentions = <E extends Pick<Mentioned, 'mention_count'>>(entries: readonly E[]): E[] =>
  entries.toSorted((a, b) => b.mention_count - a.mention_count);
const namedMentions = ({ name, mention_count, rating_value }: Mentioned) => ({ name, mention_count, rating_value });

/** How many entries have each key, most frequent first. */
function countBy<E, K>(entries: readonly E[], keyOf: (entry: E) => K): [key: K, count: number][] {
  return [...Map.groupBy(entries, keyOf)].map(([key, own]): [K, number] => [key, own.length]).sort(([, a], [, b]) => b - a);
}

function citeSource({ start: _, end: __, ...source }: PullQuoteSource, { review, pageOf }: McpDataset) {
  const quoted = review(source.review_id);
  return { ...source, ...(quoted && labelsOf(quoted)), url: pageOf(source.review_id) };
}

/** How many reviews each answer cites if the budget is small. */
const FEWEST_IDS = 3;

const LOOK_ELSEWHERE =
  'None of these questions fits. Opening hours, contact, address, license, services, areas and people: get_business. Aspects: get_aspect_sentiment. Anything else that customers may have written: search_reviews with `words`.';

const contains = (words: readonly string[], stem: string) => words.some((word) => word.startsWith(stem));

/** An entry with the words of its question, also in other languages. */
interface Asked {
  readonly entry: FaqAnswer;
  readonly words: string;
}

/**
 * Entries with at least half of the query's distinctive words, at least one of them in the question. Those with the most come first; a word
 * in the question counts double.
 */
function matching(faq: readonly Asked[], query: string): FaqAnswer[] {
  const stems = distinctiveWords(query).map(stemOf);
  const weigh = ({ entry, words }: Asked) => {
    const [question, answer] = [plainWords(words), plainWords(entry.answer)];
    const asked = stems.filter((stem) => contains(question, stem));
    const answered = stems.filter((stem) => !asked.includes(stem) && contains(answer, stem));
    const fits = asked.length > 0 && 2 * (asked.length + answered.length) >= stems.length;
    return fits ? 2 * asked.length + answered.length : 0;
  };
  return faq
    .map((asked) => ({ entry: asked.entry, weight: weigh(asked) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ entry }) => entry);
}

/** Entries whose answers have all of the query's distinctive words, if there are several: one alone says too little. */
function answersWith(faq: readonly FaqAnswer[], query: string): FaqAnswer[] {
  const stems = distinctiveWords(query).map(stemOf);
  if (stems.length < 2) return [];
  return faq.filter(({ answer }) => {
    const words = plainWords(answer);
    return stems.every((stem) => contains(words, stem));
  });
}

/** "permits" also finds "permit", "pricing" also "price". */
function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(ing|es|ed|s|e)$/, '') : word;
}
