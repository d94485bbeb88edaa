import type { GivenAspect } from '../../content/dataset.ts';
import type { AspectWords, Pack } from './pack.ts';

/** An aspect as a business shows it. */
export type ShownAspect = AspectWords;

/** The aspects of a pack that a business doesn't switch off, under its own names where it gives any. */
export function shownAspects(pack: Pack, given: readonly GivenAspect[] = []): ShownAspect[] {
  return pack.aspects.flatMap((aspect) => {
    const own = given.find(({ id }) => id === aspect.id);
    if (own?.shown === false) return [];
    return [own?.label === undefined ? aspect : { ...aspect, label: own.label, topic: own.label.toLowerCase() }];
  });
}
