/** A table of weights as it is stored: one line a key, `key codes`, a character of `ALPHABET` for each output. */
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
  readonly rows: ReadonlyMap<string, Int8Array>;
  /** What was summed up before, by the words it was for: the same few thousand come again and again. */
  readonly remembered: Map<string, Int16Array>;
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
  const split = (row: string) => row.lastIndexOf(' ');
  return {
    bias,
    step,
    rows: new Map(rows.map((row) => [row.slice(0, split(row)), toLevels(row.slice(split(row) + 1))])),
    remembered: new Map(),
  };
}

function toLevels(codes: string): Int8Array {
  const levels = new Int8Array(codes.length);
  for (let index = 0; index < codes.length; index++) levels[index] = levelOf[codes.charCodeAt(index)] ?? 0;
  return levels;
}

const MOST_REMEMBERED = 50_000;

/** As `sumLevels`, for keys that follow from a `name`; what it returns is shared and not to be written to. */
export function recallLevels(table: WeightTable, name: string, keys: () => readonly string[]): Int16Array {
  const known = table.remembered.get(name);
  if (known) return known;
  const sums = sumLevels(table, keys());
  if (table.remembered.size < MOST_REMEMBERED) table.remembered.set(name, sums);
  return sums;
}

/** What the keys of one place add to each output, in levels, on top of `base`. */
export function sumLevels({ rows, bias }: WeightTable, keys: readonly string[], base?: Int16Array): Int16Array {
  const sums = base?.slice() ?? new Int16Array(bias.length);
  for (const key of keys) {
    const row = rows.get(key);
    if (row) for (let output = 0; output < sums.length; output++) sums[output] = (sums[output] ?? 0) + (row[output] ?? 0);
  }
  return sums;
}

/**
 * The outputs for a stretch of words from what each place adds: their sum over the square root of how many there are, and the
 * bias. Whole numbers, one square root and one product: the same on every machine.
 */
export function scoreOf({ bias, step }: WeightTable, places: readonly Int16Array[]): number[] {
  const width = Math.sqrt(Math.max(1, places.length));
  return bias.map((start, output) => start + (step * places.reduce((sum, place) => sum + (place[output] ?? 0), 0)) / width);
}

/** A key of a table and how much of it there is. */
export type Amount = readonly [key: string, amount: number];

/** The outputs for keys of which there is more or less: the sum of amounts times weights, and the bias, to three decimals. */
export function scoreAmounts({ rows, bias, step }: WeightTable, amounts: readonly Amount[]): number[] {
  return bias.map((start, output) => {
    const sum = amounts.reduce((total, [key, amount]) => total + amount * (rows.get(key)?.[output] ?? 0), 0);
    return Math.round((start + step * sum) * 1000) / 1000;
  });
}
