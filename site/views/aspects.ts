import type { AspectId, AspectInsight, InsightsDocument } from '../contract/insights.ts';

/** From how many analyzed texts on there are pages and links that say what customers praise and criticize. */
const INSIGHTS_FROM = 5;

/** Whether enough texts were analyzed for a page about them. */
export const hasInsights = ({ coverage }: Pick<InsightsDocument, 'coverage'>): boolean => coverage.analysed >= INSIGHTS_FROM;

/** The label of each aspect. */
export function aspectLabels({ aspects }: Pick<InsightsDocument, 'aspects'>): ReadonlyMap<AspectId, string> {
  return new Map(aspects.map(({ id, label }) => [id, label]));
}

/** The aspects praised most often, and those criticized most often, without those that have no such review. */
export function strongest(aspects: readonly AspectInsight[], side: 'positive_count' | 'negative_count', most: number): AspectInsight[] {
  return aspects
    .filter((aspect) => aspect[side] > 0)
    .sort((a, b) => b[side] - a[side])
    .slice(0, most);
}

/** The language models that gave verdicts, and on how many reviews. */
export function modelsBeside({ per_review }: Pick<InsightsDocument, 'per_review'>) {
  const sources = Object.values(per_review).map(({ aspects }) =>
    aspects.map(({ source }) => source).filter((source) => source !== 'engine' && source !== 'editor'),
  );
  return { models: [...new Set(sources.flat())], count: sources.filter(({ length }) => length > 0).length };
}
