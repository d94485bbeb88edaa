import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isSeq } from 'yaml';
import { reviewId } from '../../site/content/identity.ts';
import { namedFile } from '../../site/content/read/named-file.ts';
import { placeOf, type WrittenReview } from '../../site/content/read/written-reviews.ts';
import { takedownFinder } from '../../site/content/takedowns.ts';
import type { FileChange } from '../../site/content/write/change-entry.ts';
import { insertItem, type JsonObject } from '../../site/content/write/edit-text.ts';
import { parseSource } from '../../site/content/write/list-text.ts';
import { readTakedowns } from '../../site/content/write/takedown-files.ts';
import { SetupError } from '../../site/contract/environment.ts';

/** A new review, with its keys in the order in which they are written. */
export interface NewEntry {
  readonly id: string;
  readonly source: string;
  readonly source_id: string;
  readonly source_url?: string | undefined;
  readonly date: string;
  readonly rating: number;
  readonly author: string;
  readonly text?: string | undefined;
  readonly verified: boolean;
  readonly verification?: JsonObject | undefined;
}

/** Adds the id. Without an id at the source, that is made from author, date and a counter. */
export function withIdentity(
  entry: Omit<NewEntry, 'id' | 'source_id'> & { readonly source_id: string | undefined },
  reviews: readonly WrittenReview[],
): NewEntry {
  const { date, source, author } = entry;
  const sourceId = entry.source_id ?? unusedSourceId([date, author], source, reviews, 1);
  return { id: reviewId(date, source, sourceId), ...entry, source_id: sourceId };
}

function unusedSourceId(of: readonly string[], source: string, reviews: readonly WrittenReview[], count: number): string {
  const hash = createHash('sha256').update([...of, count].join('\n'));
  const id = `hand-${hash.digest('hex').slice(0, 12)}`;
  const isTaken = reviews.some(({ entry }) => entry.source === source && entry.source_id === id);
  return isTaken ? unusedSourceId(of, source, reviews, count + 1) : id;
}

/** @throws SetupError if the review is already in the content, or was taken down */
export async function refuseKnown(command: string, entry: NewEntry, reviews: readonly WrittenReview[], contentDir: string): Promise<void> {
  const { id, source, source_id } = entry;
  const known = reviews.find((other) => other.entry.id === id || (other.entry.source === source && other.entry.source_id === source_id));
  if (known) throw new SetupError(`${command}: this review already exists: ${placeOf(known)}`);
  const gone = (await readTakedowns(contentDir)).filter((takedown) => takedownFinder([takedown])(entry) !== undefined);
  if (gone.length > 0)
    throw new SetupError(
      `${command}: this review was taken down on ${gone[0]?.date}; to publish it again, remove ${gone.map(({ review }) => review).join(' and ')} from ${namedFile(contentDir, 'takedowns')}`,
    );
}

/** The file of a new review: the list of its year, or if that isn't a list, a separate file. */
export async function placeEntry(contentDir: string, entry: NewEntry, reviews: readonly WrittenReview[]): Promise<FileChange> {
  const item: JsonObject = JSON.parse(JSON.stringify(entry));
  const year = entry.date.slice(0, 4);
  const list = path.join(contentDir, 'reviews', `${year}.yaml`);
  const text = await readFile(list, 'utf8').catch(() => `# Reviews from ${year}, newest first.\n`);
  const { document } = parseSource(text.replace(/^\uFEFF/, ''));
  if (document.contents === null || isSeq(document.contents)) {
    const dates = reviews.filter(({ file }) => path.resolve(file) === path.resolve(list)).map((review) => review.entry.date);
    return { file: list, text: insertItem({ name: list, text }, indexFor(entry.date, dates), item) };
  }
  const own = path.join(contentDir, 'reviews', `${year}-${entry.id}.yaml`);
  return { file: own, text: insertItem({ name: own, text: '' }, 0, item) };
}

/** The index for a date if the list is sorted, newest first; otherwise the end. */
function indexFor(date: string, dates: readonly string[]): number {
  const isSorted = dates.every((other, index) => index === 0 || other <= (dates[index - 1] ?? ''));
  const older = dates.findIndex((other) => other <= date);
  return isSorted && older >= 0 ? older : dates.length;
}
