import { z } from 'zod';
import { readWrittenReviews } from '../../site/content/read/read.ts';
import { placeOf } from '../../site/content/read/written-reviews.ts';
import { isImported } from '../../site/content/write/change-entry.ts';
import { withContentLock } from '../../site/content/write/lock.ts';
import { writeWhole } from '../../site/content/write/write-file.ts';
import { SetupError } from '../../site/contract/environment.ts';
import type { VerificationMethod } from '../../site/contract/review.ts';
import { type Arguments, checkFlags, completeFlag, dateFlag, type Flag, proseFlag, readFlags, textFlag } from '../cli/flags.ts';
import { areLikelyDuplicates, describeDuplicate } from '../import/duplicates.ts';
import { lastLine, type ReviewContext } from './context.ts';
import { placeEntry, refuseKnown, withIdentity } from './new-entry.ts';
import { askNumber, methodFlag, moreFlags, policyNotes, toStoredVerification, type Verified } from './verification.ts';

const COMMAND = 'review add';

export const addUsage = `npm run review -- add --date 2025-03-14 --rating 5 --author "Ann B." [--text "..."] [--source direct]
    [--source-id ID] [--source-url URL] [--method vouched] [--reference 10482] [--unverified]`;

const rating = z
  .string()
  .trim()
  .regex(/^[1-5]$/, 'write a whole number from 1 to 5')
  .transform(Number);
const url = z.url({ protocol: /^https?$/, error: 'write an absolute URL such as https://example.com/page' });

const flagsOf = (days: Pick<ReviewContext, 'today' | 'latest'>) => ({
  date: dateFlag('the date of the review', '2025-03-14', true, days),
  rating: { question: 'stars, 1 to 5', hint: '5', schema: rating, required: true as const } satisfies Flag<number>,
  author: textFlag('the name to show', 'Ann B.', true),
  text: proseFlag('what the customer wrote', 'optional', false),
  source: textFlag('where it was written', 'direct', false),
  'source-id': textFlag('its id there', 'optional', false),
  'source-url': { question: 'its URL there', hint: 'optional', schema: url, required: false as const } satisfies Flag<string>,
  method: { ...methodFlag, hint: 'invoice, invitation, platform_account; vouched if left empty' },
});

/** `npm run review -- add`: adds a review to the file of its year. */
export async function add(args: readonly string[], context: ReviewContext): Promise<void> {
  const flags = flagsOf(context);
  const { texts, has, positionals } = readFlags(COMMAND, addUsage, args, [...Object.keys(flags), 'reference'], ['unverified', 'dry-run']);
  if (positionals.length > 0)
    throw new SetupError(`${COMMAND}: ${JSON.stringify(positionals[0])} doesn't belong to a flag; put text in quotes\n\n${addUsage}`);
  if (has('unverified') && (texts['method'] ?? texts['reference']) !== undefined)
    throw new SetupError(`${COMMAND}: --unverified contradicts --method and --reference`);
  checkFlags(COMMAND, { ...flags, ...moreFlags(texts['method']) }, texts, context.terminal);
  const { 'source-id': sourceId, 'source-url': sourceUrl, method, ...rest } = await completeFlag(COMMAND, flags, texts, context.terminal);
  const verified = has('unverified') ? undefined : await askVerified(method, texts, context);
  const { contentDir, dataDir, say } = context;
  await withContentLock(contentDir, async () => {
    const reviews = readWrittenReviews(contentDir);
    const source = rest.source?.toLowerCase() ?? 'direct';
    const verification = verified && (await toStoredVerification(verified, dataDir, has('dry-run')));
    const { date, author, text } = rest;
    const entry = withIdentity(
      {
        source,
        source_id: sourceId,
        source_url: sourceUrl,
        date,
        rating: rest.rating,
        author,
        text,
        verified: verified !== undefined,
        verification,
      },
      reviews,
    );
    await refuseKnown(COMMAND, entry, reviews, contentDir);
    for (const other of reviews.filter((one) => areLikelyDuplicates(entry, one.entry)))
      say(
        `note: ${describeDuplicate(
          { ...entry, isImported: false },
          { ...other.entry, isImported: isImported(contentDir, other) },
          placeOf(other),
        )}`,
      );
    const change = await placeEntry(contentDir, entry, reviews);
    if (!has('dry-run')) await writeWhole(change.file, change.text);
    const how = verified ? `verified (${verified.method})` : 'not verified, so it is not published';
    for (const note of await policyNotes(contentDir, verified?.method)) say(note);
    say(`${entry.id} is in ${change.file}: ${how}\n${lastLine(has('dry-run'))}`);
  });
}

async function askVerified(asked: VerificationMethod | undefined, texts: Arguments['texts'], context: ReviewContext): Promise<Verified> {
  const method = asked ?? (texts['reference'] === undefined ? 'vouched' : 'invoice');
  return { method, verifiedAt: context.today, number: await askNumber(COMMAND, method, texts, context) };
}
