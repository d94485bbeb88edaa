import { type AnalysedReview, type Analyser, type Analysis, analyse, correctVerdicts, toSentiment } from '../analysis/analyse-review.ts';
import { compileCues } from '../analysis/text/evidence.ts';
import { type Dataset, mean } from '../content/dataset.ts';
import { mentionFinder } from '../content/mentions.ts';
import type { AspectVerdict, InsightsDocument, Polarity, ReviewInsight } from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';
import { toAspects } from './aspects.ts';
import { scoreOf, shares, tally } from './counts.ts';
import { toEntities } from './entities.ts';
import { toFaq } from './faq.ts';
import { toPullQuote } from './pull-quote.ts';
import { writeSummary } from './summary.ts';
import { toTopics } from './topics.ts';
import { toOverallTrend } from './trend.ts';

/** Name and version of the method: the version rises whenever the same texts may give other verdicts. */
export const MODEL = { name: 'phrases-and-learned-weights', version: '2' };

/** Keeps what was found in a review: returns it, from an earlier build or from `compute`. */
export type Remember = (review: Review, compute: () => Analysis) => Analysis;

/**
 * `/insights.json` as a value: what the texts say, counted. Pure: the same dataset gives the same value, with or without
 * a memory of earlier builds.
 */
export function toInsights(dataset: Dataset, remember: Remember = (_, compute) => compute()): InsightsDocument {
  const { reviews } = dataset;
  const analysed = analyseAll(dataset, remember);
  const polarities = analysed.map(({ insight }) => insight.sentiment.polarity);
  const earliest = reviews.at(-1)?.date;
  const latest = reviews[0]?.date;
  const counts = tally(polarities);
  const dated = analysed.map(({ review, insight }) => ({ date: review.date, polarity: insight.sentiment.polarity }));
  const figures = {
    version: 1,
    generated_at: newestTime(reviews),
    model: MODEL,
    review_count: reviews.length,
    coverage: toCoverage(analysed),
    date_range: earliest && latest ? { earliest, latest } : null,
    overall_sentiment: reviews.length === 0 ? null : { score: scoreOf(counts), ...counts, ...shares(counts) },
    aspects: toAspects(analysed),
    entities: toEntities(dataset, analysed),
    topics: toTopics(dataset, analysed),
    temporal: { monthly: toMonths(analysed), trend: toOverallTrend(dated) },
    per_review: Object.fromEntries(analysed.map(({ review, insight }) => [review.id, insight])),
  };
  const text = writeSummary(dataset.business.name, dataset.aggregateRating.rating_value, figures);
  return { ...figures, faq: toFaq(dataset, figures), summary: toSummary(dataset.summary, text), pull_quote: toPullQuote(analysed) };
}

function toSummary(byHand: string | undefined, figuresText: string): InsightsDocument['summary'] {
  if (byHand !== undefined) return { text: byHand, origin: 'editor', figures_text: figuresText };
  return figuresText === '' ? null : { text: figuresText, origin: 'figures', figures_text: figuresText };
}

/** The time of the newest review or reply, at 00:00 UTC of its day; null without reviews. */
export function newestTime(reviews: readonly Review[]): string | null {
  const dates = reviews.flatMap(({ date, owner_reply }) => [date, owner_reply?.date ?? date]);
  const newest = dates.sort().at(-1);
  return newest === undefined ? null : `${newest}T00:00:00Z`;
}

function analyseAll(dataset: Dataset, remember: Remember): AnalysedReview[] {
  const analyser: Analyser = { cues: compileCues(dataset.analysis?.phrases), findNames: mentionFinder(dataset.catalogue) };
  return dataset.reviews.map((review) => {
    const analysis = remember(review, () => analyse(review, analyser));
    return { review, analysis, insight: toReviewInsight(review, analysis, dataset.analysis) };
  });
}

/** An editor's word counts over another model's, and that over the engine's. */
function toReviewInsight(review: Review, analysis: Analysis, given: Dataset['analysis']): ReviewInsight {
  const other = given?.verdicts.get(review.id);
  const found: readonly AspectVerdict[] = other ?? analysis.verdicts;
  const aspects = correctVerdicts(found, given?.corrections.get(review.id));
  const ranges = (kind: 'technicians' | 'services' | 'service_areas', key: string) =>
    analysis.names.filter((name) => name.kind === kind && name.key === key).map(({ range }) => range);
  return {
    analysed: analysis.language === 'en' || other !== undefined,
    language: analysis.language,
    sentiment: toSentiment(review.rating, analysis, aspects),
    aspects,
    mentions: {
      technicians: review.mentions.technicians.map((name) => ({ name, ranges: ranges('technicians', name) })),
      services: review.mentions.services.map((id) => ({ id, ranges: ranges('services', id) })),
      service_areas: review.mentions.service_areas.map((name) => ({ name, ranges: ranges('service_areas', name) })),
      problems: analysis.problems.map(({ id, ranges: own }) => ({ id, ranges: [...own] })),
    },
  };
}

function toCoverage(reviews: readonly AnalysedReview[]): InsightsDocument['coverage'] {
  const withText = reviews.filter(({ review }) => review.text !== null);
  const read = reviews.filter(({ insight }) => insight.analysed).length;
  return {
    with_text: withText.length,
    without_text: reviews.length - withText.length,
    analysed: read,
    other_language: withText.length - read,
  };
}

function toMonths(reviews: readonly AnalysedReview[]): InsightsDocument['temporal']['monthly'] {
  const byMonth = Map.groupBy([...reviews].reverse(), ({ review }) => review.date.slice(0, 7));
  return [...byMonth].map(([month, own]) => {
    const counts = tally(own.map<Polarity>(({ insight }) => insight.sentiment.polarity));
    const rating_value = mean(own.map(({ review }) => review.rating));
    return { month, review_count: own.length, rating_value, score: scoreOf(counts), ...shares(counts) };
  });
}
