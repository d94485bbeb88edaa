import { type Amount, encodeLevels, type StoredTable } from '../../../site/analysis/model/weight-table.ts';
import { fitLogistic, type SparseRow } from './logistic.ts';

/** What is learned from: amounts of keys, the answer for each output, and how much each answer counts. */
export interface Example {
  /** A key such as `=word`, or `channel=word`, names the word whose vector counts in a channel. */
  readonly amounts: readonly Amount[];
  readonly answers: readonly boolean[];
  readonly counts: readonly number[];
}

/** The keys of each word of a stretch, each over the square root of how many words there are, as `scoreOf` sums them up. */
export function spread(keys: readonly (readonly string[])[]): Amount[] {
  const amount = 1 / Math.sqrt(Math.max(1, keys.length));
  return keys.flat().map((key) => [key, amount] as const);
}

/** How many examples must use a key. */
const FEWEST = 2;
const KEY_VALUE = 4;
const VECTOR_VALUE = 2;
const STRENGTH = 1;
/** Frequent words say little: a word's vector counts RARE / (RARE + its share of all words) (Arora, Liang and Ma 2017). */
const RARE = 1e-3;
const LEVELS = 31;
/** Which share of the rows lies within the scale; what few lie beyond are brought to its end. */
const WITHIN = 0.9995;
/** A row with nothing above it is left out: it would hardly count, and they are many. */
const FAINTEST = 3;

/** What is known of words before anything is learned. A word that is missing has a vector of zeros, and no valence. */
export interface Meanings {
  readonly vectors: ReadonlyMap<string, readonly number[]>;
  /** How much a word praises, above 0, or blames, below: from -1 to 1. */
  readonly valences?: ReadonlyMap<string, number>;
}

/**
 * A table of weights fitted to examples, one logistic regression for each output. The keys used by at least two examples are
 * features, and for each channel the sum of the words' vectors; a word's own row is what its vector adds, so words that no example
 * uses have one.
 */
export function fitTable(examples: readonly Example[], meanings: Meanings, strength = STRENGTH): StoredTable {
  const space = laySpace(examples, meanings);
  const rows = examples.map((example) => toRow(example, space));
  const fits = (examples[0]?.answers ?? []).map((_, output) =>
    fitLogistic({
      rows,
      size: space.size,
      strength,
      isCase: examples.map(({ answers }) => answers[output] ?? false),
      counts: examples.map(({ counts }) => counts[output] ?? 1),
    }),
  );
  return store(fits, space);
}

/** Where each feature stands in a row: the bias at 0, then the axes of each channel, then the keys. */
interface Space {
  readonly channels: ReadonlyMap<string, number>;
  readonly keys: ReadonlyMap<string, number>;
  readonly size: number;
  /** What a word adds on the axes of a channel; undefined of a word that nothing is known of. */
  readonly axesOf: (word: string) => readonly number[] | undefined;
  /** All words that something is known of. */
  readonly words: ReadonlySet<string>;
}

/** `n!=late` is the channel `n!` and the word `late`; undefined for a key that names no word. */
function splitKey(key: string): { readonly channel: string; readonly word: string } | undefined {
  const at = key.indexOf('=');
  return at < 0 ? undefined : { channel: key.slice(0, at), word: key.slice(at + 1) };
}

function laySpace(examples: readonly Example[], meanings: Meanings): Space {
  const uses = new Map<string, number>();
  for (const { amounts } of examples) for (const key of new Set(amounts.map(([key]) => key))) uses.set(key, (uses.get(key) ?? 0) + 1);
  const { axesOf, axes, words } = layAxes(meanings, weighWords(examples));
  const named = [...new Set([...uses.keys()].flatMap((key) => splitKey(key)?.channel ?? []))].sort();
  const channels = new Map(named.map((channel, index) => [channel, 1 + index * axes]));
  const first = 1 + named.length * axes;
  const kept = [...uses].filter(([key, count]) => count >= FEWEST && !splitKey(key)).map(([key]) => key);
  const keys = new Map(kept.sort().map((key, index) => [key, first + index]));
  return { channels, keys, size: first + keys.size, axesOf, words };
}

/** The axes of a word: those of its vector, then its praise and its blame if valences are given. */
function layAxes({ vectors, valences }: Meanings, weightOf: (word: string) => number) {
  const width = vectors.values().next().value?.length ?? 0;
  const words = new Set([...vectors.keys(), ...(valences?.keys() ?? [])]);
  const known = new Map<string, readonly number[]>();
  const toAxes = (word: string) => {
    const weight = VECTOR_VALUE * weightOf(word);
    const own = (vectors.get(word) ?? Array<number>(width).fill(0)).map((value) => weight * value);
    const valence = KEY_VALUE * (valences?.get(word) ?? 0);
    return valences ? [...own, Math.max(0, valence), Math.max(0, -valence)] : own;
  };
  const axesOf = (word: string) => {
    if (!words.has(word)) return undefined;
    const axes = known.get(word) ?? toAxes(word);
    known.set(word, axes);
    return axes;
  };
  return { axesOf, axes: width + (valences ? 2 : 0), words };
}

function weighWords(examples: readonly Example[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const { amounts } of examples) {
    for (const [key] of amounts) {
      const word = splitKey(key)?.word;
      if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (word) => RARE / (RARE + (counts.get(word) ?? 0) / Math.max(1, total));
}

function toRow({ amounts }: Example, { channels, keys, axesOf }: Space): SparseRow {
  const values = new Map<number, number>([[0, KEY_VALUE]]);
  const add = (place: number, value: number) => values.set(place, (values.get(place) ?? 0) + value);
  for (const [key, amount] of amounts) {
    const named = splitKey(key);
    const place = named ? channels.get(named.channel) : keys.get(key);
    if (place === undefined) continue;
    if (!named) add(place, KEY_VALUE * amount);
    for (const [axis, value] of (named && axesOf(named.word))?.entries() ?? []) add(place + axis, value * amount);
  }
  return { at: Int32Array.from(values.keys()), values: Float64Array.from(values.values()) };
}

/** The fits as a table in levels; faint rows are left out. */
function store(fits: readonly Float64Array[], { channels, keys, axesOf, words }: Space): StoredTable {
  const ofKeys = [...keys].map(([key, place]) => [key, fits.map((fit) => KEY_VALUE * (fit[place] ?? 0))] as const);
  const ofWords = [...channels].flatMap(([channel, place]) =>
    [...words].map((word) => {
      const along = (fit: Float64Array) => (axesOf(word) ?? []).reduce((sum, value, axis) => sum + value * (fit[place + axis] ?? 0), 0);
      return [`${channel}=${word}`, fits.map(along)] as const;
    }),
  );
  const all = [...ofKeys, ...ofWords];
  const sizes = Float64Array.from(all, ([, values]) => Math.max(...values.map(Math.abs))).sort();
  const step = (sizes[Math.floor(sizes.length * WITHIN)] ?? 0) / LEVELS;
  const rows = all
    .map(([key, values]) => [key, values.map((value) => Math.round(value / step))] as const)
    .filter(([, levels]) => levels.some((level) => Math.abs(level) >= FAINTEST))
    .map(([key, levels]) => `${key} ${encodeLevels(levels)}`);
  return { bias: fits.map((fit) => round(KEY_VALUE * (fit[0] ?? 0))), step: round(step), rows };
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;
