import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'yaml';
import { checksums, type EditableKey, handEdits, recordChanges } from '../../site/content/hand-edits.ts';
import { placeOf, type WrittenReview } from '../../site/content/read/written-reviews.ts';
import type { IdentifiedEntry } from '../../site/content/schemas.ts';
import { reviewEntry } from '../../site/content/schemas.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { setKeys } from './change-data.ts';
import { type DataPath, EditError, type JsonObject } from './edit-text.ts';
import { importedFile } from './stored-reviews.ts';

/** A file with its new text. */
export interface FileChange {
  readonly file: string;
  readonly text: string;
}

/** The path of a review in its file: its index in a list, or empty if the file has one review. */
export function pathOf({ place }: Pick<WrittenReview, 'place'>): DataPath {
  const index = /^\[(\d+)\]/.exec(place)?.[1];
  return index === undefined ? [] : [Number(index)];
}

/**
 * Sets `values` in a review's file. In the imported file, it marks the keys as edited, so imports don't change them, and records
 * earlier hand edits as of `today`. @throws SetupError with what to write by hand if the file can't be edited
 */
export async function changeEntry(
  contentDir: string,
  review: WrittenReview,
  values: JsonObject & { readonly [K in EditableKey]?: JsonObject[string] },
  today: string,
): Promise<FileChange> {
  const { file, entry } = review;
  const all = isImported(contentDir, review) ? { ...values, ...marksOf(entry, values, today) } : values;
  try {
    const text = setKeys({ name: file, text: await readFile(file, 'utf8') }, pathOf(review), all, Object.keys(reviewEntry.shape));
    return { file, text };
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    throw new SetupError(
      `review: ${placeOf(review)} can't be changed by a command (${error.message}); write this there:\n${stringify(all)}`,
    );
  }
}

/** The marks of a review in which `values` are set. They and earlier hand edits are recorded, because the new checksums hide them. */
function marksOf(entry: IdentifiedEntry, values: JsonObject, today: string): JsonObject {
  const edited = [...new Set([...(entry.edited ?? []), ...handEdits(entry), ...Object.keys(values)])];
  const changed = { ...reviewEntry.parse({ ...entry, ...values }), id: entry.id };
  const { changed_by_business } = recordChanges(changed, today);
  const marks = { edited, ...(changed_by_business ? { changed_by_business } : {}) } as JsonObject;
  return entry.imported === undefined ? marks : { ...marks, imported: checksums(changed) };
}

/** Whether a review is in the imported file. */
export const isImported = (contentDir: string, { file }: Pick<WrittenReview, 'file'>): boolean =>
  path.resolve(file) === path.resolve(importedFile(contentDir));
