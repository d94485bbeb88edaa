import type { z } from 'zod';
import { reviewId } from '../identity.ts';
import { itemsOf, type Place, type Placed, type Report } from '../problems.ts';
import { type ReviewEntry, reviewEntry } from '../schemas.ts';
import { readSource } from './content-files.ts';
import { listReviewFiles } from './folder-listing.ts';
import { parsePlaced, type SourceFile } from './parse-file.ts';

/** A review as it is in the content, with its id and place. */
export interface WrittenReview extends Place {
  readonly entry: ReviewEntry & { readonly id: string };
}

/** The file and line of a review. */
export function placeOf({ file, line }: Pick<WrittenReview, 'file' | 'line'>): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** All reviews below `reviews/`. */
export function parseReviews(contentDir: string, report: Report): Placed<ReviewEntry>[] {
  return listReviewFiles(contentDir, report).flatMap((file) => {
    if (/\.(ya?ml|json|md)$/.test(file)) return parseReviewFile(readSource(file, report), report);
    const write = file.endsWith('.csv')
      ? `move it out of this folder, then run: npm run import -- FILE`
      : 'move it elsewhere; reviews are .yaml, .json or .md files';
    report({ file, place: '', found: 'a file that contains no reviews', write });
    return [];
  });
}

/** A file has one review or a list. */
function parseReviewFile(file: SourceFile | undefined, report: Report): Placed<ReviewEntry>[] {
  const schema = (data: unknown): z.ZodType<ReviewEntry | ReviewEntry[]> =>
    Array.isArray(data) || data === undefined ? reviewEntry.array() : reviewEntry;
  const read = parsePlaced(file, schema, report);
  if (read === undefined) return [];
  const { value, at } = read;
  return Array.isArray(value) ? itemsOf({ value, at }) : [{ value, at }];
}

/** The reviews by id, which is derived from the source if none is written. Reports duplicates. */
export function byId(reviews: readonly Placed<ReviewEntry>[], report: Report): Map<string, Placed<ReviewEntry>> {
  const found = new Map<string, Placed<ReviewEntry>>();
  for (const placed of reviews) {
    const { id, date, source, source_id } = placed.value;
    const own = id ?? reviewId(date, source, source_id ?? '');
    const first = found.get(own);
    if (first) {
      const place = first.at();
      const where = [placeOf(place), place.place].filter(Boolean).join(' ');
      report({ ...placed.at(), found: `the review ${own} again (also in ${where})`, write: 'keep one of the two' });
    } else found.set(own, placed);
  }
  return found;
}
