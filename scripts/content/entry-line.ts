import { type IdentifiedEntry, type ReviewEntry, reviewEntry } from '../../site/content/schemas.ts';
import { isPlainField, plainDefaults } from '../../site/contract/review-fields.ts';

const KEYS = Object.keys(reviewEntry.shape) as (keyof ReviewEntry)[];

/** A review as a line of imported.json, without its comma: keys in the schema's order, without empty ones and defaults of plain fields. */
export function printEntry(entry: ReviewEntry): string {
  const stated = KEYS.filter((key) => !isPlainField(key) || entry[key] !== plainDefaults[key]);
  return JSON.stringify(Object.fromEntries(stated.map((key) => [key, entry[key]])), (_key, value) => value ?? undefined);
}

/** Parses a line from printEntry; undefined if it is invalid. */
export function parseEntry(line: string): IdentifiedEntry | undefined {
  try {
    const parsed = reviewEntry.safeParse(JSON.parse(line));
    return parsed.success && parsed.data.id !== undefined ? { ...parsed.data, id: parsed.data.id } : undefined;
  } catch {
    return undefined;
  }
}
