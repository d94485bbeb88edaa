import type { InsightsDocument } from '../insights.ts';

/** Picks a business's own terms, which tool descriptions use as examples. */
export function toBusinessWords({ aspects, entities }: Pick<InsightsDocument, 'aspects' | 'entities'>) {
  return {
    /** In words: "technical knowledge". */
    aspects: aspects.map(({ id }) => id.replaceAll('_', ' ')),
    /** The most mentioned name of each kind; undefined if the business has none. */
    service: mostMentioned(entities.services),
    area: mostMentioned(entities.service_areas),
    person: mostMentioned(entities.technicians),
    /** Whether reviews mention problems that customers called about. */
    hasProblems: entities.problems.length > 0,
  };
}
export type BusinessWords = ReturnType<typeof toBusinessWords>;

function mostMentioned(entries: readonly { readonly name: string; readonly mention_count: number }[]): string | undefined {
  return entries.toSorted((a, b) => b.mention_count - a.mention_count)[0]?.name;
}
