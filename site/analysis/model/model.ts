import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type AspectId, type Polarity, packAspects } from '../../contract/insights.ts';
import type { Pack } from '../aspects/pack.ts';
import { readTable, type StoredTable, type WeightTable } from './weight-table.ts';
import stored from './weights.json' with { type: 'json' };

/** Turns the log-odds of a finding into a probability: a bias, a weight for its presence and one for the lead of its polarity. */
export type Calibration = readonly [bias: number, presence: number, lead: number];

/** A model as it is stored. Outputs of `presence` are `presenceOutputs`, of `polarity` `polarities`. */
export interface StoredModel {
  readonly presence: StoredTable;
  readonly polarity: StoredTable;
  readonly calibration: Readonly<Record<Pack['name'], readonly number[]>>;
}

/** A model ready for use. */
export interface Model {
  readonly presence: WeightTable;
  readonly polarity: WeightTable;
  readonly calibration: Readonly<Record<Pack['name'], Calibration>>;
}

/** The order of the outputs of the table of presence: the aspects of both packs. */
export const presenceOutputs: readonly (readonly [pack: Pack['name'], aspect: AspectId])[] = [
  ...packAspects.home.map((aspect) => ['home', aspect] as const),
  ...packAspects.general.map((aspect) => ['general', aspect] as const),
];

/** The order of the outputs of the table of polarity. */
export const polarities: readonly Polarity[] = ['positive', 'negative', 'neutral', 'mixed'];

/** A stored model ready for use. */
export function readModel({ presence, polarity, calibration }: StoredModel): Model {
  const toCalibration = ([bias = 0, own = 0, lead = 0]: readonly number[]): Calibration => [bias, own, lead];
  return {
    presence: readTable(presence),
    polarity: readTable(polarity),
    calibration: { home: toCalibration(calibration.home), general: toCalibration(calibration.general) },
  };
}

/** Packs a model for weights.json. Plain JSON would be three times as large. */
export const pack = (model: StoredModel): string =>
  brotliCompressSync(JSON.stringify(model), { params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS } }).toString(
    'base64',
  );
const unpack = (packed: string) => JSON.parse(brotliDecompressSync(Buffer.from(packed, 'base64')).toString('utf8')) as StoredModel;

let known: Model | undefined;

/** The weights that `npm run train` learned. Loaded on first use, because most processes that import this module analyze nothing. */
export function learned(): Model {
  known ??= readModel(unpack(stored.brotli));
  return known;
}

/** The probability of log-odds, two decimals. */
export const toProbability = (logOdds: number): number => Math.round(100 / (1 + Math.exp(-logOdds))) / 100;
