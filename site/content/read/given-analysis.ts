import type { z } from 'zod';
import type { AspectVerdict, Polarity } from '../../contract/insights.ts';
import type { CustomPhrase, GivenAnalysis } from '../dataset.ts';
import type { aspectsFile, correctionsFile, verdictsFile } from '../schemas.ts';
import type { Placed, Report } from './placed.ts';

/** By review id, an editor's corrections of its aspects; corrections of names only are left out. */
export function aspectCorrections(corrections: z.output<typeof correctionsFile>): GivenAnalysis['corrections'] {
  return new Map(corrections.flatMap(({ review, aspects }) => (aspects ? [[review, aspects] as const] : [])));
}

/** The phrases of `aspects.yaml`, one by one. */
export function customPhrases(entries: z.output<typeof aspectsFile>): CustomPhrase[] {
  const kinds = ['topic', 'positive', 'neutral', 'negative'] as const;
  return entries.flatMap((entry) => kinds.flatMap((kind) => entry[kind].map((phrase) => ({ aspect: entry.aspect, kind, phrase }))));
}

const SIGNS: Readonly<Record<Polarity, number>> = { positive: 1, negative: -1, neutral: 0, mixed: 0 };

/**
 * Verdicts of other models by review id. Reported, with the place in the file: a quote that isn't in the review's published text, a
 * review that doesn't exist (and wasn't taken down), and one that two files judge.
 */
export function otherVerdicts(
  files: readonly Placed<z.output<typeof verdictsFile>>[],
  reviews: ReadonlyMap<string, Placed<{ readonly text: string | null }>>,
  takenDown: ReadonlySet<string>,
  report: Report,
): GivenAnalysis['verdicts'] {
  const byReview = new Map<string, AspectVerdict[]>();
  for (const { value, at } of files) {
    for (const [index, { review, aspects }] of value.reviews.entries()) {
      const place = ['reviews', index];
      const known = reviews.get(review);
      if (!known && !takenDown.has(review))
        report({
          ...at([...place, 'review']),
          found: `"${review}", which no review has`,
          write: 'write the id that the review has in reviews.json',
        });
      if (byReview.has(review))
        report({ ...at([...place, 'review']), found: `a second analysis of ${review}`, write: 'keep one of the two' });
      const verdicts = aspects.flatMap(({ aspect, polarity, quote }, number): AspectVerdict[] => {
        const earlier = aspects.findIndex((other) => other.aspect === aspect);
        if (earlier < number)
          report({
            ...at([...place, 'aspects', number, 'aspect']),
            found: `${aspect} a second time`,
            write: 'write one verdict for each aspect',
          });
        const start = known?.value.text?.indexOf(quote) ?? -1;
        if (known && start < 0) {
          const write = 'copy a passage of its text in reviews.json letter by letter, or take the verdict out';
          report({ ...at([...place, 'aspects', number, 'quote']), found: `"${quote}", which is not in the text of ${review}`, write });
        }
        const ranges = [{ start, end: start + quote.length }];
        return [{ id: aspect, polarity, score: SIGNS[polarity], confidence: 1, basis: 'text', source: value.model, ranges }];
      });
      byReview.set(review, verdicts);
    }
  }
  return byReview;
}
