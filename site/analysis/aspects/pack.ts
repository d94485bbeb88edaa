import { type AspectId, packAspects } from '../../contract/insights.ts';

/** The aspects that a kind of business is judged by, in the order in which every list shows them. */
export interface Pack {
  readonly name: keyof typeof packAspects;
  readonly aspects: readonly AspectId[];
}

/** Work done in homes; and any other business: shops, practices, restaurants, places to stay. */
export const packs: Readonly<Record<Pack['name'], Pack>> = {
  home: { name: 'home', aspects: packAspects.home },
  general: { name: 'general', aspects: packAspects.general },
};
