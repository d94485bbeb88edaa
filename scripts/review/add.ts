import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isSeq } from 'yaml';
import { z } from 'zod';
import { reviewId } from '../../site/content/identity.ts';
import { namedFile } from '../../site/content/read/content-files.ts';
import { readWrittenReviews } from '../../site/content/read/read.ts';
import { placeOf, type WrittenReview } from '../../site/content/read/written-reviews.ts';
import type { IdentifiedEntry } from '../../site/content/schemas.ts';
import { takedownFinder } from '../../site/content/takedowns.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { askMissing, checkFlags, dateFlag, type Flag, proseFlag, readFields, readFlags, textFlag } from '../cli/flags.ts';
import { insertItem } from '../content/change-data.ts';
import { type FileChange, isImported } from '../content/change-entry.ts';
import { areLikelyDuplicates, describeDuplicate } from '../content/duplicates.ts';
import { type JsonObject, parseSource } from '../content/edit-text.ts';
import { withContentLock } from '../content/lock.ts';
import { readTakedowns } from '../content/takedown-files.ts';
import { writeWhole } from '../content/write-file.ts';
import { type ChangePlace, type GivenFields, type Outcome, problem } from './change.ts';
import { lastLine, orThrow, type ReviewContext } from './find.ts';
import { askNumber, methodFlag, moreFlags, policyNotes, toStoredVerification, type Verified, withNumber } from './verification.ts';

const rating = z
  .string()
  .trim()
  .regex(/^[1-5]$/, 'write a whole number from 1 to 5')
  .transform(Number);
const url = z.url({ protocol: /^https?$/, error: 'write an absolute URL such as https://example.com/page' });

const addFields = (days: Pick<ChangePlace, 'today' | 'latest'>) => ({
  date: dateFlag('the date of the review', '2025-03-14', true, days),
  rating: { question: 'stars, 1 to 5', hint: '5', schema: rating, required: true as const } satisfies Flag<number>,
  author: textFlag('the name to show', 'Ann B.', true),
  text: proseFlag('what the customer wrote', 'optional', false),
  source: textFlag('where it was written', 'direct', false),
  'source-id': textFlag('its id there', 'optional', false),
  'source-url': { question: 'its URL there', hint: 'optional', schema: url, required: false as const } satisfies Flag<string>,
  method: { ...methodFlag, hint: `${methodFlag.hint}; vouched if left empty` },
});

export interface Added {
  readonly entry: NewEntry;
  readonly change: FileChange;
  /** How it was verified; undefined if it wasn't. */
  readonly verified: Verified | undefined;
  /** Reviews that look like the same one. */
  readonly duplicates: readonly WrittenReview[];
  /** Notes for people, such as that the policy doesn't accept the method. */
  readonly notes: readonly string[];
}

/**
 * Adds a review to the file of its year, with `date`, `rating`, `author`, `text`, `source`, `source-id` and `source-url`. Unless
 * `isVerified` is false, `method` (vouched by default, or invoice with a `reference`) and `reference` record how it was verified.
 * Problems: missing, invalid, no_number, known, taken_down.
 */
export function addReview(place: ChangePlace, given: GivenFields, isVerified: boolean): Promise<Outcome<Added>> {
  const { contentDir, dataDir, today, dryRun = false } = place;
  return withContentLock(contentDir, async () => {
    const fields = readFields(addFields(place), given);
    if ('problems' in fields) return fields;
    const { date, rating, author, text, method, 'source-url': source_url } = fields.values;
    const chosen = method ?? (given['reference'] === undefined ? 'vouched' : 'invoice');
    const verified = isVerified ? withNumber({ method: chosen, verifiedAt: today }, given) : undefined;
    if (verified !== undefined && 'problems' in verified) return verified;
    const reviews = readWrittenReviews(contentDir);
    const verification = verified && (await toStoredVerification(verified, dataDir, dryRun));
    const source = (fields.values.source ?? 'direct').toLowerCase();
    const source_id = fields.values['source-id'] ?? unusedSourceId([date, author], source, reviews);
    const id = reviewId(date, source, source_id);
    // The keys in the order in which they are written.
    const entry = { id, source, source_id, source_url, date, rating, author, text, verified: isVerified, verification };
    const refusal = await refusalOf(entry, reviews, contentDir);
    if (refusal !== undefined) return refusal;
    const change = await placeEntry(contentDir, entry, reviews);
    if (!dryRun) await writeWhole(change.file, change.text);
    const duplicates = reviews.filter((one) => areLikelyDuplicates(entry, one.entry));
    return { entry, change, verified, duplicates, notes: await policyNotes(contentDir, verified?.method) };
  });
}

type NewEntry = Pick<IdentifiedEntry, 'id' | 'source' | 'date' | 'rating' | 'author' | 'verified'> & {
  readonly source_id: string;
  readonly source_url: string | undefined;
  readonly text: string | undefined;
  readonly verification: JsonObject | undefined;
};

/** An id at the source, made from other values and a counter. */
function unusedSourceId(of: readonly string[], source: string, reviews: readonly WrittenReview[], count = 1): string {
  const id = `hand-${hash('sha256', [...of, count].join('\n')).slice(0, 12)}`;
  const isTaken = reviews.some(({ entry }) => entry.source === source && entry.source_id === id);
  return isTaken ? unusedSourceId(of, source, reviews, count + 1) : id;
}

/** Why a review can't be added; undefined if it can. Problems: known, taken_down. */
async function refusalOf(entry: NewEntry, reviews: readonly WrittenReview[], contentDir: string) {
  const { id, source, source_id } = entry;
  const known = reviews.find((other) => other.entry.id === id || (other.entry.source === source && other.entry.source_id === source_id));
  if (known) return problem('known', `this review already exists: ${placeOf(known)}`);
  const gone = (await readTakedowns(contentDir)).filter((takedown) => takedownFinder([takedown])(entry) !== undefined);
  if (gone.length === 0) return undefined;
  const listed = gone.map(({ review }) => review).join(' and ');
  return problem(
    'taken_down',
    `this review was taken down on ${gone[0]?.date}; to publish it again, remove ${listed} from ${namedFile(contentDir, 'takedowns')}`,
  );
}

/** The file of a new review: the list of its year, or if that isn't a list, a separate file. */
async function placeEntry(contentDir: string, entry: NewEntry, reviews: readonly WrittenReview[]): Promise<FileChange> {
  const item: JsonObject = JSON.parse(JSON.stringify(entry));
  const year = entry.date.slice(0, 4);
  const list = path.join(contentDir, 'reviews', `${year}.yaml`);
  const text = await readFile(list, 'utf8').catch(() => `# Reviews from ${year}, newest first.\n`);
  const { contents } = parseSource(text.replace(/^\uFEFF/, ''));
  if (contents === null || isSeq(contents)) {
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

const COMMAND = 'review add';

export const addUsage = `npm run review -- add --date 2025-03-14 --rating 5 --author "Ann B." [--text "..."] [--source direct]
    [--source-id ID] [--source-url URL] [--method vouched] [--reference 10482] [--unverified]`;

/** `npm run review -- add`: adds a review to the file of its year. */
export async function add(args: readonly string[], context: ReviewContext): Promise<void> {
  const { contentDir, terminal, say } = context;
  const fields = addFields(context);
  const { texts, has, positionals } = readFlags(COMMAND, addUsage, args, [...Object.keys(fields), 'reference'], ['unverified', 'dry-run']);
  if (positionals.length > 0)
    throw new SetupError(`${COMMAND}: ${JSON.stringify(positionals[0])} isn't part of a flag; put text in quotes\n\n${addUsage}`);
  const isVerified = !has('unverified');
  if (!isVerified && (texts['method'] ?? texts['reference']) !== undefined)
    throw new SetupError(`${COMMAND}: --unverified contradicts --method and --reference`);
  checkFlags(COMMAND, { ...fields, ...moreFlags(texts['method']) }, texts, terminal);
  const answers = await askMissing(fields, texts, terminal);
  const given = isVerified ? await askNumber(answers, terminal) : answers;
  const place = { ...context, dryRun: has('dry-run') };
  const { entry, change, verified, duplicates, notes } = orThrow(COMMAND, await addReview(place, given, isVerified));
  for (const other of duplicates) {
    const isOtherImported = isImported(contentDir, other);
    say(
      `note: ${describeDuplicate({ ...entry, isImported: false }, { ...other.entry, isImported: isOtherImported }, placeOf(other), context.commandLine)}`,
    );
  }
  for (const note of notes) say(note);
  const how = verified ? `verified (${verified.method})` : 'not verified, so it is not published';
  say(`${entry.id} is in ${change.file}: ${how}\n${lastLine(place)}`);
}
