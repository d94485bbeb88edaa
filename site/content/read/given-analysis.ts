import type { z } from 'zod';
import { type AspectVerdict, homeTypes, packAspects, packOf, SIGNS } from '../../contract/insights.ts';
import type { Placed, Report } from '../problems.ts';
import type { FileData, verdictsFile } from '../record-schemas.ts';

/** Another model's verdicts on one review. */
export type GivenVerdicts = z.output<typeof verdictsFile>['reviews'][number] & { readonly model: string };

/** Corrections or verdicts by review id. Reports reviews that don't exist (unless they were taken down), and reviews that have two. */
export function byReview<T extends { readonly review: string }>(
  entries: readonly Placed<T>[],
  what: 'correction' | 'analysis',
  reviews: ReadonlyMap<string, unknown>,
  takenDown: ReadonlyMap<string, unknown>,
  report: Report,
): Map<string, Placed<T>> {
  const found = new Map<string, Placed<T>>();
  for (const entry of entries) {
    const { review } = entry.value;
    const problem = (found: string, write: string) => report({ ...entry.at(['review']), found, write });
    if (!reviews.has(review) && !takenDown.has(review))
      problem(`"${review}", which no review has`, 'write the id that the review has in reviews.json');
    if (found.has(review)) problem(`a second ${what} of ${review}`, 'keep one of the two, or merge them');
    found.set(review, entry);
  }
  return found;
}

/** The files that contain aspects. */
interface AspectFiles {
  readonly corrections: readonly Placed<FileData<'corrections'>[number]>[];
  readonly aspects: readonly Placed<FileData<'aspects'>[number]>[];
  readonly verdicts: readonly Placed<GivenVerdicts>[];
}

/** Reports aspects that the business's type doesn't have, with the types that have them. */
export function reportForeignAspects(type: string, { corrections, aspects, verdicts }: AspectFiles, report: Report) {
  const own: readonly string[] = packAspects[packOf(type)];
  const check = (aspect: string, at: Placed<unknown>['at'], place: readonly PropertyKey[]) => {
    if (own.includes(aspect)) return;
    const found = `"${aspect}", which is not an aspect of the type ${type}`;
    const types = `${packOf(type) === 'home' ? 'all types but ' : ''}${homeTypes.join(', ')}`;
    report({ ...at(place), found, write: `write one of ${own.join(', ')}, or set type in business.yaml: "${aspect}" is for ${types}` });
  };
  for (const { value, at } of corrections) for (const aspect of Object.keys(value.aspects ?? {})) check(aspect, at, ['aspects', aspect]);
  for (const { value, at } of aspects) check(value.aspect, at, ['aspect']);
  for (const { value, at } of verdicts)
    for (const [index, { aspect }] of value.aspects.entries()) check(aspect, at, ['aspects', index, 'aspect']);
}

/** Another model's verdicts on a review with the published `text`. Reports quotes that aren't in it, and aspects with two verdicts. */
export function toVerdicts({ value, at }: Placed<GivenVerdicts>, text: string | null | undefined, report: Report): AspectVerdict[] {
  const { review, model, aspects } = value;
  return aspects.map(({ aspect, polarity, quote }, index) => {
    if (aspects.findIndex((other) => other.aspect === aspect) < index)
      report({ ...at(['aspects', index, 'aspect']), found: `${aspect} a second time`, write: 'write one verdict for each aspect' });
    const start = text?.indexOf(quote) ?? -1;
    if (text !== undefined && start < 0) {
      const write = 'copy a passage of its text in reviews.json exactly, or remove the verdict';
      report({ ...at(['aspects', index, 'quote']), found: `"${quote}", which is not in the text of ${review}`, write });
    }
    const ranges = [{ start, end: start + quote.length }];
    return { id: aspect, polarity, score: SIGNS[polarity], confidence: 1, basis: 'text', source: model, ranges };
  });
}
