import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { namedFile, readBytes } from '../../site/content/read/content-files.ts';
import { readWrittenReviews } from '../../site/content/read/read.ts';
import type { WrittenReview } from '../../site/content/read/written-reviews.ts';
import { type Takedown, takedownFinder } from '../../site/content/takedowns.ts';
import { isState, statesFolder } from '../content/own-folders.ts';
import { forgetSteps, photoSteps, planTakedown, readTakedowns } from '../content/takedown-files.ts';
import { isDraft, takeSteps, writeWhole } from '../content/write-file.ts';
import { findQuotes } from './quotes.ts';

/** The numbers of all states, oldest first. */
export async function listStates(dataDir: string): Promise<number[]> {
  const names = await readdir(statesFolder(dataDir)).catch(() => []);
  return names
    .filter(isState)
    .map(Number)
    .sort((a, b) => a - b);
}

/**
 * Removes the reviews that were taken down in `contentDir` from all states. A takedown does this after the list is written and before the
 * content changes, so the next takedown, or the desk when it opens, can finish it. Needs the content's lock. @throws ContentError if the
 * list can't be read
 */
export async function withholdFromStates(contentDir: string, dataDir: string): Promise<void> {
  const folder = statesFolder(dataDir);
  if (!existsSync(folder)) return;
  // Drafts may be left in the states themselves, too, which have too many files for a sweep at each start.
  for (const name of await readdir(folder, { recursive: true })) {
    const isLeft = isDraft(path.basename(name)) || !isState(name.split(path.sep)[0] ?? '');
    if (isLeft) await rm(path.join(folder, name), { recursive: true, force: true });
  }
  // With many reviews and states this takes a while, and the list rarely changes.
  const mark = path.join(dataDir, 'desk', 'withheld');
  const list = hash('sha256', readBytes(namedFile(contentDir, 'takedowns')));
  if ((await readFile(mark, 'utf8').catch(() => '')) === list) return;
  const takedowns = await readTakedowns(contentDir);
  const places = (await listStates(dataDir)).map((state) => path.join(folder, String(state)));
  const states = places.map((place) => ({ place, gone: goneFrom(place, takedowns) }));
  // A state may have a photo or a quote of a review that only another state or the content has.
  const gone = [...goneFrom(contentDir, takedowns), ...states.flatMap((state) => state.gone)];
  // The reviews themselves go last, so the next run finds them if this one is interrupted.
  const inOrder = states.toSorted((a, b) => a.gone.length - b.gone.length);
  for (const { place } of inOrder) await withholdFrom(place, takedowns, gone);
  await writeWhole(mark, list);
}

/**
 * Removes reviews that were taken down from a state. A state that quotes them elsewhere is deleted, and so is one that can't be read,
 * because nobody can tell whose texts it has. `elsewhere` has the reviews that were taken down, from the content and all states.
 */
export async function withholdFrom(place: string, takedowns: readonly Takedown[], elsewhere: readonly WrittenReview[] = []): Promise<void> {
  if (takedowns.length === 0) return;
  const isWithheld = await withhold(place, takedowns, elsewhere).catch(() => false);
  if (!isWithheld) await rm(place, { recursive: true, force: true });
}

/** Returns false if the state quotes a review that was taken down. */
async function withhold(place: string, takedowns: readonly Takedown[], elsewhere: readonly WrittenReview[]): Promise<boolean> {
  const { gone, others } = reviewsIn(place, takedowns);
  // Undone imports and reviews removed by hand leave earlier texts behind.
  await takeSteps(await forgetSteps(place, new Set(takedowns.map(({ review }) => review))));
  const all = [...elsewhere.map((review) => ({ ...review, file: '' })), ...gone];
  if (all.length === 0) return true;
  await takeSteps(await photoSteps(place, new Set(all.flatMap(({ entry }) => entry.photos ?? [])), others));
  const steps = await planTakedown(place, gone, [], others);
  const distinct = [...new Map(all.map((review) => [`${review.entry.id}\n${review.entry.text}`, review])).values()];
  const searched = { contentDir: place, others, steps, note: undefined, mayQuoteCopies: true };
  if ((await findQuotes(distinct, searched)).length > 0) return false;
  await takeSteps(steps);
  return true;
}

/** The reviews in a folder, by whether they were taken down. */
function reviewsIn(place: string, takedowns: readonly Takedown[]): { gone: WrittenReview[]; others: WrittenReview[] } {
  const takedownOf = takedownFinder(takedowns);
  const { gone = [], others = [] } = Object.groupBy(readWrittenReviews(place), ({ entry }) => (takedownOf(entry) ? 'gone' : 'others'));
  return { gone, others };
}

/** The reviews in a folder that were taken down; none if it can't be read. */
function goneFrom(place: string, takedowns: readonly Takedown[]): readonly WrittenReview[] {
  try {
    return reviewsIn(place, takedowns).gone;
  } catch {
    return [];
  }
}
