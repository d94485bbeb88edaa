import { readText } from '../../../site/analysis/verdicts.ts';
import type { PackName, VerdictPolarity } from '../../../site/contract/insights.ts';
import { mergeLabels } from '../train/fit.ts';
import type { Lesson } from '../train/lessons.ts';

/** The reviews that are evaluated apart, because praise or criticism in them contradicts the stars. */
const groups = [
  ['one or two stars', [1, 2]],
  ['three stars', [3]],
  ['five stars', [5]],
] as const;

const isPraise = (polarity: VerdictPolarity | undefined) => polarity === 'positive';
const isBlame = (polarity: VerdictPolarity | undefined) => polarity === 'negative' || polarity === 'mixed';

/**
 * Prints, for critical and five-star reviews: how many verdicts of praise and of criticism are published and right, how much of the praise
 * and criticism in the labels they find, and how many verdicts are unclear. A mixed verdict or label counts as criticism.
 */
export function printCritical(lessons: readonly Lesson[], pack: PackName): void {
  for (const [name, stars] of groups) {
    const own = lessons.filter((lesson) => stars.some((wanted) => wanted === lesson.stars));
    if (own.length === 0) continue;
    const pairs = own.flatMap(({ text, stars: given, ...labels }) => {
      const gold = mergeLabels(labels[pack] ?? [], pack);
      const found = new Map(readText(text, { pack, stars: given }).verdicts.map(({ id, polarity }) => [id, polarity]));
      return [...new Set([...gold.keys(), ...found.keys()])].map((aspect) => ({ gold: gold.get(aspect), found: found.get(aspect) }));
    });
    const count = (wanted: (pair: (typeof pairs)[number]) => boolean) => pairs.filter(wanted).length;
    const sides = [
      ['praise', isPraise],
      ['criticism', isBlame],
    ] as const;
    console.log(`  ${name}: ${own.length} texts, ${count(({ found }) => found === 'unclear')} unclear verdicts`);
    for (const [side, is] of sides) {
      const right = count(({ gold, found }) => is(gold) && is(found));
      const published = share(
        right,
        count(({ found }) => is(found)),
      );
      const labeled = share(
        right,
        count(({ gold }) => is(gold)),
      );
      console.log(`    ${side.padEnd(10)} published and right ${published}, labeled and found ${labeled}`);
    }
  }
}

/** "18 of 20 (.90, .70 to .97)": with the 95% Wilson interval, which only covers the choice of texts. */
function share(part: number, whole: number): string {
  if (whole === 0) return '0 of 0';
  const z = 1.96;
  const middle = part / whole + (z * z) / (2 * whole);
  const width = z * Math.sqrt(((part / whole) * (1 - part / whole)) / whole + (z * z) / (4 * whole * whole));
  const bound = (value: number) => Math.min(1, Math.max(0, value / (1 + (z * z) / whole))).toFixed(2);
  return `${part} of ${whole} (${(part / whole).toFixed(2)}, ${bound(middle - width)} to ${bound(middle + width)})`;
}
