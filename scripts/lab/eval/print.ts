import { figuresOf, type Read } from './score.ts';

/** A figure as the tables of the model card have it. */
export const three = (value: number): string => value.toFixed(3);

/** Prints a line: how many labels the texts have, and how right the readings are. */
export function printFigures(name: string, reads: readonly Read[]): void {
  const { labels, precision, recall, f1, polarity, foundAndRight } = figuresOf(reads);
  console.log(
    `${name.padEnd(33)} n ${String(labels).padStart(4)}  precision ${three(precision)}  recall ${three(recall)}  F1 ${three(f1)}  polarity ${three(polarity.accuracy)}  macro-F1 ${three(polarity.macroF1)}  negative F1 ${three(polarity.negativeF1)}  found and right ${three(foundAndRight)}`,
  );
}
