import type { AspectId, InsightsDocument } from '../contract/insights.ts';

/** The minimum number of analyzed texts for pages about what customers praise and criticize. */
const INSIGHTS_FROM = 5;

/** Whether enough texts were analyzed for a page about them. */
export const hasInsights = ({ coverage }: Pick<InsightsDocument, 'coverage'>): boolean => coverage.analysed >= INSIGHTS_FROM;

export function aspectLabels({ aspects }: Pick<InsightsDocument, 'aspects'>): ReadonlyMap<AspectId, string> {
  return new Map(aspects.map(({ id, label }) => [id, label]));
}
