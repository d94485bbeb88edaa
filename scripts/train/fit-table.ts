import { encodeLevels, type StoredTable } from '../../site/insights/learned/weight-table.ts';
import { fitLogistic, type SparseRow } from './logistic.ts';

/** A stretch of words with the answer for each output, and how much each answer counts. */
export interface Example {
  /** The keys of each word; one that begins with `=` names the word whose vector counts. */
  readonly keys: readonly (readonly string[])[];
  readonly answers: readonly boolean[];
  readonly counts: readonly number[];
}

const FEWEST = 2;
const KEY_VALUE = 4;
const VECTOR_VALUE = 2;
const STRENGTH = 1;
/** Frequent words say little: a word's vector counts RARE / (RARE + its share of all words) (Arora, Liang and Ma 2017). */
const RARE = 1e-3;
const LEVELS = 31;
/** A row with nothing above it is left out: it would hardly count, and they are many. */
const FAINTEST = 4;

/**
 * A table of weights fitted to examples, one logistic regression for each output. The keys used by at least two examples are
 * features, and the sum of the words' vectors; a word's own row is what its vector adds, so words that no example uses have one.
 */
export function fitTable(examples: readonly Example[], vectors: ReadonlyMap<string, readonly number[]>, strength = STRENGTH): StoredTable {
  const places = numberKeys(examples);
  const axes = vectors.values().next().value?.length ?? 0;
  const weightOf = weighWords(examples);
  const rows = examples.map((example) => toRow(example, places, vectors, axes, weightOf));
  const size = 1 + axes + places.size;
  const fits = (examples[0]?.answers ?? []).map((_, output) =>
    fitLogistic({
      rows,
      size,
      strength,
      isCase: examples.map(({ answers }) => answers[output] ?? false),
      counts: examples.map(({ counts }) => counts[output] ?? 1),
    }),
  );
  return store(fits, places, vectors, axes, weightOf);
}

/** A number for each key that two examples use; 0 is the bias, the axes of the vectors come next. */
function numberKeys(examples: readonly Example[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { keys } of examples) for (const key of new Set(keys.flat())) uses.set(key, (uses.get(key) ?? 0) + 1);
  const kept = [...uses].filter(([key, count]) => count >= FEWEST && !key.startsWith('=')).map(([key]) => key);
  return new Map(kept.sort().map((key, index) => [key, index]));
}

const wordsOf = (keys: Example['keys']) => keys.flat().flatMap((key) => (key.startsWith('=') ? [key.slice(1)] : []));

function weighWords(examples: readonly Example[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const { keys } of examples) for (const word of wordsOf(keys)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (word) => RARE / (RARE + (counts.get(word) ?? 0) / Math.max(1, total));
}

function toRow(
  { keys }: Example,
  places: ReadonlyMap<string, number>,
  vectors: ReadonlyMap<string, readonly number[]>,
  axes: number,
  weightOf: (word: string) => number,
): SparseRow {
  const width = Math.sqrt(Math.max(1, keys.length));
  const values = new Map<number, number>([[0, KEY_VALUE]]);
  for (const word of wordsOf(keys)) {
    const vector = vectors.get(word);
    const weight = (VECTOR_VALUE * weightOf(word)) / width;
    if (vector) for (let axis = 0; axis < axes; axis++) values.set(1 + axis, (values.get(1 + axis) ?? 0) + weight * (vector[axis] ?? 0));
  }
  for (const key of keys.flat()) {
    const place = places.get(key);
    if (place !== undefined) values.set(1 + axes + place, (values.get(1 + axes + place) ?? 0) + KEY_VALUE / width);
  }
  return { at: Int32Array.from(values.keys()), values: Float64Array.from(values.values()) };
}

/** The fits as a table in levels; faint rows are left out. */
function store(
  fits: readonly Float64Array[],
  places: ReadonlyMap<string, number>,
  vectors: ReadonlyMap<string, readonly number[]>,
  axes: number,
  weightOf: (word: string) => number,
): StoredTable {
  const ofKeys = [...places].map(([key, place]) => [key, fits.map((fit) => KEY_VALUE * (fit[1 + axes + place] ?? 0))] as const);
  const ofWords = [...vectors].map(([word, vector]) => {
    const weight = VECTOR_VALUE * weightOf(word);
    return [`=${word}`, fits.map((fit) => weight * vector.reduce((sum, value, axis) => sum + value * (fit[1 + axis] ?? 0), 0))] as const;
  });
  const all = [...ofKeys, ...ofWords];
  const step = Math.max(...all.map(([, values]) => Math.max(...values.map(Math.abs)))) / LEVELS;
  const rows = all
    .map(([key, values]) => [key, values.map((value) => Math.round(value / step))] as const)
    .filter(([, levels]) => levels.some((level) => Math.abs(level) >= FAINTEST))
    .map(([key, levels]) => `${key} ${encodeLevels(levels)}`);
  return { bias: fits.map((fit) => round(KEY_VALUE * (fit[0] ?? 0))), step: round(step), rows };
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;
