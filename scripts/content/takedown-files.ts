import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findFiles, namedFile, readContentFile, readNamed } from '../../site/content/read/content-files.ts';
import { PICTURES } from '../../site/content/read/pictures.ts';
import type { WrittenReview } from '../../site/content/read/written-reviews.ts';
import { verdictsFile } from '../../site/content/record-schemas.ts';
import type { Takedown } from '../../site/content/takedowns.ts';
import { counted } from '../../site/shared/text.ts';
import { insertItem, removeItem } from './change-data.ts';
import { pathOf } from './change-entry.ts';
import type { DataPath } from './edit-text.ts';
import { journalSteps } from './imports-log.ts';
import type { FileStep } from './write-file.ts';

const HEADER = `# Reviews that were removed for good. Keep this list: later imports leave out what is on it.
# Written by: npm run review -- takedown REVIEW
`;

/** The takedowns in `contentDir`. @throws ContentError */
export async function readTakedowns(contentDir: string): Promise<readonly Takedown[]> {
  return readNamed(contentDir, 'takedowns');
}

/**
 * The steps of a takedown: the list first and the reviews last, so a killed command leaves no review published, and no correction
 * without its review. `others` are the reviews that stay.
 */
export async function planTakedown(
  contentDir: string,
  reviews: readonly WrittenReview[],
  listed: readonly Takedown[],
  others: readonly WrittenReview[],
): Promise<FileStep[]> {
  const ids = new Set(reviews.map(({ entry }) => entry.id));
  return [
    ...(await addToList(contentDir, listed)),
    ...(await forgetSteps(contentDir, ids)),
    ...(await photoSteps(contentDir, new Set(photosOf(reviews)), others)),
    ...(await reviewSteps(reviews)),
  ];
}

/** The steps that remove reviews from other files: corrections, verdicts of other models and earlier texts. */
export async function forgetSteps(contentDir: string, ids: ReadonlySet<string>): Promise<FileStep[]> {
  const corrections = namedFile(contentDir, 'corrections');
  const corrected = (await readNamed(contentDir, 'corrections')).map(({ review }) => review);
  return [
    ...(await removeAll(corrections, indexesOf(corrected, ids), [], 'correction')),
    ...(await verdictSteps(contentDir, ids)),
    ...(await journalSteps(contentDir, ids)),
  ];
}

/** The ids of corrected reviews. */
export async function referringReviews(contentDir: string): Promise<ReadonlySet<string>> {
  return new Set((await readNamed(contentDir, 'corrections')).map(({ review }) => review));
}

const indexesOf = (reviews: readonly string[], ids: ReadonlySet<string>): number[] =>
  reviews.flatMap((review, index) => (ids.has(review) ? [index] : []));

async function addToList(contentDir: string, listed: readonly Takedown[]): Promise<FileStep[]> {
  if (listed.length === 0) return [];
  const file = namedFile(contentDir, 'takedowns');
  const known = await readFile(file, 'utf8').catch(() => HEADER);
  const before = (await readTakedowns(contentDir)).length;
  const text = listed.reduce((text, entry, index) => insertItem({ name: file, text }, before + index, withoutGaps(entry)), known);
  return [{ file, text, done: `${before + listed.length} on the list` }];
}

const withoutGaps = (entry: Takedown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(entry).filter((pair): pair is [string, string] => pair[1] !== undefined));

/** The steps that remove other models' verdicts, which quote the texts of their reviews. */
async function verdictSteps(contentDir: string, ids: ReadonlySet<string>): Promise<FileStep[]> {
  const steps = findFiles(contentDir, () => {}).verdicts.map(async (file) => {
    const judged = (await readContentFile(file, verdictsFile)).value.reviews.map(({ review }) => review);
    return removeAll(file, indexesOf(judged, ids), ['reviews'], 'analysis');
  });
  return (await Promise.all(steps)).flat();
}

const photosOf = (reviews: readonly WrittenReview[]) => reviews.flatMap(({ entry }) => entry.photos ?? []);

/** The steps that remove photos, except those that a review of `others`, the business or its people name. */
export async function photoSteps(contentDir: string, photos: ReadonlySet<string>, others: readonly WrittenReview[]): Promise<FileStep[]> {
  const { pictures: own } = await readNamed(contentDir, 'business');
  const pictures = [...own, ...(await readNamed(contentDir, 'technicians')).flatMap(({ picture }) => picture ?? [])];
  const kept = new Set([...photosOf(others), ...pictures.map(({ file }) => file)]);
  const files = [...photos]
    .filter((name) => !kept.has(name) && path.basename(name) === name)
    .map((name) => path.join(contentDir, PICTURES, name));
  return files.filter((file) => existsSync(file)).map((file) => ({ file, text: undefined, done: 'the photo is removed' }));
}

async function reviewSteps(reviews: readonly WrittenReview[]): Promise<FileStep[]> {
  const files = Map.groupBy(reviews, ({ file }) => file);
  const steps = [...files].map(async ([file, inside]): Promise<FileStep[]> => {
    const indexes = inside.flatMap((review) => pathOf(review).map(Number));
    return indexes.length === 0 ? [{ file, text: undefined, done: 'the file is removed' }] : removeAll(file, indexes, [], 'review');
  });
  return (await Promise.all(steps)).flat();
}

async function removeAll(file: string, indexes: readonly number[], list: DataPath, what: string): Promise<FileStep[]> {
  if (indexes.length === 0) return [];
  const before = await readFile(file, 'utf8');
  // From the end, so the other indexes stay valid.
  const text = [...indexes].sort((a, b) => b - a).reduce((text, index) => removeItem({ name: file, text }, [...list, index]), before);
  const done = `${counted(indexes.length, what, 'entries')} removed`;
  return [{ file, text: text.trim() === '' ? undefined : text, done }];
}
