import { identityOf } from '../../site/content/identity.ts';
import { readWrittenReviews } from '../../site/content/read/read.ts';
import { placeOf } from '../../site/content/read/written-reviews.ts';
import { type IdentifiedEntry, type ReviewEntry, reviewEntry } from '../../site/content/schemas.ts';
import { newestFirst } from '../../site/contract/review.ts';
import { isPlainField, plainDefaults } from '../../site/contract/review-fields.ts';
import { importedFile } from './imported-file.ts';

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

export interface StoredReview {
  readonly entry: IdentifiedEntry;
  /** As printEntry prints it. */
  readonly line: string;
  /** The file and place of a hand-written review, for messages; undefined for the imported file. */
  readonly elsewhere: string | undefined;
}

/** All reviews of the content, with the changes that an import or undo makes in memory. */
export class StoredReviews {
  readonly #reviews = new Map<string, StoredReview>();
  /** The reviews as they were read. */
  readonly #before: ReadonlyMap<string, StoredReview>;
  readonly #idOf = new Map<string, string>();

  /** @throws ContentError if the content is invalid */
  constructor(contentDir: string) {
    const own = importedFile(contentDir);
    const written = readWrittenReviews(contentDir);
    for (const review of written.filter(({ file }) => file !== own))
      this.#set(review.entry, [placeOf(review), review.place].filter(Boolean).join(' '));
    for (const { entry } of written.filter(({ file }) => file === own)) this.#set(entry, undefined);
    this.#before = new Map(this.#reviews);
  }

  values(): Iterable<StoredReview> {
    return this.#reviews.values();
  }

  byId(id: string): StoredReview | undefined {
    return this.#reviews.get(id);
  }

  /** The review with the same identity, or with the same id. */
  find({ identity, entry }: { readonly identity: string; readonly entry: { readonly id: string } }): StoredReview | undefined {
    return this.#reviews.get(this.#idOf.get(identity) ?? entry.id);
  }

  /** Adds a review to the imported file, or replaces it there. */
  put(entry: IdentifiedEntry): void {
    this.#set(entry, undefined);
  }

  delete(id: string): void {
    this.#reviews.delete(id);
  }

  isAdded({ entry }: StoredReview): boolean {
    return !this.#before.has(entry.id);
  }

  /** The reviews that were added or changed, as they were before (undefined for new ones) and as they are now. */
  changes(): { readonly before: StoredReview | undefined; readonly after: StoredReview }[] {
    const pairs = [...this.#reviews.values()].map((after) => ({ before: this.#before.get(after.entry.id), after }));
    return pairs.filter(({ before, after }) => before?.line !== after.line);
  }

  /** The lines of the imported file, newest first. */
  lines(): string[] {
    const own = [...this.#reviews.values()].filter(({ elsewhere }) => elsewhere === undefined);
    return own.sort((a, b) => newestFirst(a.entry, b.entry)).map(({ line }) => line);
  }

  #set(entry: IdentifiedEntry, elsewhere: string | undefined): void {
    const earlier = this.#reviews.get(entry.id);
    if (earlier !== undefined) this.#idOf.delete(identityOf(earlier.entry));
    this.#idOf.set(identityOf(entry), entry.id);
    this.#reviews.set(entry.id, { entry, line: printEntry(entry), elsewhere });
  }
}
