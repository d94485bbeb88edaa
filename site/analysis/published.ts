import type { PackName, Polarity, VerdictPolarity } from '../contract/insights.ts';
import { CRITICAL_UP_TO } from '../contract/mention-stars.ts';

/**
 * The minimum confidence of a published verdict. For home services, a verdict must be more likely right than wrong. Other businesses differ
 * so much that the minimum is higher.
 */
export const publishedFrom: Readonly<Record<PackName, number>> = { home: 0.5, general: 0.65 };

/** The same for criticism in reviews with one or two stars, which is more often right. */
export const blamedFrom: Readonly<Record<PackName, number>> = { home: 0.5, general: 0.55 };
export const UNHAPPY = 2;
/** The minimum confidence of criticism in a review with five stars. */
export const BLAMED_AGAINST_STARS_FROM = 0.85;
const PERFECT = 5;

/** A finding before and after it's decided how it's published. */
type Found = { readonly polarity: Polarity; readonly score: number; readonly confidence: number };
export type AsPublished<F extends Found> = Omit<F, 'polarity'> & { readonly polarity: VerdictPolarity };

/**
 * The findings that are sure enough to publish. Praise in a critical review is unclear: on texts that the engine hadn't learned from, half of
 * it was wrong at every confidence.
 */
export function toPublished<F extends Found>(findings: readonly F[], pack: PackName, stars = 4): AsPublished<F>[] {
  return findings.flatMap((finding): AsPublished<F>[] => {
    const { polarity, confidence } = finding;
    const isBlame = polarity === 'negative' || polarity === 'mixed';
    const least =
      !isBlame || (stars > UNHAPPY && stars < PERFECT)
        ? publishedFrom[pack]
        : stars === PERFECT
          ? BLAMED_AGAINST_STARS_FROM
          : blamedFrom[pack];
    if (confidence < least) return [];
    return stars <= CRITICAL_UP_TO && polarity === 'positive' ? [{ ...finding, polarity: 'unclear', score: 0 }] : [finding];
  });
}
