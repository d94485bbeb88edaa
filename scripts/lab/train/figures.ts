import type { Polarity } from '../../../site/contract/insights.ts';

export interface Pair {
  readonly gold: Polarity;
  readonly predicted: Polarity;
}

const POLARITIES: readonly Polarity[] = ['positive', 'negative', 'neutral', 'mixed'];

/** Precision, recall and their harmonic mean; 0 if there is nothing to divide by. */
export function detectionFigures(hits: number, extra: number, missed: number) {
  const precision = hits / Math.max(1, hits + extra);
  const recall = hits / Math.max(1, hits + missed);
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** F1 of one polarity over pairs of gold and prediction. */
export function f1Of(polarity: Polarity, pairs: readonly Pair[]): number {
  const hits = pairs.filter(({ gold, predicted }) => gold === polarity && predicted === polarity).length;
  const extra = pairs.filter(({ gold, predicted }) => gold !== polarity && predicted === polarity).length;
  const missed = pairs.filter(({ gold, predicted }) => gold === polarity && predicted !== polarity).length;
  return detectionFigures(hits, extra, missed).f1;
}

/** Accuracy, mean F1 over the polarities that the gold labels use, and F1 of the negative ones. */
export function polarityFigures(pairs: readonly Pair[]) {
  const used = POLARITIES.filter((polarity) => pairs.some(({ gold }) => gold === polarity));
  const accuracy = pairs.filter(({ gold, predicted }) => gold === predicted).length / Math.max(1, pairs.length);
  const macroF1 = used.reduce((sum, polarity) => sum + f1Of(polarity, pairs), 0) / Math.max(1, used.length);
  return { count: pairs.length, accuracy, macroF1, negativeF1: f1Of('negative', pairs) };
}

/** Agreement of two annotators beyond chance, -1 to 1. */
export function cohensKappa(pairs: readonly (readonly [string, string])[]): number {
  const total = Math.max(1, pairs.length);
  const labels = new Set(pairs.flat());
  const observed = pairs.filter(([a, b]) => a === b).length / total;
  const share = (side: 0 | 1, label: string) => pairs.filter((pair) => pair[side] === label).length / total;
  const chance = [...labels].reduce((sum, label) => sum + share(0, label) * share(1, label), 0);
  return chance === 1 ? 1 : (observed - chance) / (1 - chance);
}
