import { LRUCache } from 'lru-cache';
import { limits } from '../../site/contract/limits.ts';
import { plainWords } from '../../site/contract/plain-words.ts';
import { inChunks, inSlices } from '../generation/slices.ts';
import { addBit, type BitSet, emptySet, unite } from './bit-set.ts';
import { type Corpus, cutUnits, TEXT_END } from './corpus.ts';
import { foldCase } from './fold-case.ts';
import { type Grams, gramIndex, indexGrams } from './gram-index.ts';
import { flatten, type Groups, groupAt } from './groups.ts';

/** Threshold: uniting the set of all texts takes about as long as adding this share of its texts one by one. */
const SET_PAYS_SHIFT = 2;

/** Finds the texts that contain a string, exactly and without scanning the texts. Its sets are shared, and not to be changed. */
export interface TextIndex {
  /** The texts that contain `query`, ignoring case and the form of letters. */
  containing(query: string): BitSet;
  /** The texts in which one of these plain words stands as a whole word. */
  withWord(words: readonly string[]): BitSet;
}

/** All that the index of some texts rests on, as plain values, so that the build can make it for servers. */
export interface IndexedTexts {
  readonly corpus: Corpus;
  readonly places: Places;
  readonly grams: Grams;
  /** The plain words of the vocabulary, and the units of each: `RÉPAIR, ` and `repair` are both of `repair`. */
  readonly words: readonly string[];
  readonly unitsOfWords: Groups;
}

export async function indexTexts(corpus: Corpus): Promise<IndexedTexts> {
  const places = await placesOf(corpus);
  const grams = await indexGrams(corpus.vocabulary);
  const byWord = await unitsByWord(corpus.vocabulary);
  return { corpus, places, grams, words: [...byWord.keys()], unitsOfWords: flatten([...byWord.values()]) };
}

/**
 * The index over `size` texts. A query is tokenised like the texts. A query of one unit is a part of units in the vocabulary, which the
 * n-gram index finds. Of several units the first is a suffix of a unit, the last a prefix, and those between are whole: looked at are the
 * pairs of units that end with the rarest of them, and of those pairs that fit the positions.
 */
export function createTextIndex({ corpus, places, words: plain, unitsOfWords, ...index }: IndexedTexts, size: number): TextIndex {
  const grams = gramIndex(index.grams, corpus.vocabulary);
  const ids = new Map(corpus.vocabulary.map((unit, id) => [unit, id]));
  const byWord = new Map(plain.map((word, place) => [word, place]));
  const frequent = new Map<number, BitSet>();

  const addTexts = (into: BitSet, unit: number) => {
    const to = places.starts[unit + 1] as number;
    for (let at = places.starts[unit] as number; at < to; at++) addBit(into, places.texts[at] as number);
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
    const tests = parts.map((part, place) => unitTest(corpus, ids, part, place, parts.length));
    const { anchor, units } = rarestPart(parts, ids, grams.containing, places);
    for (const unit of units) {
      if (!tests[anchor]?.(unit)) continue;
      const lastPair = places.pairs[unit + 1] as number;
      for (let pair = places.pairs[unit] as number; pair < lastPair; pair++) {
        if (tests[anchor - 1]?.(places.before[pair] as number)) addPair(pair, anchor, tests, found);
      }
    }
  };
  /** Adds the texts in which the whole sequence stands around a pair of it. */
  const addPair = (pair: number, anchor: number, tests: readonly UnitTest[], found: BitSet) => {
    const to = places.pairStarts[pair + 1] as number;
    for (let at = places.pairStarts[pair] as number; at < to; at++) {
      const isWhole = tests.length === 2 || standsAt(corpus, (places.positions[at] as number) - anchor, tests);
      if (isWhole) addBit(found, places.texts[at] as number);
    }
  };

  // The pages of a search repeat its words.
  const recent = new LRUCache<string, BitSet>({
    maxSize: limits.search.recentSetBytes,
    sizeCalculation: ({ byteLength }, key) => byteLength + key.length,
  });
  const find = (key: string, add: (found: BitSet) => void) => {
    const known = recent.get(key);
    if (known) return known;
    const found = emptySet(size);
    add(found);
    recent.set(key, found);
    return found;
  };
  return {
    containing: (query) => {
      const folded = foldCase(query);
      return find(`containing ${folded}`, (found) => {
        const parts = cutUnits(folded);
        if (parts.length > 1) return addSequence(parts, found);
        for (const unit of grams.containing(folded)) uniteTexts(found, unit);
      });
    },
    withWord: (words) =>
      find(`with ${words.join(' ')}`, (found) => {
        for (const word of words) for (const unit of groupAt(unitsOfWords, byWord.get(word) ?? -1)) uniteTexts(found, unit);
      }),
  };
}

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

function unitTest({ vocabulary }: Corpus, ids: ReadonlyMap<string, number>, part: string, place: number, count: number): UnitTest {
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

/** The part behind the first whose units have the fewest pairs; whole units are preferred where the last part has as few. */
function rarestPart(
  parts: readonly string[],
  ids: ReadonlyMap<string, number>,
  containing: (part: string) => Uint32Array,
  { pairs }: Places,
) {
  const count = (units: Uint32Array) => units.reduce((sum, unit) => sum + (pairs[unit + 1] as number) - (pairs[unit] as number), 0);
  const inner = parts.slice(1, -1).map((part, index) => {
    const id = ids.get(part);
    return { anchor: index + 1, units: id === undefined ? new Uint32Array() : Uint32Array.of(id) };
  });
  const last = { anchor: parts.length - 1, units: containing(parts.at(-1) ?? '') };
  return [...inner, last].reduce((best, candidate) => (count(candidate.units) < count(best.units) ? candidate : best));
}

function standsAt({ units }: Corpus, first: number, tests: readonly UnitTest[]): boolean {
  if (first < 0 || first + tests.length > units.length) return false;
  for (let place = 0; place < tests.length; place++) {
    if (!tests[place]?.(units[first + place] as number)) return false;
  }
  return true;
}

/** Where units stand; the offsets of `x` are from `starts[x]` up to `starts[x + 1]`, exclusive. */
export interface Places {
  /** Positions in the corpus, grouped by unit and, of the same unit, by the unit before. */
  readonly positions: Uint32Array;
  /** The text at each of these positions. */
  readonly texts: Uint32Array;
  /** The offsets in `positions` of a unit. */
  readonly starts: Uint32Array;
  /** The offsets in `before` of a unit. */
  readonly pairs: Uint32Array;
  /** The units that stand before a unit. */
  readonly before: Uint32Array;
  /** The offsets in `positions` of each pair. */
  readonly pairStarts: Uint32Array;
}

/** Counting sort of the positions by the unit before, then by the unit. */
async function placesOf(corpus: Corpus): Promise<Places> {
  const starts = await countUnits(corpus);
  const order = await groupByUnit(corpus, starts);
  // The positions behind those of a unit have this unit before them. Before the first of all stands the last, which ends a text, too.
  await inChunks(order.length, (from, to) => {
    for (let at = from; at < to; at++) order[at] = order[at] === order.length - 1 ? 0 : (order[at] as number) + 1;
  });
  const positions = await groupByUnit(corpus, starts, order);
  return { positions, texts: await textsAt(corpus, positions), starts, ...(await findPairs(corpus, positions)) };
}

/** The index of the text at each of the positions. */
async function textsAt({ units }: Corpus, positions: Uint32Array): Promise<Uint32Array> {
  const textOf = new Uint32Array(units.length);
  let text = 0;
  await inChunks(units.length, (from, to) => {
    for (let at = from; at < to; at++) {
      textOf[at] = text;
      if (units[at] === TEXT_END) text++;
    }
  });
  const texts = new Uint32Array(positions.length);
  await inChunks(positions.length, (from, to) => {
    for (let at = from; at < to; at++) texts[at] = textOf[positions[at] as number] as number;
  });
  return texts;
}

/** Where the positions of each unit begin when they are grouped by unit. */
async function countUnits({ vocabulary, units }: Corpus): Promise<Uint32Array> {
  const starts = new Uint32Array(vocabulary.length + 1);
  await inChunks(units.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const after = (units[at] as number) + 1;
      starts[after] = (starts[after] as number) + 1;
    }
  });
  for (let unit = 0; unit < vocabulary.length; unit++) starts[unit + 1] = (starts[unit + 1] as number) + (starts[unit] as number);
  return starts;
}

/** Groups all positions by unit; those of a unit stay in the order given, or without one in that of the corpus. */
async function groupByUnit({ units }: Corpus, starts: Uint32Array, order?: Uint32Array): Promise<Uint32Array> {
  const next = starts.slice();
  const grouped = new Uint32Array(units.length);
  await inChunks(units.length, (from, to) => {
    for (let index = from; index < to; index++) {
      const position = order ? (order[index] as number) : index;
      const unit = units[position] as number;
      grouped[next[unit] as number] = position;
      next[unit] = (next[unit] as number) + 1;
    }
  });
  return grouped;
}

/** The pairs of units in the order of their positions. */
async function findPairs({ vocabulary, units }: Corpus, positions: Uint32Array): Promise<Pick<Places, 'pairs' | 'before' | 'pairStarts'>> {
  const pairs = new Uint32Array(vocabulary.length + 1);
  const before: number[] = [];
  const pairStarts: number[] = [];
  let lastUnit = -1;
  let lastBefore = -1;
  await inChunks(positions.length, (from, to) => {
    for (let index = from; index < to; index++) {
      const position = positions[index] as number;
      const unit = units[position] as number;
      const unitBefore = units[(position || units.length) - 1] as number;
      if (unit === lastUnit && unitBefore === lastBefore) continue;
      lastUnit = unit;
      lastBefore = unitBefore;
      before.push(unitBefore);
      pairStarts.push(index);
      pairs[unit + 1] = before.length;
    }
  });
  return { pairs, before: Uint32Array.from(before), pairStarts: Uint32Array.from([...pairStarts, positions.length]) };
}
