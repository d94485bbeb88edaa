import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { namedFile } from '../../site/content/read/named-file.ts';
import { PICTURES } from '../../site/content/read/pictures.ts';
import { readWrittenReviews } from '../../site/content/read/read.ts';
import type { WrittenReview } from '../../site/content/read/written-reviews.ts';
import { type Takedown, takedownFinder } from '../../site/content/takedowns.ts';
import { forgetSteps, photoSteps, planTakedown, readTakedowns } from '../../site/content/write/takedown-files.ts';
import { takeSteps, writeWhole } from '../../site/content/write/write-file.ts';
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
 * changes, so it can be finished by the next one, or by the desk when it opens. Needs the content's lock. @throws ContentError if the
 * list can't be read
 */
export async function withholdFromStates(contentDir: string, dataDir: string): Promise<void> {
  const folder = statesFolder(dataDir);
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder)) if (!/^\d+$/.test(name)) await rm(path.join(folder, name), { recursive: true, force: true });
  // With many reviews and states this takes a while, and the list rarely changes.
  const mark = path.join(dataDir, 'desk', 'withheld');
  const list = hash('sha256', await readFile(namedFile(contentDir, 'takedowns')).catch(() => ''));
  if ((await readFile(mark, 'utf8').catch(() => '')) === list) return;
  const takedowns = await readTakedowns(contentDir);
  const places = (await listStates(dataDir)).map((state) => path.join(folder, String(state)));
  // First their photos and quotes, while a state or the content still has the reviews: another state may only have a photo or a quote.
  const gone = takedowns.length === 0 ? [] : [contentDir, ...places].flatMap((place) => reviewsIn(place, takedowns).gone);
  if (gone.length > 0) for (const place of places) await removeTraces(place, takedowns, gone);
  for (const place of places) await withholdFrom(place, takedowns);
  await writeWhole(mark, list);
}

/**
 * Removes what was taken down from a state. A state that quotes it elsewhere is removed whole, and so is one that can't be read, because
 * nobody can tell whose texts it has.
 */
export async function withholdFrom(place: string, takedowns: readonly Takedown[]): Promise<void> {
  if (takedowns.length === 0) return;
  await orRemove(place, async () => {
    const { gone, others } = reviewsIn(place, takedowns, true);
    // Undone imports and reviews removed by hand leave earlier texts behind.
    await takeSteps(await forgetSteps(place, new Set(takedowns.map(({ review }) => review))));
    if (gone.length === 0) return true;
    const steps = await planTakedown(place, gone, [], others);
    if (await isQuoted(place, gone, others, steps)) return false;
    await takeSteps(steps);
    return true;
  });
}

/** Removes photos of reviews that may be in other states, or the state if it quotes them. */
async function removeTraces(place: string, takedowns: readonly Takedown[], gone: readonly WrittenReview[]): Promise<void> {
  await orRemove(place, async () => {
    const inside = reviewsIn(place, takedowns, true);
    const photos = new Set(gone.flatMap(({ entry }) => entry.photos ?? []));
    if ([...photos].some((name) => existsSync(path.join(place, PICTURES, name))))
      await takeSteps(await photoSteps(place, photos, inside.others));
    const distinct = [...new Map(gone.map((review) => [`${review.entry.id}\n${review.entry.text}`, { ...review, file: '' }])).values()];
    return !(await isQuoted(place, distinct, inside.others, await planTakedown(place, inside.gone, [], inside.others)));
  });
}

async function isQuoted(
  place: string,
  gone: readonly WrittenReview[],
  others: readonly WrittenReview[],
  steps: Awaited<ReturnType<typeof planTakedown>>,
): Promise<boolean> {
  const searched = { contentDir: place, others, steps, note: undefined, mayQuoteCopies: true };
  return (await findQuotes(gone, searched)).length > 0;
}

/** Removes the state unless `work` returns true. */
async function orRemove(place: string, work: () => Promise<boolean>): Promise<void> {
  if (!existsSync(place)) return;
  if (!(await work().catch(() => false))) await rm(place, { recursive: true, force: true });
}

/** The reviews in a folder, by whether they were taken down; none if it can't be read, unless `mustRead`. */
function reviewsIn(place: string, takedowns: readonly Takedown[], mustRead = false): { gone: WrittenReview[]; others: WrittenReview[] } {
  const takedownOf = takedownFinder(takedowns);
  try {
    const { gone = [], others = [] } = Object.groupBy(readWrittenReviews(place), ({ entry }) => (takedownOf(entry) ? 'gone' : 'others'));
    return { gone, others };
  } catch (error) {
    if (mustRead) throw error;
    return { gone: [], others: [] };
  }
}
