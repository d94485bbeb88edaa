import { LRUCache } from 'lru-cache';
import { plainWords } from '../../site/shared/text.ts';
import { inSlices } from '../runtime.ts';
import { addBit, type BitSet, emptySet, firstMembers } from './bit-set.ts';

/** The size of the cache of texts that contain recently searched words. */
const KEPT_BYTES = 4_000_000;

const ASCII = /^[\0-\x7f]*$/;

/**
 * Folds a text for canonical caseless matching (Unicode 3.13, D145): texts that differ only in case have equal results. Lower case comes
 * first for letters without a single capital (İ, ẞ), upper case last because it has no contextual forms (final sigma). Most texts are
 * ASCII and need none of that.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toUpperCase();
  return text.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}

/** A cache by code point: 1 for a character of a word, 2 for any other, 0 for not known yet. */
const kinds = new Uint8Array(0x110000);
const WORD = /[\p{L}\p{N}\p{M}]/u;

/** Whether `plainWords` counts a character as part of a word. It decomposes ℃ and № into letters, so they count, too. */
function isWord(point: number): boolean {
  if (kinds[point] === 0) kinds[point] = WORD.test(String.fromCodePoint(point).normalize('NFKD')) ? 1 : 2;
  return kinds[point] === 1;
}

/**
 * Cuts a folded text into units: each is a run of letters and digits with everything up to the next run, such as `WORK, `. Joined, the
 * units are the text. Each unit of a query is part of a unit of every text that contains the query.
 */
export function cutUnits(text: string): string[] {
  const units: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = runEnd(text, runEnd(text, from, true), false);
    units.push(text.slice(from, to));
    from = to;
  }
  return units;
}

/** The offset after the longest run of word characters, or of other characters, that starts at `from`. */
function runEnd(text: string, from: number, ofWords: boolean): number {
  let at = from;
  while (at < text.length) {
    const point = text.codePointAt(at) as number;
    if (isWord(point) !== ofWords) break;
    at += point > 0xffff ? 2 : 1;
  }
  return at;
}

/** Shorter parts of units are found by scanning the vocabulary. */
const GRAM = 3;

/** Adds `value` to the list of `key` unless it is the last one there. */
function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else if (list.at(-1) !== value) list.push(value);
}

/** Collects texts one after the other, then indexes them, to find the texts that contain a string without scanning all of them. */
export function textIndexBuilder() {
  const texts: string[] = [];
  const textsByUnit = new Map<string, number[]>();
  const unitsByGram = new Map<string, string[]>();
  const unitsByWord = new Map<string, string[]>();

  const textsWith = (units: Iterable<string>) => {
    const found = emptySet(texts.length);
    for (const unit of units) for (const index of textsByUnit.get(unit) ?? []) addBit(found, index);
    return found;
  };
  /** The units that may contain `part`: those with its rarest n-gram. */
  const unitsLike = (part: string): readonly string[] => {
    if (part.length < GRAM) return [...textsByUnit.keys()];
    let fewest: readonly string[] | undefined;
    for (let at = 0; at + GRAM <= part.length; at++) {
      const units = unitsByGram.get(part.slice(at, at + GRAM)) ?? [];
      if (fewest === undefined || units.length < fewest.length) fewest = units;
    }
    return fewest ?? [];
  };
  const find = (folded: string) => {
    const parts = cutUnits(folded);
    const longest = parts.reduce((one, other) => (other.length > one.length ? other : one), '');
    const candidates = textsWith(unitsLike(longest).filter((unit) => unit.includes(longest)));
    if (parts.length === 1) return candidates;
    const found = emptySet(texts.length);
    for (const index of firstMembers(candidates, texts.length)) if (texts[index]?.includes(folded)) addBit(found, index);
    return found;
  };
  // People and agents search for the same words again with another filter, order or page.
  const lately = new LRUCache<string, BitSet>({ maxSize: KEPT_BYTES, sizeCalculation: (set) => set.byteLength + 1 });

  return {
    /** Adds the next text; null is a text that no search finds. */
    add(text: string | null): void {
      const folded = foldCase(text ?? '');
      const index = texts.push(folded) - 1;
      for (const unit of cutUnits(folded)) addTo(textsByUnit, unit, index);
    },
    async build() {
      await inSlices(textsByUnit.keys(), (unit) => {
        for (let at = 0; at + GRAM <= unit.length; at++) addTo(unitsByGram, unit.slice(at, at + GRAM), unit);
        for (const word of plainWords(unit)) addTo(unitsByWord, word, unit);
      });
      return {
        /** The texts that contain `query`, ignoring case and Unicode composition. */
        containing: (query: string): BitSet => {
          const folded = foldCase(query);
          const found = lately.get(folded) ?? find(folded);
          lately.set(folded, found);
          return found;
        },
        /** The texts that have one of these plain words as a whole word. */
        withWord: (words: readonly string[]): BitSet => textsWith(words.flatMap((word) => unitsByWord.get(word) ?? [])),
      };
    },
  };
}
