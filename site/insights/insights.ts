import {
  type AnalysedReview,
  type Analysis,
  analyserFor,
  correctedAspects,
  correctVerdicts,
  rangesOf,
  toSentiment,
} from '../analysis/analyse-review.ts';
import { publishedFrom } from '../analysis/published.ts';
import { type ShownAspect, shownAspects } from '../analysis/shown-aspects.ts';
import type { Dataset } from '../content/dataset.ts';
import { type AspectVerdict, type InsightsDocument, packOf, type ReviewInsight } from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';
import { messagesOf } from '../messages/messages.ts';
import { mean } from '../shared/algorithms.ts';
import { toAspects } from './aspects.ts';
import { toFaq, writeSummary } from './computed-texts.ts';
import { byCodeUnits, isEnough, scoreOf, shares, tallySentiments } from './counts.ts';
import { toEntities } from './entities.ts';
import { toPullQuote } from './quotes.ts';
import { type JudgedReview, whatIsSaidAbout } from './said-about.ts';
import { toTopics } from './topics.ts';
import { toOverallTrend } from './trend.ts';

/**
 * Name and version of the method. Raise the version whenever the same texts may give other verdicts, another language or another verdict on
 * a person.
 */
export const MODEL = { name: 'clause-regressions', version: '9' };

/** The version of the document's shape. Raise it when readers of the previous version would break. */
const DOCUMENT_VERSION = 4;

/** `/insights.json` as a value. Pure: the same dataset gives the same value. */
export function toInsights(dataset: Dataset): InsightsDocument {
  const { reviews } = dataset;
  const pack = packOf(dataset.type);
  const messages = messagesOf(dataset);
  const shown = shownAspects(pack, messages, dataset.analysis?.aspects);
  const analyse = analyserFor(dataset);
  const analysed = reviews.map((review): AnalysedReview => {
    const analysis = analyse(review);
    return { review, analysis, insight: toReviewInsight(review, analysis, dataset.analysis, shown) };
  });
  const earliest = reviews.at(-1)?.date;
  const latest = reviews[0]?.date;
  const opinions = analysed.map(({ review, insight }) => ({ ...review, polarity: insight.sentiment.polarity }));
  const counts = tallySentiments(opinions);
  const coverage = toCoverage(analysed);
  const figures = {
    version: DOCUMENT_VERSION,
    generated_at: newestTime(reviews),
    model: toModel(analysed),
    method: {
      ...MODEL,
      pack,
      published_from: publishedFrom[pack],
      corrections: analysed.filter(({ insight }) => insight.corrected.length > 0).length,
    },
    review_count: reviews.length,
    coverage,
    date_range: earliest && latest ? { earliest, latest } : null,
    overall_sentiment: reviews.length === 0 ? null : { score: scoreOf(counts), ...counts, ...shares(counts) },
    aspects: toAspects(analysed, shown, dataset, coverage, messages),
    entities: toEntities(dataset, analysed, shown, coverage, messages),
    topics: toTopics(dataset, analysed),
    temporal: { monthly: toMonths(opinions), trend: toOverallTrend(opinions, messages) },
    per_review: Object.fromEntries(analysed.map(({ review, insight }) => [review.id, insight])),
  };
  const text = writeSummary(dataset.business.name, dataset.aggregateRating, figures, messages);
  return {
    ...figures,
    faq: toFaq(dataset, figures, shown, messages),
    ...toSummary(dataset.summary, text),
    ...(isEnough(coverage.analysed, coverage) ? toPullQuote(analysed, messages) : { pull_quote: null, pull_quote_source: null }),
  };
}

/** The engine's name and version, then after a plus the other models that gave verdicts. */
function toModel(reviews: readonly AnalysedReview[]): string {
  const sources = reviews.flatMap(({ insight }) => insight.aspects.map(({ source }) => source));
  const others = [...new Set(sources)].filter((source) => source !== 'engine' && source !== 'editor').sort(byCodeUnits);
  return [`${MODEL.name} ${MODEL.version}`, ...others].join(' + ');
}

function toSummary(byHand: string | undefined, figuresText: string): Pick<InsightsDocument, 'summary' | 'summary_source'> {
  if (byHand !== undefined) return { summary: byHand, summary_source: { origin: 'editor', figures_text: figuresText } };
  if (figuresText === '') return { summary: null, summary_source: null };
  return { summary: figuresText, summary_source: { origin: 'figures', figures_text: figuresText } };
}

/** The time of the newest review or reply, at 00:00 UTC of its day; null without reviews. */
export function newestTime(reviews: readonly Review[]): string | null {
  const dates = reviews.flatMap(({ date, owner_reply }) => [date, owner_reply?.date ?? date]);
  const newest = dates.sort().at(-1);
  return newest === undefined ? null : `${newest}T00:00:00Z`;
}

/** Corrections take precedence over another model's verdicts, which take precedence over the engine's. */
function toReviewInsight(review: Review, analysis: Analysis, given: Dataset['analysis'], shown: readonly ShownAspect[]): ReviewInsight {
  const other = given?.verdicts.get(review.id);
  const found: readonly AspectVerdict[] = other ?? analysis.verdicts;
  const corrections = given?.corrections.get(review.id);
  const all = correctVerdicts(found, corrections);
  const aspects = all.filter(({ id }) => shown.some((aspect) => aspect.id === id));
  return {
    // An editor's verdict on a text in another language is counted, so that text has been read.
    analysed: analysis.language === 'en' || other !== undefined || (review.text !== null && aspects.length > 0),
    language: analysis.language,
    sentiment: toSentiment(review.rating, analysis, all),
    aspects,
    corrected: correctedAspects(found, corrections),
    mentions: {
      technicians: review.mentions.technicians.map((name) => toNamedPerson(name, { review, analysis, verdicts: aspects })),
      services: review.mentions.services.map((id) => ({ id, ranges: rangesOf(analysis, 'services', id) })),
      service_areas: review.mentions.service_areas.map((name) => ({ name, ranges: rangesOf(analysis, 'service_areas', name) })),
      problems: analysis.problems.map(({ id, ranges: own }) => ({ id, ranges: [...own] })),
    },
  };
}

function toNamedPerson(name: string, from: JudgedReview): ReviewInsight['mentions']['technicians'][number] {
  const ranges = rangesOf(from.analysis, 'technicians', name);
  const { polarity, aspects, about } = whatIsSaidAbout(from, ranges, 'technicians');
  return { name, ranges, polarity: polarity ?? null, aspects: [...aspects], about: [...about] };
}

function toCoverage(reviews: readonly AnalysedReview[]): InsightsDocument['coverage'] {
  const withText = reviews.filter(({ review }) => review.text !== null);
  const read = reviews.filter(({ insight }) => insight.analysed).length;
  const byLanguage = Map.groupBy(withText, ({ insight }) => insight.language ?? 'und');
  const languages = [...byLanguage].map(([language, own]) => ({ language, review_count: own.length }));
  return {
    with_text: withText.length,
    without_text: reviews.length - withText.length,
    analysed: read,
    other_language: withText.length - read,
    languages: languages.sort((a, b) => b.review_count - a.review_count || byCodeUnits(a.language, b.language)),
  };
}

function toMonths(
  opinions: readonly (Pick<Review, 'date' | 'rating'> & Pick<ReviewInsight['sentiment'], 'polarity'>)[],
): InsightsDocument['temporal']['monthly'] {
  const byMonth = Map.groupBy([...opinions].reverse(), ({ date }) => date.slice(0, 7));
  return [...byMonth].map(([month, own]) => {
    const counts = tallySentiments(own);
    const rating_value = mean(own.map(({ rating }) => rating));
    return { month, review_count: own.length, rating_value, score: scoreOf(counts), ...shares(counts) };
  });
}
