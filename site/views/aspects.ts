import type { AspectId, InsightsDocument } from '../contract/insights.ts';

/** From how many analyzed texts on there are pages and links that say what customers praise and criticize. */
const INSIGHTS_FROM = 5;

/** Whether enough texts were analyzed for a page about them. */
export const hasInsights = ({ coverage }: Pick<InsightsDocument, 'coverage'>): boolean => coverage.analysed >= INSIGHTS_FROM;

/** The label of each aspect. */
export function aspectLabels({ aspects }: Pick<InsightsDocument, 'aspects'>): ReadonlyMap<AspectId, string> {
  return new Map(aspects.map(({ id, label }) => [id, label]));
}

/** The language models that gave verdicts, and on how many reviews. */
export function modelsBeside({ per_review }: Pick<InsightsDocument, 'per_review'>) {
  const sources = Object.values(per_review).map(({ aspects }) =>
    aspects.map(({ source }) => source).filter((source) => source !== 'engine' && source !== 'editor'),
  );
  return { models: [...new Set(sources.flat())], count: sources.filter(({ length }) => length > 0).length };
}
