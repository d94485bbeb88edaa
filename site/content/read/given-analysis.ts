import type { z } from 'zod';
import { type AspectVerdict, homeTypes, type Polarity, packAspects, packOf } from '../../contract/insights.ts';
import type { CustomPhrase, GivenAnalysis, GivenAspect } from '../dataset.ts';
import type { aspectsFile, correctionsFile, verdictsFile } from '../record-schemas.ts';
import type { Placed, Report } from './placed.ts';

/** Corrections of aspects by review id. */
export function aspectCorrections(corrections: z.output<typeof correctionsFile>): GivenAnalysis['corrections'] {
  return new Map(corrections.flatMap(({ review, aspects }) => (aspects ? [[review, aspects] as const] : [])));
}

/** The settings for aspects in `aspects.yaml`. */
export const givenAspects = (entries: z.output<typeof aspectsFile>): GivenAspect[] =>
  entries.map(({ aspect, label, shown }) => ({ id: aspect, label, shown }));

/** The files that contain aspects. */
interface AspectFiles {
  readonly corrections: Placed<z.output<typeof correctionsFile>> | undefined;
  readonly aspects: Placed<z.output<typeof aspectsFile>> | undefined;
  readonly verdicts: readonly Placed<z.output<typeof verdictsFile>>[];
}

/** Reports aspects that don't exist for the business's type, with the types that have them. */
export function reportForeignAspects(type: string, { corrections, aspects, verdicts }: AspectFiles, report: Report) {
  const own: readonly string[] = packAspects[packOf(type)];
  const check = (at: Placed<unknown>['at'], place: readonly PropertyKey[], aspect: string) => {
    if (own.includes(aspect)) return;
    const found = `"${aspect}", which is not an aspect of the type ${type}`;
    const types = `${packOf(type) === 'home' ? 'all types but ' : ''}${homeTypes.join(', ')}`;
    report({ ...at(place), found, write: `write one of ${own.join(', ')}, or set type in business.yaml: "${aspect}" is for ${types}` });
  };
  for (const [index, { aspects: said }] of corrections?.value.entries() ?? []) {
    for (const aspect of Object.keys(said ?? {})) if (corrections) check(corrections.at, [index, 'aspects', aspect], aspect);
  }
  for (const [index, { aspect }] of aspects?.value.entries() ?? []) if (aspects) check(aspects.at, [index, 'aspect'], aspect);
  for (const { value, at } of verdicts) {
    for (const [index, review] of value.reviews.entries()) {
      for (const [number, { aspect }] of review.aspects.entries()) check(at, ['reviews', index, 'aspects', number, 'aspect'], aspect);
    }
  }
}

/** The phrases in `aspects.yaml`. */
export function customPhrases(entries: z.output<typeof aspectsFile>): CustomPhrase[] {
  const kinds = ['topic', 'positive', 'neutral', 'negative'] as const;
  return entries.flatMap((entry) => kinds.flatMap((kind) => entry[kind].map((phrase) => ({ aspect: entry.aspect, kind, phrase }))));
}

const SIGNS: Readonly<Record<Polarity, number>> = { positive: 1, negative: -1, neutral: 0, mixed: 0 };

/**
 * Verdicts of other models by review id. Reports quotes that aren't in the review's published text, unknown reviews (unless they were
 * taken down), and reviews with verdicts in two files.
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
          const write = 'copy a passage of its text in reviews.json exactly, or remove the verdict';
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
