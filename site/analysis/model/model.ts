import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { type AspectId, type PackName, type Polarity, packAspects } from '../../contract/insights.ts';
import { readTable, type StoredTable } from './weight-table.ts';

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
