import { readWrittenReviews } from '../../site/content/read/read.ts';
import { placeOf, type WrittenReview } from '../../site/content/read/written-reviews.ts';
import { changeEntry } from '../../site/content/write/change-entry.ts';
import type { JsonObject } from '../../site/content/write/edit-text.ts';
import { withContentLock } from '../../site/content/write/lock.ts';
import { writeWhole } from '../../site/content/write/write-file.ts';
import { verificationMethod } from '../../site/contract/review.ts';
import { type Arguments, checkFlags, completeFlag, dateFlag, readFlags } from '../cli/flags.ts';
import { lastLine, type ReviewContext } from './context.ts';
import { chooseReview, describeReview, missingReview } from './find.ts';
import { askNumber, methodFlag, methodMeanings, moreFlags, policyNotes, toStoredVerification, type Verified } from './verification.ts';

const COMMAND = 'review verify';

export const verifyUsage = `npm run review -- verify REVIEW --method invoice --reference 10482 [--date 2025-03-14]
npm run review -- verify REVIEW --method invitation | platform_account | vouched
npm run review -- verify REVIEW --no`;

/** `npm run review -- verify`: records how and when a review was verified, or that it wasn't. */
export async function verify(args: readonly string[], context: ReviewContext): Promise<void> {
  const { texts, has, positionals } = readFlags(COMMAND, verifyUsage, args, ['method', 'reference', 'date'], ['no', 'dry-run']);
  const { contentDir, dataDir, terminal, say } = context;
  const reference = positionals.join(' ');
  const flags = has('no') ? {} : { ...howFlags(context), ...moreFlags(texts['method']) };
  checkFlags(COMMAND, flags, texts, terminal, missingReview(reference));
  const asked = await chooseReview(COMMAND, readWrittenReviews(contentDir), reference, terminal);
  const verified = has('no') ? undefined : await askHow(texts, context);
  await withContentLock(contentDir, async () => {
    const reviews = readWrittenReviews(contentDir);
    const review = await chooseReview(COMMAND, reviews, asked.entry.id, undefined);
    const verification = verified && { ...broughtBy(review), ...(await toStoredVerification(verified, dataDir, has('dry-run'))) };
    const { file, text } = await changeEntry(
      contentDir,
      review,
      verification ? { verified: true, verification } : { verified: false },
      context.today,
    );
    if (!has('dry-run')) await writeWhole(file, text);
    say(`${describeReview(review)}\n${placeOf(review)}: ${describeVerified(verified)}`);
    for (const note of await policyNotes(contentDir, verified?.method)) say(note);
    for (const other of sameNumber(reviews, review, verification))
      say(`note: the same number verifies ${describeReview(other)} (${placeOf(other)})`);
    say(lastLine(has('dry-run')));
  });
}

const howFlags = (days: Pick<ReviewContext, 'today' | 'latest'>) => ({
  method: { ...methodFlag, required: true as const },
  date: dateFlag('the day', days.today, false, days),
});

async function askHow(texts: Arguments['texts'], context: ReviewContext): Promise<Verified> {
  const { terminal, today } = context;
  const asked = texts['method'] ?? (await terminal?.choose('How do you know that it is from a customer?', choices));
  // The date is today, unless --date is given.
  const { method, date } = await completeFlag(COMMAND, howFlags(context), { date: today, ...texts, method: asked }, terminal);
  return { method, verifiedAt: date ?? today, number: await askNumber(COMMAND, method, texts, context) };
}

const choices = verificationMethod.options.map((method) => ({ value: method, label: method, hint: methodMeanings[method] }));

/** The import that added the review, which is kept. */
function broughtBy({ entry }: WrittenReview): JsonObject {
  const brought = entry.verification?.import;
  return brought === undefined ? {} : { import: brought };
}

function describeVerified(verified: Verified | undefined): string {
  if (!verified) return 'not verified, so it is not published';
  const { method, verifiedAt, number } = verified;
  return `verified (${method}) on ${verifiedAt}${number === undefined ? '' : '; only a hash of the number is stored, made with the key in DATA_DIR'}`;
}

/** Reviews with the same invoice number, which are reported. */
function sameNumber(reviews: readonly WrittenReview[], own: WrittenReview, verification: JsonObject | undefined): readonly WrittenReview[] {
  const reference = verification?.['reference'];
  if (reference === undefined) return [];
  return reviews.filter(({ entry }) => entry.id !== own.entry.id && entry.verification?.reference === reference);
}
