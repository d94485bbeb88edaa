import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { PICTURES } from '../../site/content/read/pictures.ts';
import { readWrittenReviews } from '../../site/content/read/read.ts';
import type { WrittenReview } from '../../site/content/read/written-reviews.ts';
import { type Takedown, takedownFinder } from '../../site/content/takedowns.ts';
import { forgetSteps, photoSteps, planTakedown, readTakedowns } from '../../site/content/write/takedown-files.ts';
import { takeSteps } from '../../site/content/write/write-file.ts';
import { readPublisher } from '../import/read-content.ts';
import { findQuotes } from './quotes.ts';

/** Where the desk keeps earlier states of the content: a folder for each, named by its number. */
export const statesFolder = (dataDir: string): string => path.join(dataDir, 'desk', 'states');

/** The numbers of all states, oldest first. */
export async function listStates(dataDir: string): Promise<number[]> {
  const names = await readdir(statesFolder(dataDir)).catch(() => []);
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
}

/**
 * Removes from all states what has been taken down in `contentDir`. A takedown does this after the list is written and before the content
 * changes, so that it can be finished by the next one, or by the desk when it opens. Needs the content's lock.
 */
export async function withholdFromStates(contentDir: string, dataDir: string): Promise<void> {
  const folder = statesFolder(dataDir);
  for (const name of await readdir(folder).catch(() => []))
    if (!/^\d+$/.test(name)) await rm(path.join(folder, name), { recursive: true, force: true });
  const places = (await listStates(dataDir)).map((state) => path.join(folder, String(state)));
  const takedowns = await readTakedowns(contentDir);
  if (takedowns.length === 0 || places.length === 0) return;
  // First the photos, while some state or the content still has the review that names them; another state may have only the file.
  const photos = new Set([contentDir, ...places].flatMap((place) => photosOf(place, takedowns)));
  for (const place of places) await withholdPhotos(place, photos, takedowns);
  for (const place of places) await withholdFrom(place, takedowns);
}

/**
 * Removes what was taken down from a state. A state that quotes it elsewhere is removed whole, and so is one that can't be read, because
 * nobody can tell whose texts it has.
 */
export async function withholdFrom(place: string, takedowns: readonly Takedown[]): Promise<void> {
  if (takedowns.length === 0) return;
  try {
    const { reviews, others } = sortReviews(place, takedowns);
    // Imports that were undone or reviews that were removed by hand leave earlier texts behind.
    await takeSteps(await forgetSteps(place, new Set(takedowns.map(({ review }) => review))));
    if (reviews.length === 0) return;
    const steps = await planTakedown(place, reviews, [], others);
    const searched = { contentDir: place, others, steps, note: undefined, mayQuoteCopies: true };
    if ((await findQuotes(reviews, searched, await readPublisher(place))).length === 0) return await takeSteps(steps);
  } catch {
    // It can't be read.
  }
  await rm(place, { recursive: true, force: true });
}

function sortReviews(place: string, takedowns: readonly Takedown[]) {
  const takedownOf = takedownFinder(takedowns);
  const all = readWrittenReviews(place);
  const isGone = ({ entry }: WrittenReview) => takedownOf(entry) !== undefined;
  return { reviews: all.filter(isGone), others: all.filter((review) => !isGone(review)) };
}

/** The photos that name reviews which were taken down. */
function photosOf(place: string, takedowns: readonly Takedown[]): readonly string[] {
  try {
    return sortReviews(place, takedowns).reviews.flatMap(({ entry }) => entry.photos ?? []);
  } catch {
    return [];
  }
}

async function withholdPhotos(place: string, photos: ReadonlySet<string>, takedowns: readonly Takedown[]): Promise<void> {
  if (![...photos].some((name) => existsSync(path.join(place, PICTURES, name)))) return;
  try {
    await takeSteps(await photoSteps(place, photos, sortReviews(place, takedowns).others));
  } catch {
    await rm(place, { recursive: true, force: true });
  }
}
