import { plainWords } from '../../site/contract/plain-words.ts';
import { inSlices } from '../generation/slices.ts';
import { add, type BitSet, emptySet, unite } from './bit-set.ts';
import { type Corpus, cutUnits, readCorpus } from './corpus.ts';
import { fold } from './fold.ts';
import { gramIndex } from './gram-index.ts';

/** A set of all texts is united in about the time in which this share of its words are added one by one. */
const SET_PAYS_SHIFT = 2;

/** Answers which of a list of texts contain a string, exactly and without reading the texts. */
export interface TextIndex {
  /** Adds to `found` the indexes of the texts in which `query` stands, ignoring case and the form of letters. */
  addContaining(query: string, found: BitSet): void;
  /** Adds to `found` the indexes of the texts in which one of these plain words stands as a whole word. */
  addWithWord(words: readonly string[], found: BitSet): void;
}

/**
 * Builds the index over `texts` (null has nothing in it). A query is cut into units like the texts. A query of one
 * unit is a part of units of the vocabulary, found by their trigrams. Of several, the first ends a unit of the text, the
 * last begins one and those between are whole: the places of the most telling of them are looked at, the others beside it.
 */
export async function buildTextIndex(texts: readonly (string | null)[]): Promise<TextIndex> {
  const corpus = await readCorpus(texts);
  const places = placesOf(corpus);
  const grams = await gramIndex(corpus.vocabulary);
  const byWord = await unitsByWord(corpus.vocabulary);
  const size = texts.length;
  const frequent = new Map<number, BitSet>();

  const addTexts = (into: BitSet, unit: number) => {
    const to = places.starts[unit + 1] as number;
    for (let at = places.starts[unit] as number; at < to; at++) add(into, places.texts[at] as number);
  };
  /** The texts with a unit; for units in many texts the set is made once. */
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
    const { anchor, units } = mostTelling(parts, corpus, grams.containing, places);
    for (const unit of units) {
      if (!tests[anchor]?.(unit)) continue;
      const to = places.starts[unit + 1] as number;
      for (let at = places.starts[unit] as number; at < to; at++) {
        if (standsAt(corpus, (places.positions[at] as number) - anchor, tests)) add(found, places.texts[at] as number);
      }
    }
  };

  return {
    addContaining: (query, found) => {
      const parts = cutUnits(fold(query));
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

/** A unit stands in many places, so each is compared once. */
function remembering(size: number, test: UnitTest): UnitTest {
  const known = new Uint8Array(size);
  return (unit) => {
    if (known[unit] === 0) known[unit] = test(unit) ? 1 : 2;
    return known[unit] === 1;
  };
}

/** The part whose units stand in the fewest places: a whole one by its count, the outer ones only where there is none or they are long. */
function mostTelling(parts: readonly string[], { ids }: Corpus, containing: (part: string) => readonly number[], { starts }: Places) {
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

function standsAt({ units, textOf }: Corpus, first: number, tests: readonly UnitTest[]): boolean {
  const last = first + tests.length - 1;
  if (first < 0 || last >= units.length || textOf[first] !== textOf[last]) return false;
  for (let place = 0; place < tests.length; place++) {
    if (!tests[place]?.(units[first + place] as number)) return false;
  }
  return true;
}

interface Places {
  /** Positions in the corpus, grouped by unit; the group of a unit begins at `starts[unit]`. */
  readonly positions: Uint32Array;
  readonly starts: Uint32Array;
  /** The text at each of the positions. */
  readonly texts: Uint32Array;
}

/** Counting sort of the positions by their unit. */
function placesOf({ vocabulary, units, textOf }: Corpus): Places {
  const starts = new Uint32Array(vocabulary.length + 1);
  for (let at = 0; at < units.length; at++) {
    const after = (units[at] as number) + 1;
    starts[after] = (starts[after] as number) + 1;
  }
  for (let unit = 0; unit < vocabulary.length; unit++) starts[unit + 1] = (starts[unit + 1] as number) + (starts[unit] as number);
  const next = starts.slice();
  const positions = new Uint32Array(units.length);
  const texts = new Uint32Array(units.length);
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] as number;
    positions[next[unit] as number] = at;
    texts[next[unit] as number] = textOf[at] as number;
    next[unit] = (next[unit] as number) + 1;
  }
  return { positions, starts, texts };
}
