import { type Polarity, polarity, type ReviewInsight } from '../../site/contract/insights.ts';
import type { Review } from '../../site/contract/review.ts';
import { inSlices } from '../generation/slices.ts';
import { addBit, type BitSet, emptySet } from './bit-set.ts';

/** The reviews about an aspect, by its id, and those with one polarity, by `id:polarity`. */
export type AspectIndex = ReadonlyMap<string, BitSet>;

/** The results of the analysis by review. */
export interface AnalysisIndex {
  readonly aspects: AspectIndex;
  /** The polarity of the review at `index`; undefined if it wasn't analyzed. */
  polarityAt(index: number): Polarity | undefined;
}

/** Indexes the results for each review. This is slow, so it is done on first use. */
export async function indexAnalysis(
  reviews: readonly Pick<Review, 'id'>[],
  found: (id: string) => Pick<ReviewInsight, 'aspects' | 'sentiment'> | undefined,
): Promise<AnalysisIndex> {
  const aspects = new Map<string, BitSet>();
  const polarities = new Uint8Array(reviews.length);
  const addTo = (key: string, index: number) => {
    const set = aspects.get(key) ?? emptySet(reviews.length);
    addBit(set, index);
    aspects.set(key, set);
  };
  await inSlices(reviews, (review, index) => {
    const insight = found(review.id);
    if (!insight) return;
    polarities[index] = polarity.options.indexOf(insight.sentiment.polarity) + 1;
    for (const verdict of insight.aspects) {
      addTo(verdict.id, index);
      addTo(`${verdict.id}:${verdict.polarity}`, index);
    }
  });
  return { aspects, polarityAt: (index) => polarity.options[(polarities[index] ?? 0) - 1] };
}
