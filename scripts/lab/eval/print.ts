import type { PackName } from '../../../site/contract/insights.ts';
import type { HeldOut } from '../train/held-out.ts';
import { figuresOf, type ReadText, reliability } from './score.ts';

/** Formats a figure as in the model card. */
export const three = (value: number): string => value.toFixed(3);

/** Prints a line: the number of labels, and the accuracy. */
export function printFigures(name: string, reads: readonly ReadText[]): void {
  const { labels, precision, recall, f1, polarity, jointF1 } = figuresOf(reads);
  console.log(
    `${name.padEnd(33)} n ${String(labels).padStart(4)}  precision ${three(precision)}  recall ${three(recall)}  F1 ${three(f1)}  polarity ${three(polarity.accuracy)}  macro-F1 ${three(polarity.macroF1)}  negative F1 ${three(polarity.negativeF1)}  joint F1 ${three(jointF1)}`,
  );
}

/** Prints how many findings of each tenth of confidence are correct. */
export function printReliability(texts: readonly HeldOut[], pack: PackName): void {
  for (const { from, count, sure, right } of reliability(texts, pack)) {
    console.log(`  from ${from.toFixed(1)}  n ${String(count).padStart(4)}  sure ${three(sure)}  right ${three(right)}`);
  }
}
