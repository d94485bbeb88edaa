import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { namedFile, readContentFile } from '../../site/content/read/named-file.ts';
import type { ReviewEntry } from '../../site/content/schemas.ts';
import { setKeys } from '../../site/content/write/change-data.ts';
import { parseSource } from '../../site/content/write/list-text.ts';
import { writeWhole } from '../../site/content/write/write-file.ts';
import { newestFirst } from '../../site/contract/review.ts';
import type { Choice } from '../cli/terminal.ts';
import { scopeOf } from './incoming.ts';
import { describeEntry, some } from './report.ts';
import type { StoredReview, StoredReviews } from './stored-reviews.ts';

/** An import can mark this many reviews as removed, or this share of a source, whichever is larger. */
const MAX_COUNT = 5;
const MAX_PART = 0.1;

/** The number of a scope's reviews before the run, and how many of them the run marks as removed. */
interface Removals {
  readonly scope: string;
  readonly present: number;
  readonly removed: number;
}

/** More reviews than an import may mark as removed. */
export interface MassRemoval {
  /** The Google locations or sources that would lose too many. */
  readonly scopes: readonly Removals[];
  readonly reviews: readonly ReviewEntry[];
}

/**
 * Returns the mass removal if a run would mark too many reviews of a Google location or a source as removed, as an empty or truncated
 * export would. All files of a run count together. `present` has the ids of the reviews that weren't marked as removed before.
 */
export function findMassRemoval(stored: StoredReviews, present: ReadonlySet<string>): MassRemoval | undefined {
  const known = [...stored.values()].filter(({ entry, elsewhere }) => elsewhere === undefined && present.has(entry.id));
  const places = countRemovals(known, scopeOf);
  const scopes = places.length > 0 ? places : countRemovals(known, ({ source }) => source);
  if (scopes.length === 0) return undefined;
  const removed = known.filter(isRemoved).map(({ entry }) => entry);
  return { scopes, reviews: removed.sort(newestFirst) };
}

/** The locations or sources that lose too many reviews. */
function countRemovals(reviews: readonly StoredReview[], placeOf: (entry: ReviewEntry) => string): Removals[] {
  return [...Map.groupBy(reviews, ({ entry }) => placeOf(entry))]
    .map(([scope, all]) => ({ scope, present: all.length, removed: all.filter(isRemoved).length }))
    .filter(({ present, removed }) => removed > MAX_COUNT && removed > present * MAX_PART)
    .sort((a, b) => (a.scope < b.scope ? -1 : 1));
}

const isRemoved = ({ entry }: StoredReview) => entry.removed_at_source !== undefined;

/** The message for a mass removal, with what to do. */
export function describeMassRemoval({ scopes, reviews }: MassRemoval): string {
  return [
    `${scopes.map(({ scope, present, removed }) => `${removed} of ${present} reviews of ${scope}`).join(' and ')} would be marked as removed at their source, which is more than a tenth; nothing was imported:`,
    ...some(reviews, (review) => [`  - ${describeEntry(review)}`]),
    'An empty or incomplete export looks the same. Compare it with the source, and export again.',
    'If they are really gone, run the same command with --remove. With --partial, nothing is marked as removed.',
  ].join('\n');
}

/** What to do with reviews that their source no longer has: `removed_at_source` in policy.yaml. */
export type RemovedChoice = 'leave_out' | 'publish';

/** Whether policy.yaml has an answer. @throws ContentError */
export async function isRemovedDecided(contentDir: string): Promise<boolean> {
  const policy = await readContentFile(namedFile(contentDir, 'policy'), z.looseObject({}));
  return policy.value['removed_at_source'] !== undefined;
}

/** Writes the answer to policy.yaml, and keeps everything else. @throws EditError if the file has an unusual form */
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
    hint: 'recommended: the author may have withdrawn it; your site still shows how many were removed, and when',
  },
  {
    value: 'publish',
    label: 'keep them, each with a note that its source no longer has it',
    hint: 'hides nothing, but may publish words that their author withdrew',
  },
];
