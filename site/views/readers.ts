import type { InsightsDocument } from '../contract/insights.ts';

/** Who read the texts that the verdicts rest on. */
export interface Readers {
  /** Whether the engine gave any verdict. */
  readonly engine: boolean;
  /** Other models by name, and how many texts have verdicts of theirs. */
  readonly models: readonly string[];
  readonly modelTexts: number;
  /** How many texts have a verdict that an editor corrected. */
  readonly corrected: number;
}

/** The readers of all verdicts of a business. */
export function readersOf({ per_review, method }: Pick<InsightsDocument, 'per_review' | 'method'>): Readers {
  const texts = Object.values(per_review).map(({ aspects }) => new Set(aspects.map(({ source }) => source)));
  const models = new Set(texts.flatMap((sources) => [...sources]).filter((source) => source !== 'engine' && source !== 'editor'));
  return {
    engine: texts.some((sources) => sources.has('engine')),
    models: [...models].sort(),
    modelTexts: texts.filter((sources) => [...sources].some((source) => models.has(source))).length,
    corrected: method.corrections,
  };
}
