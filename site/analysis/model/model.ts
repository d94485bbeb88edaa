import { readTable, type StoredTable, type WeightTable } from './weight-table.ts';
import stored from './weights.json' with { type: 'json' };

/** A model as it is stored. `presence` and `polarity` weigh the features of presence.ts and polarity.ts; a bias stands last. */
export interface StoredModel {
  readonly aspects: StoredTable;
  readonly polarities: StoredTable;
  readonly presence: readonly number[];
  readonly polarity: readonly (readonly number[])[];
}

/** All that was learned from the practice texts. */
export interface Model {
  readonly aspects: WeightTable;
  readonly polarities: WeightTable;
  readonly presence: readonly number[];
  readonly polarity: readonly (readonly number[])[];
}

/** A stored model ready for use. */
export function readModel({ aspects, polarities, presence, polarity }: StoredModel): Model {
  return { aspects: readTable(aspects), polarities: readTable(polarities), presence, polarity };
}

/** What scripts/lab/train.ts made of the practice texts. */
export const learned: Model = readModel(stored);

/** Weighs features: the sum of products and the bias behind the weights, to three decimals so that no last digit decides. */
export function weigh(weights: readonly number[], features: readonly number[]): number {
  const sum = features.reduce((total, feature, index) => total + feature * (weights[index] ?? 0), weights[features.length] ?? 0);
  return Math.round(sum * 1000) / 1000;
}
