import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { namedFile, readContentFile } from '../../site/content/read/named-file.ts';
import type { ReviewEntry } from '../../site/content/schemas.ts';
import { setKeys } from '../../site/content/write/change-data.ts';
import { parseSource } from '../../site/content/write/list-text.ts';
import { writeWhole } from '../../site/content/write/write-file.ts';
import type { Choice } from '../cli/terminal.ts';
import { CountedSample } from './import-summary.ts';
import { isLocation } from './locations.ts';
import { describeEntry, some } from './report.ts';
import type { Removals, Staging } from './staging.ts';

/** An import can mark this many reviews as removed, or this share of a source, whichever is larger. */
const MAX_COUNT = 5;
const MAX_PART = 0.1;

/** More reviews than an import may mark as removed. */
export interface MassRemoval {
  /** The Google locations or sources that would lose too many. */
  readonly scopes: readonly Removals[];
  readonly reviews: CountedSample<ReviewEntry>;
}

/**
 * Finds out whether a run would mark too many reviews of a Google location or a source as removed, as an empty or truncated export would;
 * undefined otherwise. All files of a run count together.
 */
export function findMassRemoval(staging: Staging): MassRemoval | undefined {
  const removals = staging.removals();
  const places = removals.filter(isTooMuch);
  const scopes = places.length > 0 ? places : bySource(removals).filter(isTooMuch);
  if (scopes.length === 0) return undefined;
  const reviews = new CountedSample<ReviewEntry>();
  for (const review of staging.removedReviews()) reviews.add(review);
  return { scopes, reviews };
}

/** The message for a mass removal, with what to do. */
export function describeMassRemoval({ scopes, reviews }: MassRemoval): string {
  return [
    `${scopes.map(({ scope, present, removed }) => `${removed} of ${present} reviews of ${scope}`).join(' and ')} would be marked as removed at their source, which is more than a tenth; nothing was imported:`,
    ...some(reviews, (review) => [`  - ${describeEntry(review)}`]),
    'An empty or incomplete export has the same effect. Compare it with what the source shows, and export again.',
    'If they are really gone, run the same command with --remove. With --partial, nothing is marked as removed.',
  ].join('\n');
}

const isTooMuch = ({ present, removed }: Removals) => removed > MAX_COUNT && removed > present * MAX_PART;

/** Only Google has locations. */
function bySource(removals: readonly Removals[]): Removals[] {
  const groups = Map.groupBy(removals, ({ scope }) => (isLocation(scope) ? 'google' : scope));
  return [...groups].map(([scope, parts]) => ({
    scope,
    present: parts.reduce((sum, { present }) => sum + present, 0),
    removed: parts.reduce((sum, { removed }) => sum + removed, 0),
  }));
}

/** What to do with reviews that their source no longer has: `removed_at_source` in policy.yaml. */
export type RemovedChoice = 'leave_out' | 'publish';

/** Whether policy.yaml has an answer. @throws ContentError */
export async function isRemovedDecided(contentDir: string): Promise<boolean> {
  const policy = await readContentFile(namedFile(contentDir, 'policy'), z.looseObject({}));
  return policy.value['removed_at_source'] !== undefined;
}

/** Writes the answer into policy.yaml, and keeps everything else in it. @throws EditError if the file has an unusual form */
export async function rememberRemoved(contentDir: string, choice: RemovedChoice): Promise<void> {
  const file = namedFile(contentDir, 'policy');
  const text = await readFile(file, 'utf8').catch(() => '');
  const isEmpty = parseSource(text.replace(/^\uFEFF/, '')).contents === null;
  const answer = { removed_at_source: choice };
  await writeWhole(file, isEmpty ? `${text}removed_at_source: ${choice}\n` : setKeys({ name: file, text }, [], answer));
}

/** The question, in plain words. */
export const removedQuestion = (count: number): string =>
  `${count === 1 ? '1 review is' : `${count} reviews are`} no longer at ${count === 1 ? 'its' : 'their'} source: the author or the platform removed ${count === 1 ? 'it' : 'them'}. What should your site do with such reviews?`;

/** Its answers, the recommended one first. */
export const removedChoices: readonly Choice<RemovedChoice>[] = [
  {
    value: 'leave_out',
    label: 'leave them out',
    hint: 'recommended: the author may have taken the words back; your site still shows how many were removed, and when',
  },
  {
    value: 'publish',
    label: 'keep them, each with a note that its source no longer has it',
    hint: 'hides nothing, but may repeat words that their author took back',
  },
];
