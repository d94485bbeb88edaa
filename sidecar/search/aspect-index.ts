import type { ReviewInsight } from '../../site/contract/insights.ts';
import type { Review } from '../../site/contract/review.ts';
import { inSlices } from '../generation/slices.ts';
import { addBit, type BitSet, emptySet } from './bit-set.ts';

/** The reviews that speak of an aspect, under its id, and those that do so in one way, under `id:polarity`. */
export type AspectIndex = ReadonlyMap<string, BitSet>;

/** Reads what was found in each review; it is slow, so it is done when somebody asks by an aspect. */
export async function indexAspects(
  reviews: readonly Review[],
  found: (id: string) => Pick<ReviewInsight, 'aspects'> | undefined,
): Promise<AspectIndex> {
  const sets = new Map<string, BitSet>();
  const addTo = (key: string, index: number) => {
    const set = sets.get(key) ?? emptySet(reviews.length);
    addBit(set, index);
    sets.set(key, set);
  };
  await inSlices(reviews, (review, index) => {
    for (const { id, polarity } of found(review.id)?.aspects ?? []) {
      addTo(id, index);
      addTo(`${id}:${polarity}`, index);
    }
  });
  return sets;
}
