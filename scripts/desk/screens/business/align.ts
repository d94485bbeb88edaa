import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../../site/shared/algorithms.ts';
import type { JsonValue } from '../../../content/edit-text.ts';

/**
 * Pairs the items of two lists in order, so that paired items have the most in common. `old` is an index in `now`, and `own` one in
 * `wanted`; items without a counterpart have only one of them.
 */
export function align(
  now: readonly JsonValue[],
  wanted: readonly JsonValue[],
): { readonly old?: number | undefined; readonly own?: number | undefined }[] {
  // The best score for the remaining items of both lists, computed from the end.
  const best = Array.from({ length: now.length + 1 }, () => new Float64Array(wanted.length + 1));
  const at = (old: number, own: number) => best[old]?.[own] ?? 0;
  const pair = (old: number, own: number) => likeness(now[old] as JsonValue, wanted[own] as JsonValue) + at(old + 1, own + 1);
  for (let old = now.length - 1; old >= 0; old--)
    for (let own = wanted.length - 1; own >= 0; own--)
      (best[old] as Float64Array)[own] = Math.max(pair(old, own), at(old + 1, own), at(old, own + 1));
  const aligned = [];
  for (let [old, own] = [0, 0]; old < now.length || own < wanted.length; ) {
    if (old < now.length && own < wanted.length && at(old, own) === pair(old, own)) aligned.push({ old: old++, own: own++ });
    else if (old < now.length && (own === wanted.length || at(old, own) === at(old + 1, own))) aligned.push({ old: old++ });
    else aligned.push({ own: own++ });
  }
  return aligned;
}

/** How much two values have in common, from 1 for nothing to 11 for equal values. */
function likeness(a: JsonValue, b: JsonValue): number {
  if (isObject(a) && isObject(b)) {
    const equal = Object.keys(a).filter((key) => isDeepStrictEqual(a[key], b[key])).length;
    return 1 + (10 * equal) / Math.max(Object.keys(a).length, Object.keys(b).length);
  }
  return isDeepStrictEqual(a, b) ? 11 : 1;
}
