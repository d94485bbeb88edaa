import path from 'node:path';
import { identityOf } from '../../site/content/identity.ts';
import { namedFile } from '../../site/content/read/content-files.ts';
import { isContent, listContent } from '../../site/content/read/folder-listing.ts';
import { readWrittenReviews } from '../../site/content/read/read.ts';
import { placeOf } from '../../site/content/read/written-reviews.ts';
import { type IdentifiedEntry, type ReviewEntry, reviewEntry } from '../../site/content/schemas.ts';
import { newestFirst } from '../../site/contract/review.ts';
import { isPlainField, plainDefaults } from '../../site/contract/review-fields.ts';
import { fingerprintOf } from '../../site/shared/regular-file.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { writeWhole } from './write-file.ts';

const FILE = 'imported.json';

/** The path of the file that imports write. */
export function importedFile(contentDir: string): string {
  return path.join(contentDir, 'reviews', FILE);
}

/**
 * Fingerprints of the content files that an import or undo depends on, to detect changes: reviews, takedowns, imports and the policy.
 * Undefined for a missing file.
 */
export function fingerprintContent(contentDir: string): ReadonlyMap<string, string | undefined> {
  const reviews = path.join(contentDir, 'reviews', path.sep);
  const files = new Set([
    importedFile(contentDir),
    ...listContent(contentDir).filter((file) => file.startsWith(reviews) && isContent(file)),
    ...(['takedowns', 'imports', 'policy'] as const).map((name) => namedFile(contentDir, name)),
  ]);
  return new Map([...files].map((file) => [file, fingerprintOf(file)]));
}

/** Replaces the imported file atomically, with one review per line. */
export async function writeImported(contentDir: string, lines: readonly string[]): Promise<void> {
  await replaceFile(importedFile(contentDir), `[${lines.map((line) => `\n${line}`).join(',')}\n]\n`);
}

/** Replaces a content file atomically. @throws SetupError if it can't be written */
export async function replaceFile(file: string, text: string): Promise<void> {
  await writeWhole(file, text).catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined ? error : new SetupError(`${file}: cannot be written (${error.code}); nothing was imported`);
  });
}

/** The content has changed since a plan was made. Nothing has been written. */
export class ContentChanged extends SetupError {
  override name = 'ContentChanged';
}

/** @throws ContentChanged if one of the files has changed since `fingerprintContent` */
export function refuseChanged(contentDir: string, before: ReadonlyMap<string, string | undefined>): void {
  const now = fingerprintContent(contentDir);
  for (const file of new Set([...before.keys(), ...now.keys()]))
    if (now.get(file) !== before.get(file))
      throw new ContentChanged(`${file}: changed during the import; nothing was imported. Run it again`);
}

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
