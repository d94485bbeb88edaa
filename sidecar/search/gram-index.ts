import { inSlices } from '../generation/slices.ts';

export interface GramIndex {
  /** Ids of the words that contain `part`. */
  containing(part: string): readonly number[];
}

/**
 * An n-gram index (n from 1 to 3) of the vocabulary: a search for a part of a word reads only the words that have the part's rarest
 * n-gram.
 */
export async function gramIndex(words: readonly string[]): Promise<GramIndex> {
  const byGram = new Map<number, number[]>();
  await inSlices(words, (word, id) => {
    for (let at = 0; at < word.length; at++) {
      for (let length = 1; length <= 3 && at + length <= word.length; length++) addOnce(byGram, gramAt(word, at, length), id);
    }
  });
  return {
    containing: (part) => {
      const length = Math.min(3, part.length);
      let fewest: readonly number[] | undefined;
      for (let at = 0; at + length <= part.length; at++) {
        const ids = byGram.get(gramAt(part, at, length)) ?? [];
        if (fewest === undefined || ids.length < fewest.length) fewest = ids;
      }
      if (part.length <= 3) return fewest ?? [];
      return (fewest ?? []).filter((id) => (words[id] as string).includes(part));
    },
  };
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
