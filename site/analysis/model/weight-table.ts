import type { Features } from './features.ts';

/** Weights of several logistic regressions as they are stored: a line a key, `key codes`, a character of `ALPHABET` for each output. */
export interface StoredTable {
  readonly bias: readonly number[];
  /** What one level of a code is worth. */
  readonly step: number;
  readonly rows: readonly string[];
}

/** Weights by key, one for each output, in levels of `step`. */
export interface WeightTable {
  readonly bias: readonly number[];
  readonly step: number;
  /** Where in `levels` the weights of each key begin. */
  readonly places: ReadonlyMap<string, number>;
  readonly levels: Int8Array;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const ZERO = 32;
/** The level of each character, by its code. */
const levelOf = new Int8Array(128);
for (let index = 0; index < ALPHABET.length; index++) levelOf[ALPHABET.charCodeAt(index)] = index - ZERO;

/** The codes of levels from -32 to 31; what lies beyond is brought to the end of the scale. */
export function encodeLevels(values: readonly number[]): string {
  return values.map((value) => ALPHABET[Math.min(31, Math.max(-32, Math.round(value))) + ZERO]).join('');
}

/** A stored table ready for use. Keys may hold spaces; the codes stand behind the last one. */
export function readTable({ bias, step, rows }: StoredTable): WeightTable {
  const places = new Map<string, number>();
  const levels = new Int8Array(rows.length * bias.length);
  for (const [index, row] of rows.entries()) {
    const keyEnd = row.lastIndexOf(' ');
    const place = index * bias.length;
    places.set(row.slice(0, keyEnd), place);
    for (let output = 0; output < bias.length; output++) levels[place + output] = levelOf[row.charCodeAt(keyEnd + 1 + output)] ?? 0;
  }
  return { bias, step, places, levels };
}

/** The sums of features times weights, in levels, on top of other sums. */
export function sumUp(
  { places, levels, bias }: WeightTable,
  features: Features,
  onto: Float64Array = new Float64Array(bias.length),
): Float64Array {
  const sums = onto.slice();
  for (const [key, value] of features) {
    const place = places.get(key);
    if (place === undefined) continue;
    for (let output = 0; output < sums.length; output++) sums[output] = (sums[output] ?? 0) + value * (levels[place + output] ?? 0);
  }
  return sums;
}

/** The outputs in log-odds: the bias and the sums, to three decimals so that no last digit decides. */
export const toLogOdds = ({ bias, step }: WeightTable, sums: Float64Array): number[] =>
  bias.map((start, output) => Math.round((start + step * (sums[output] ?? 0)) * 1000) / 1000);
