import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { type AspectId, type PackName, type Polarity, packAspects } from '../../contract/insights.ts';
import type { Features } from './features.ts';

/** The parameters that turn a finding into a probability: a bias, and weights for its presence and for the lead of its polarity. */
export type Calibration = readonly [bias: number, presence: number, lead: number];

/** A model as it is stored. The outputs of `presence` are `presenceOutputs`; those of `polarity` are `polarities`. */
export interface StoredModel {
  readonly presence: StoredTable;
  readonly polarity: StoredTable;
  readonly calibration: Readonly<Record<PackName, Calibration>>;
}

/** The order of the presence table's outputs: the aspects of both packs. */
export const presenceOutputs: readonly (readonly [pack: PackName, aspect: AspectId])[] = [
  ...packAspects.home.map((aspect) => ['home', aspect] as const),
  ...packAspects.general.map((aspect) => ['general', aspect] as const),
];

/** The order of the polarity table's outputs. */
export const polarities: readonly Polarity[] = ['positive', 'negative', 'neutral', 'mixed'];

/** A stored model ready for use. */
export const readModel = ({ presence, polarity, calibration }: StoredModel) => ({
  presence: readTable(presence),
  polarity: readTable(polarity),
  calibration,
});
export type Model = ReturnType<typeof readModel>;

let known: Model | undefined;

/** The weights that `npm run train` learned. Loaded on first use, because most processes that import this module analyze nothing. */
export function learned(): Model {
  const readStored = () => brotliDecompressSync(readFileSync(new URL('weights.json.br', import.meta.url))).toString();
  known ??= readModel(JSON.parse(readStored()) as StoredModel);
  return known;
}

/** The probability of log-odds, two decimals. */
export const toProbability = (logOdds: number): number => Math.round(100 / (1 + Math.exp(-logOdds))) / 100;

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
function readTable({ bias, step, rows }: StoredTable) {
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
