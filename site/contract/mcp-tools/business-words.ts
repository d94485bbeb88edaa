import type { InsightsDocument } from '../insights.ts';

/** The words of a business that descriptions of tools use as examples. */
export interface BusinessWords {
  /** In words: "technical knowledge". */
  readonly aspects: readonly string[];
  /** The name that most reviews mention, of each kind; undefined if the business has none. */
  readonly service: string | undefined;
  readonly area: string | undefined;
  readonly person: string | undefined;
  /** Whether the analysis looks for problems that customers called about. */
  readonly hasProblems: boolean;
}

export function toBusinessWords({ aspects, entities }: Pick<InsightsDocument, 'aspects' | 'entities'>): BusinessWords {
  return {
    aspects: aspects.map(({ id }) => id.replaceAll('_', ' ')),
    service: mostMentioned(entities.services),
    area: mostMentioned(entities.service_areas),
    person: mostMentioned(entities.technicians),
    hasProblems: entities.problems.length > 0,
  };
}

function mostMentioned(entries: readonly { readonly name: string; readonly mention_count: number }[]): string | undefined {
  return entries.toSorted((a, b) => b.mention_count - a.mention_count)[0]?.name;
}
