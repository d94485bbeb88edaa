import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { isDerivedId, scopeOf } from '../../site/content/identity.ts';
import { namedFile, readContentFile } from '../../site/content/read/content-files.ts';
import { type ReviewEntry, reviewEntry } from '../../site/content/schemas.ts';
import { newestFirst } from '../../site/contract/review.ts';
import { isPlainField, plainDefaults } from '../../site/contract/review-fields.ts';
import { counted, plural } from '../../site/shared/text.ts';
import type { CommandLine } from '../cli/settings.ts';
import type { Choice } from '../cli/terminal.ts';
import { setKeys } from '../content/change-data.ts';
import { describeDuplicate, likelyDuplicates } from '../content/duplicates.ts';
import { parseSource } from '../content/edit-text.ts';
import type { StoredReview, StoredReviews } from '../content/stored-reviews.ts';
import { writeWhole } from '../content/write-file.ts';
import type { Refused } from './incoming.ts';

export interface EntryChange {
  readonly from: ReviewEntry;
  readonly to: ReviewEntry;
}

/** A review whose keys were edited by hand since the last import. */
export interface HandEdited {
  readonly entry: ReviewEntry;
  readonly keys: readonly string[];
}

/** The result of an import or a dry run. */
export class ImportSummary {
  readonly added: ReviewEntry[] = [];
  readonly changed: EntryChange[] = [];
  readonly removed: ReviewEntry[] = [];
  readonly refused: Refused[] = [];
  readonly notes: string[] = [];
  readonly handEdited: HandEdited[] = [];
  /** Reviews of the exports that the content already has. */
  known = 0;
  /** How many rows of the exports ended in which way; each row counts once, refused ones in `refused`. Empty rows count apart. */
  readonly rows = { added: 0, changed: 0, unchanged: 0, older: 0, notPublished: 0, replies: 0, empty: 0 };
  /** How many of the rows that aren't published are reviews of locations that weren't chosen. */
  elsewhere = 0;
  /** Whether the reviews are from tables. */
  hasTable = false;
  /** Reviews of which only the marks of hand edits or the checksums change. */
  marked = 0;
  keptOut = 0;
  /** Added although a newer complete export doesn't have them, so they are marked as removed from the start. */
  addedAsRemoved = 0;
  /** Added although an earlier complete export must have contained them: they were refused then, or have been deleted since. */
  addedAgain = 0;

  /** The counts of imports.json. As in the report, reviews that aren't published count neither as added nor as changed. */
  get counts() {
    return { added: this.rows.added, changed: this.rows.changed, removed: this.removed.length };
  }

  /** Whether the imported file changes. */
  get isToBeWritten(): boolean {
    return this.added.length + this.changed.length + this.removed.length + this.marked > 0;
  }

  /** Whether there were records, and all of them were refused. */
  get isAllRefused(): boolean {
    const { empty: _, ...rows } = this.rows;
    return this.refused.length > 0 && Object.values(rows).every((count) => count === 0);
  }
}

/** Keys in which an import keeps its own records. */
const RECORDS: ReadonlySet<string> = new Set(['changed_by_business', 'imported']);
const KEYS = (Object.keys(reviewEntry.shape) as (keyof ReviewEntry)[]).filter((key) => !RECORDS.has(key));

/** The keys of a review in which two versions differ. Null and the default of a plain field count as absent. */
export function differingKeys(from: ReviewEntry | undefined, to: ReviewEntry): readonly (keyof ReviewEntry)[] {
  const print = (entry: ReviewEntry | undefined, key: keyof ReviewEntry) =>
    isPlainField(key) && entry?.[key] === plainDefaults[key]
      ? undefined
      : JSON.stringify(entry?.[key], (_key, inner) => inner ?? undefined);
  return KEYS.filter((key) => print(from, key) !== print(to, key));
}

/** Keys that the source of a review can't provide. */
const OURS: ReadonlySet<string> = new Set(['id', 'source_id', 'verification', 'source_updated_at', 'removed_at_source', 'edited']);

/** Whether two versions of a review are equal in everything that their source can provide. */
export const isEqualAtSource = (a: ReviewEntry, b: ReviewEntry): boolean => differingKeys(a, b).every((key) => OURS.has(key));

export interface ReportOptions {
  /** The file that the import writes. */
  readonly file: string;
  readonly dryRun: boolean;
  readonly commandLine: CommandLine;
}

/** The report of an import, one line per fact; a dry run also lists the reviews. */
export function describeImport(summary: ImportSummary, options: ReportOptions): string {
  const { file, dryRun, commandLine } = options;
  const { added, changed, removed, refused, elsewhere } = summary;
  return [
    ...some(summary.notes, (note) => [`note: ${note}`]),
    ...(elsewhere > 0 ? [`note: ${counted(elsewhere, 'review')} of other locations ${plural(elsewhere, "isn't", "aren't")} imported`] : []),
    ...(dryRun
      ? [
          ...some(added, (entry) => [`+ ${describeEntry(entry)}`]),
          ...some(changed, ({ from, to }) => [`~ ${describeEntry(to)}`, ...differences(from, to).map((line) => `    ${line}`)]),
          ...some(removed, (entry) => [`- ${describeEntry(entry)}`]),
        ]
      : []),
    ...some(refused, ({ place, reason }) => [`refused: ${place}: ${reason}`]),
    ...some(summary.handEdited, (edited) => [`kept: ${describeHandEdits(edited, dryRun)}`]),
    ...describeSpecialCases(summary, options),
    countRows(summary),
    dryRun
      ? 'dry run: nothing was written'
      : summary.isToBeWritten
        ? `written: ${file}; next: ${commandLine('npm run build')}`
        : 'no review changed; imports.json has a record of this import',
  ].join('\n');
}

/** How many rows ended in which way. The numbers add up to the rows that aren't empty. */
export function countRows({ rows, refused }: ImportSummary): string {
  const { added, changed, unchanged, older, notPublished, replies } = rows;
  return [
    `${added} added, ${changed} changed, ${unchanged} unchanged, ${older} older ${plural(older, 'version', 'versions')}, ${refused.length} refused, ${notPublished} not published`,
    ...(replies > 0 ? [counted(replies, 'reply', 'replies')] : []),
  ].join(', ');
}

function describeHandEdits({ entry, keys }: HandEdited, dryRun: boolean): string {
  const [was, is] = [plural(keys.length, 'was', 'were'), plural(keys.length, 'is', 'are')];
  return `${describeEntry(entry)}: ${keys.join(', ')} ${was} changed by hand, and ${dryRun ? 'would be marked as edited' : `${is} marked as edited now`}`;
}

function describeSpecialCases(
  { keptOut, addedAsRemoved, addedAgain, removed }: ImportSummary,
  { file, dryRun, commandLine }: ReportOptions,
): string[] {
  const done = (how: string) => (dryRun ? `would be ${how}` : how);
  const gone = removed.length + addedAsRemoved;
  return [
    ...(keptOut > 0 ? [`${keptOut} kept out: taken down (takedowns.yaml)`] : []),
    ...(addedAsRemoved > 0
      ? [`${addedAsRemoved} ${done('added as removed')} at the source: a newer complete export doesn't have them`]
      : []),
    ...(addedAgain > 0
      ? [
          `${addedAgain} ${dryRun ? 'new' : 'added'} ${plural(addedAgain, 'review is', 'reviews are')} older than the last complete export, so somebody may have deleted ${plural(addedAgain, 'it', 'them')} from ${file}: ${commandLine('npm run review -- takedown')} keeps a review out`,
        ]
      : []),
    ...(removed.length > 0
      ? [
          `${counted(removed.length, 'review')} ${done('marked as removed')} at the source: this export doesn't have ${plural(removed.length, 'it', 'them')}`,
        ]
      : []),
    ...(gone > 0 ? ['policy.yaml says whether reviews that were removed at their source are published (removed_at_source)'] : []),
  ];
}

/** Notes on reviews that share an invoice or job, and on added ones that may be stored already in `file` or elsewhere. */
export function notesOn(stored: StoredReviews, file: string, commandLine: CommandLine): string[] {
  const shared = sameReference(stored).map(
    (reviews) => `${reviews.length} reviews name the same invoice or job: ${reviews.slice(0, SHOWN).map(describeEntry).join('; ')}`,
  );
  const duplicates = likelyDuplicates(stored);
  const reread = duplicates.filter(({ other }) => other.elsewhere === undefined && isDerivedId(other.entry.source_id));
  const advice = `${reread.length} reviews look like rows that an earlier import read with other options. If so, undo that import before you repeat this one: ${commandLine('npm run import -- --undo')}`;
  return [
    ...shared,
    ...(reread.length >= MANY ? [advice] : []),
    ...duplicates.map(({ added, other: { entry, elsewhere } }) =>
      describeDuplicate({ ...added, isImported: true }, { ...entry, isImported: elsewhere === undefined }, elsewhere ?? file, commandLine),
    ),
  ];
}

/** The reviews that share a verification reference with one that was added or changed. */
function sameReference(stored: StoredReviews): ReviewEntry[][] {
  const references = new Set(stored.changes().flatMap(({ after }) => after.entry.verification?.reference ?? []));
  const entries = [...stored.values()].map(({ entry }) => entry);
  const named = Map.groupBy(entries, ({ verification }) => verification?.reference);
  return [...references].map((reference) => named.get(reference) ?? []).filter(({ length }) => length > 1);
}

/** Threshold: fewer similar rows are probably a coincidence. */
const MANY = 3;

/** How many examples of each kind are shown. */
export const SHOWN = 20;

/** Lines for the first items, and the number of the others. */
export function some<T>(items: readonly T[], describeItem: (item: T) => readonly string[]): string[] {
  const rest = items.length - SHOWN;
  return [...items.slice(0, SHOWN).flatMap(describeItem), ...(rest > 0 ? [`  ... and ${rest} more`] : [])];
}

/** A review in one line of a report. */
export const describeEntry = ({ date, rating, author }: ReviewEntry) => `${date} ${rating}/5 ${author}`;

/** One line for each key that differs between two versions of a review, with its old and new value, shortened if they are long. */
function differences(from: ReviewEntry, to: ReviewEntry): string[] {
  return differingKeys(from, to).map((key) => `${key}: ${cut(printValue(from[key]), printValue(to[key])).join(' -> ')}`);
}

const printValue = (value: unknown) => JSON.stringify(value ?? null);

const LONGEST = 60;
const AROUND = 15;

/** Both texts, shortened to the part that differs and some context. */
function cut(before: string, after: string): [string, string] {
  if (Math.max(before.length, after.length) <= LONGEST) return [before, after];
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [around(before, start, end), around(after, start, end)];
}

/** Up to LONGEST characters around the difference, with `…` for omitted text. */
function around(text: string, start: number, end: number): string {
  const first = Math.max(0, start - AROUND);
  const last = Math.min(text.length, Math.max(text.length - end, start) + AROUND, first + LONGEST);
  return `${first > 0 ? '…' : ''}${text.slice(first, last).toWellFormed()}${last < text.length ? '…' : ''}`;
}

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
  `${counted(count, 'review is', 'reviews are')} no longer at ${plural(count, 'its', 'their')} source: the author or the platform removed ${plural(count, 'it', 'them')}. What should your site do with such reviews?`;

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
