import type { Features } from './features.ts';

/** Weights of several logistic regressions as they are stored: a row `key codes` for each key, with a character for each output. */
export interface StoredTable {
  readonly bias: readonly number[];
  /** The weight of one level. */
  readonly step: number;
  readonly rows: readonly string[];
}

/** Weights by key, one for each output, in levels of `step`. */
export interface WeightTable {
  readonly bias: readonly number[];
  readonly step: number;
  /** The index in `levels` of each key's first weight. */
  readonly places: ReadonlyMap<string, number>;
  readonly levels: Int8Array;
}

/** The code of level 0, "P"; levels from -32 to 31 are the characters from "0" to "o". */
const ZERO = 80;

/** The codes of levels. Lower or higher ones become -32 or 31. */
export function encodeLevels(values: readonly number[]): string {
  return String.fromCharCode(...values.map((value) => ZERO + Math.min(31, Math.max(-32, Math.round(value)))));
}

/** A stored table ready for use. Keys may contain spaces; the codes follow the last one. */
export function readTable({ bias, step, rows }: StoredTable): WeightTable {
  const places = new Map<string, number>();
  const levels = new Int8Array(rows.length * bias.length);
  for (const [index, row] of rows.entries()) {
    const keyEnd = row.lastIndexOf(' ');
    const place = index * bias.length;
    places.set(row.slice(0, keyEnd), place);
    for (let output = 0; output < bias.length; output++) levels[place + output] = row.charCodeAt(keyEnd + 1 + output) - ZERO;
  }
  return { bias, step, places, levels };
}

/** The sums of features times weights, in levels, added to `onto`. */
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

/** The outputs in log-odds: bias plus sums, rounded to three decimals so every machine decides the same. */
export const toLogOdds = ({ bias, step }: WeightTable, sums: Float64Array): number[] =>
  bias.map((start, output) => Math.round((start + step * (sums[output] ?? 0)) * 1000) / 1000);
