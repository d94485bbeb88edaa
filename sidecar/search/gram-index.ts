import { firstIndex } from '../../site/contract/first-index.ts';
import { inSlices } from '../generation/slices.ts';
import { flatten, type Groups, groupAt } from './groups.ts';

/**
 * An n-gram index (n from 1 to 3) of a vocabulary: for each n-gram, as `gramAt` has it, the ids of the words that contain it. `keys` ascend.
 */
export interface Grams extends Groups {
  readonly keys: Float64Array;
}

/** Finds the words with a part: a search for a part of a word reads only the words that have the part's rarest n-gram. */
export interface GramIndex {
  /** Ids of the words that contain `part`. */
  containing(part: string): Uint32Array;
}

export async function indexGrams(words: readonly string[]): Promise<Grams> {
  const byGram = new Map<number, number[]>();
  await inSlices(words, (word, id) => {
    for (let at = 0; at < word.length; at++) {
      for (let length = 1; length <= 3 && at + length <= word.length; length++) addOnce(byGram, gramAt(word, at, length), id);
    }
  });
  const keys = Float64Array.from(byGram.keys()).sort();
  return { keys, ...flatten(Array.from(keys, (gram) => byGram.get(gram) ?? [])) };
}

export function gramIndex(grams: Grams, words: readonly string[]): GramIndex {
  return {
    containing: (part) => {
      const length = Math.min(3, part.length);
      let fewest: Uint32Array | undefined;
      for (let at = 0; at + length <= part.length; at++) {
        const ids = groupAt(grams, placeOf(grams.keys, gramAt(part, at, length)));
        if (fewest === undefined || ids.length < fewest.length) fewest = ids;
      }
      const candidates = fewest ?? new Uint32Array();
      return part.length <= 3 ? candidates : candidates.filter((id) => (words[id] as string).includes(part));
    },
  };
}

/** The place of `key` among ascending keys; -1 where it isn't there. */
function placeOf(keys: Float64Array, key: number): number {
  const place = firstIndex(keys, (found) => found >= key);
  return keys[place] === key ? place : -1;
}

function addOnce(byGram: Map<number, number[]>, gram: number, id: number): void {
  const ids = byGram.get(gram);
  if (!ids) byGram.set(gram, [id]);
  else if (ids[ids.length - 1] !== id) ids.push(id);
}

/** Up to three UTF-16 code units as one number below 2^50; n-grams of different lengths differ. */
function gramAt(word: string, at: number, length: number): number {
  let gram = length;
  for (let index = at; index < at + length; index++) gram = gram * 65536 + word.charCodeAt(index);
  return gram;
}
