import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isSeq } from 'yaml';
import { z } from 'zod';
import { SetupError } from '../../site/contract/environment.ts';
import { reviewId } from '../../site/dataset/identity.ts';
import { readEntries, type WrittenReview } from '../../site/dataset/read.ts';
import { insertItem, type JsonObject } from '../content/edit-text.ts';
import { parseSource } from '../content/list-text.ts';
import { withContentLock } from '../content/lock.ts';
import { writeWhole } from '../content/write-file.ts';
import { complete, type Flag, readFlags } from '../flags.ts';
import type { FileChange } from './change-entry.ts';
import { dateFlag, lastLine, type ReviewContext, textFlag } from './context.ts';
import { placeOf } from './find.ts';
import { identityHash, readTakedowns } from './takedown-files.ts';
import { methodFlag, numberFlag, toVerification } from './verify.ts';

const COMMAND = 'review add';

/** How it is called. */
export const addUsage = `npm run review -- add --date 2025-03-14 --rating 5 --author "Ann B." [--text "..."] [--source direct]
    [--source-id ID] [--source-url URL] [--method vouched] [--reference 10482] [--unverified]`;

const rating = z
  .string()
  .trim()
  .regex(/^[1-5]$/, 'write a whole number from 1 to 5')
  .transform(Number);
const url = z.url({ protocol: /^https?$/, error: 'write an absolute URL such as https://example.com/page' });

const flags = {
  date: dateFlag('the day on which it was written', '2025-03-14', true),
  rating: { question: 'stars, 1 to 5', hint: '5', schema: rating, required: true as const } satisfies Flag<number>,
  author: textFlag('the name to show', 'Ann B.', true),
  text: textFlag('what the customer wrote', 'may stay empty', false),
  source: textFlag('where it was written', 'direct', false),
  'source-id': textFlag('its id there', 'may stay empty', false),
  'source-url': { question: 'its address there', hint: 'may stay empty', schema: url, required: false as const } satisfies Flag<string>,
  method: methodFlag,
  reference: numberFlag(false),
};
type Given = Awaited<ReturnType<typeof complete<typeof flags>>>;

/** `npm run review -- add`: writes a review into the file of its year. */
export async function add(args: readonly string[], context: ReviewContext): Promise<void> {
  const { texts, has, positionals } = readFlags(COMMAND, addUsage, args, Object.keys(flags), ['unverified', 'dry-run']);
  if (positionals.length > 0)
    throw new SetupError(`${COMMAND}: ${JSON.stringify(positionals[0])} belongs to no flag; put texts in quotes\n\n${addUsage}`);
  const given = await complete(COMMAND, flags, texts, context.terminal);
  if (given.reference !== undefined && (given.method ?? 'invoice') !== 'invoice')
    throw new SetupError(`${COMMAND}: --reference goes with --method invoice`);
  if (given.method === 'invoice' && given.reference === undefined)
    throw new SetupError(`${COMMAND}: --reference is missing (${flags.reference.question})`);
  const { contentDir, say } = context;
  await withContentLock(contentDir, async () => {
    const reviews = readEntries(contentDir);
    const entry = await toEntry(given, has('unverified'), reviews, context);
    await refuseKnown(entry, reviews, contentDir);
    const { file, text } = await writeInto(contentDir, entry, reviews);
    const dryRun = has('dry-run');
    if (!dryRun) await writeWhole(file, text);
    const how = entry.verified ? `verified by ${entry.verification?.['method']}` : 'not verified, so it is not published';
    say(`${entry.id} is in ${file}: ${how}\n${lastLine(dryRun)}`);
  });
}

interface NewEntry extends Readonly<Record<string, JsonObject[string] | undefined>> {
  readonly id: string;
  readonly source: string;
  readonly source_id: string;
  readonly date: string;
  readonly verified: boolean;
  readonly verification?: JsonObject | undefined;
}

async function toEntry(
  given: Given,
  unverified: boolean,
  reviews: readonly WrittenReview[],
  { dataDir, today }: ReviewContext,
): Promise<NewEntry> {
  const { date, author, text } = given;
  const source = given.source?.toLowerCase() ?? 'direct';
  const sourceId = given['source-id'] ?? madeUpId([date, author], source, reviews);
  const method = given.method ?? (given.reference === undefined ? 'vouched' : 'invoice');
  const verification = unverified ? undefined : await toVerification({ method, verifiedAt: today, number: given.reference }, dataDir);
  return {
    id: reviewId(date, source, sourceId),
    source,
    source_id: sourceId,
    source_url: given['source-url'],
    date,
    rating: given.rating,
    author,
    text,
    verified: !unverified,
    verification,
  };
}

/** For a review without an id at its source: who wrote on which day, and the how-manyeth of that day it is. */
function madeUpId(of: readonly string[], source: string, reviews: readonly WrittenReview[], count = 1): string {
  const id = `hand-${createHash('sha256')
    .update([...of, count].join('\n'))
    .digest('hex')
    .slice(0, 12)}`;
  const isTaken = reviews.some(({ entry }) => entry.source === source && entry.source_id === id);
  return isTaken ? madeUpId(of, source, reviews, count + 1) : id;
}

async function refuseKnown(entry: NewEntry, reviews: readonly WrittenReview[], contentDir: string): Promise<void> {
  const known = reviews.find(
    (other) => other.entry.id === entry.id || (other.entry.source === entry.source && other.entry.source_id === entry.source_id),
  );
  if (known) throw new SetupError(`${COMMAND}: this review is there already: ${placeOf(known)}`);
  const identity = identityHash({ source: entry.source, source_id: entry.source_id });
  const gone = (await readTakedowns(contentDir)).find((other) => other.review === entry.id || other.identity === identity);
  if (gone)
    throw new SetupError(
      `${COMMAND}: this review was taken down on ${gone.date}; to publish it again, remove ${gone.review} from takedowns.yaml`,
    );
}

/** The list of its year, newest first; where something else has that name, a file of its own. */
async function writeInto(contentDir: string, entry: NewEntry, reviews: readonly WrittenReview[]): Promise<FileChange> {
  const year = entry.date.slice(0, 4);
  const item = Object.fromEntries(Object.entries(entry).filter((pair): pair is [string, JsonObject[string]] => pair[1] !== undefined));
  const list = path.join(contentDir, 'reviews', `${year}.yaml`);
  const before = await readFile(list, 'utf8').catch(() => `# Reviews from ${year}, newest first.\n`);
  const { document } = parseSource(before.replace(/^\uFEFF/, ''));
  const dates = reviews.filter(({ file }) => path.resolve(file) === path.resolve(list)).map((review) => review.entry.date);
  if (document.contents === null || isSeq(document.contents)) {
    return { file: list, text: insertItem({ name: list, text: before }, indexFor(entry.date, dates), item) };
  }
  const own = path.join(contentDir, 'reviews', `${year}-${entry.id}.yaml`);
  return { file: own, text: insertItem({ name: own, text: '' }, 0, item) };
}

/** Before the first that is older, where the list is sorted; else at the end. */
function indexFor(date: string, dates: readonly string[]): number {
  const isSorted = dates.every((other, index) => index === 0 || other <= (dates[index - 1] ?? ''));
  const older = dates.findIndex((other) => other <= date);
  return isSorted && older >= 0 ? older : dates.length;
}
