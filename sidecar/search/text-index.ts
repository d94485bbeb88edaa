import { plainWords } from '../../site/contract/plain-words.ts';
import { inChunks, inSlices } from '../generation/slices.ts';
import { addBit, type BitSet, emptySet, unite } from './bit-set.ts';
import { type Corpus, cutUnits } from './corpus.ts';
import { foldCase } from './fold-case.ts';
import { gramIndex } from './gram-index.ts';

/** Threshold: uniting the set of all texts takes about as long as adding this share of its texts one by one. */
const SET_PAYS_SHIFT = 2;

/** Finds the texts that contain a string, exactly and without scanning the texts. */
export interface TextIndex {
  /** Adds to `found` the indexes of the texts that contain `query`, ignoring case and the form of letters. */
  addContaining(query: string, found: BitSet): void;
  /** Adds to `found` the indexes of the texts in which one of these plain words stands as a whole word. */
  addWithWord(words: readonly string[], found: BitSet): void;
}

/**
 * Builds the index over the `size` texts of the corpus. A query is tokenised like the texts. A query of one unit is a part of units in
 * the vocabulary, which the n-gram index finds. Of several units the first is a suffix of a unit, the last a prefix, and those between
 * are whole: the positions of the rarest of them are checked, with its neighbours.
 */
export async function buildTextIndex(corpus: Corpus, size: number): Promise<TextIndex> {
  const places = await placesOf(corpus);
  const grams = await gramIndex(corpus.vocabulary);
  const byWord = await unitsByWord(corpus.vocabulary);
  const frequent = new Map<number, BitSet>();

  const addTexts = (into: BitSet, unit: number) => {
    const to = places.starts[unit + 1] as number;
    for (let at = places.starts[unit] as number; at < to; at++) addBit(into, corpus.textAt(places.positions[at] as number));
  };
  /** The set of texts with a unit; for frequent units it is made once. */
  const uniteTexts = (into: BitSet, unit: number) => {
    const count = (places.starts[unit + 1] as number) - (places.starts[unit] as number);
    if (count < into.length >> SET_PAYS_SHIFT) return addTexts(into, unit);
    let set = frequent.get(unit);
    if (!set) {
      set = emptySet(size);
      addTexts(set, unit);
      frequent.set(unit, set);
    }
    return unite(into, set);
  };

  const addSequence = (parts: readonly string[], found: BitSet) => {
    const tests = parts.map((part, place) => unitTest(corpus, part, place, parts.length));
    const { anchor, units } = rarestPart(parts, corpus, grams.containing, places);
    for (const unit of units) {
      if (!tests[anchor]?.(unit)) continue;
      const to = places.starts[unit + 1] as number;
      for (let at = places.starts[unit] as number; at < to; at++) {
        const position = places.positions[at] as number;
        if (standsAt(corpus, position - anchor, tests)) addBit(found, corpus.textAt(position));
      }
    }
  };

  return {
    addContaining: (query, found) => {
      const parts = cutUnits(foldCase(query));
      if (parts.length > 1) return addSequence(parts, found);
      for (const unit of grams.containing(parts[0] ?? '')) uniteTexts(found, unit);
    },
    addWithWord: (words, found) => {
      for (const word of words) for (const unit of byWord.get(word) ?? []) uniteTexts(found, unit);
    },
  };
}

/** The units of each plain word: `RÉPAIR, ` and `repair` are both of `repair`. */
async function unitsByWord(vocabulary: readonly string[]): Promise<Map<string, number[]>> {
  const byWord = new Map<string, number[]>();
  await inSlices(vocabulary, (unit, id) => {
    for (const word of plainWords(unit)) {
      const units = byWord.get(word);
      if (units) units.push(id);
      else byWord.set(word, [id]);
    }
  });
  return byWord;
}

type UnitTest = (unit: number) => boolean;

function unitTest({ vocabulary, ids }: Corpus, part: string, place: number, count: number): UnitTest {
  if (place === 0) return remembering(vocabulary.length, (unit) => (vocabulary[unit] as string).endsWith(part));
  if (place === count - 1) return remembering(vocabulary.length, (unit) => (vocabulary[unit] as string).startsWith(part));
  const id = ids.get(part);
  return (unit) => unit === id;
}

/** Caches the test by unit, since a unit has many positions. */
function remembering(size: number, test: UnitTest): UnitTest {
  const known = new Uint8Array(size);
  return (unit) => {
    if (known[unit] === 0) known[unit] = test(unit) ? 1 : 2;
    return known[unit] === 1;
  };
}

/**
 * The part whose units have the fewest positions; whole units are preferred, and the first or last part is used only where it is long or
 * there is no other.
 */
function rarestPart(parts: readonly string[], { ids }: Corpus, containing: (part: string) => readonly number[], { starts }: Places) {
  const count = (units: readonly number[]) => units.reduce((sum, unit) => sum + (starts[unit + 1] as number) - (starts[unit] as number), 0);
  const inner = parts.slice(1, -1).map((part, index) => {
    const id = ids.get(part);
    return { anchor: index + 1, units: id === undefined ? [] : [id] };
  });
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const outer =
    first.length > last.length ? { anchor: 0, units: containing(first) } : { anchor: parts.length - 1, units: containing(last) };
  return [...inner, outer].reduce((best, candidate) => (count(candidate.units) < count(best.units) ? candidate : best));
}

function standsAt({ units }: Corpus, first: number, tests: readonly UnitTest[]): boolean {
  if (first < 0 || first + tests.length > units.length) return false;
  for (let place = 0; place < tests.length; place++) {
    if (!tests[place]?.(units[first + place] as number)) return false;
  }
  return true;
}

interface Places {
  /** Positions in the corpus, grouped by unit; the group of a unit begins at `starts[unit]`. */
  readonly positions: Uint32Array;
  readonly starts: Uint32Array;
}

/** Counting sort of the positions by their unit. */
async function placesOf({ vocabulary, units }: Corpus): Promise<Places> {
  const starts = new Uint32Array(vocabulary.length + 1);
  await inChunks(units.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const after = (units[at] as number) + 1;
      starts[after] = (starts[after] as number) + 1;
    }
  });
  for (let unit = 0; unit < vocabulary.length; unit++) starts[unit + 1] = (starts[unit + 1] as number) + (starts[unit] as number);
  const next = starts.slice();
  const positions = new Uint32Array(units.length);
  await inChunks(units.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const unit = units[at] as number;
      positions[next[unit] as number] = at;
      next[unit] = (next[unit] as number) + 1;
    }
  });
  return { positions, starts };
}
