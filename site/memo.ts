import { hashParts } from './content/hash-parts.ts';

/** Results of slow functions of text, by a hash of what they depend on. */
export type Results = ReadonlyMap<string, string>;

/** Astro bundles its own copy of this module, so the results are kept in the process. */
const slot = Symbol.for('open-reviews.memo');
const shared = globalThis as { [slot]?: { readonly earlier: Results; readonly used: Map<string, string> } };

/** Takes results from `earlier`, those of an earlier build of the same code, from now on; returns the ones that are used, as they come. */
export function reuseResults(earlier: Results): Results {
  const used = new Map<string, string>();
  shared[slot] = { earlier, used };
  return used;
}

/** The result of `compute`, which depends on nothing but `inputs` and the code. */
export async function memoized(inputs: readonly string[], compute: () => Promise<string>): Promise<string> {
  const memo = shared[slot];
  if (!memo) return compute();
  const key = hashParts(...inputs);
  const result = memo.used.get(key) ?? memo.earlier.get(key) ?? (await compute());
  memo.used.set(key, result);
  return result;
}
