import type { Features } from './features.ts';

/** Weights of several logistic regressions as they are stored: a row `key codes` for each key, with a character for each output. */
export interface StoredTable {
  readonly bias: readonly number[];
  /** The weight of one level. */
  readonly step: number;
  readonly rows: readonly string[];
}

/** The code of level 0, "P"; levels from -32 to 31 are the characters from "0" to "o". */
const ZERO = 80;

/** The codes of levels. Lower or higher ones become -32 or 31. */
export function encodeLevels(values: readonly number[]): string {
  return String.fromCharCode(...values.map((value) => ZERO + Math.min(31, Math.max(-32, Math.round(value)))));
}

/** A stored table ready for use, with the codes by key. Keys may contain spaces; the codes follow the last one. */
export function readTable({ bias, step, rows }: StoredTable) {
  const entries = rows.map((row) => [row.slice(0, row.lastIndexOf(' ')), row.slice(row.lastIndexOf(' ') + 1)] as const);
  return { bias, step, codes: new Map(entries) };
}
type WeightTable = ReturnType<typeof readTable>;

/** The sums of features times weights, in levels, added to `onto`. */
export function sumUp({ codes, bias }: WeightTable, features: Features, onto: readonly number[] = bias.map(() => 0)): number[] {
  const sums = [...onto];
  for (const [key, value] of features) {
    const own = codes.get(key);
    if (own === undefined) continue;
    for (let output = 0; output < own.length; output++) sums[output] = (sums[output] ?? 0) + value * (own.charCodeAt(output) - ZERO);
  }
  return sums;
}

/** The outputs in log-odds: bias plus sums, rounded to three decimals so every machine decides the same. */
export const toLogOdds = ({ bias, step }: WeightTable, sums: readonly number[]): number[] =>
  bias.map((start, output) => Math.round((start + step * (sums[output] ?? 0)) * 1000) / 1000);
