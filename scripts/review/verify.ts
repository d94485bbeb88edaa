import { z } from 'zod';
import { SetupError } from '../../site/contract/environment.ts';
import { type VerificationMethod, verificationMethod } from '../../site/contract/review.ts';
import { readEntries, type WrittenReview } from '../../site/dataset/read.ts';
import type { JsonObject } from '../content/edit-text.ts';
import { withContentLock } from '../content/lock.ts';
import { writeWhole } from '../content/write-file.ts';
import { type Arguments, checkFlags, complete, type Flag, readFlags } from '../flags.ts';
import { verificationReference } from '../verification-key.ts';
import { changeEntry } from './change-entry.ts';
import { chooseReview, missingReview } from './choose.ts';
import { dateFlag, lastLine, type ReviewContext, textFlag } from './context.ts';
import { describeReview, placeOf } from './find.ts';

const COMMAND = 'review verify';

/** How it is called. */
export const verifyUsage = `npm run review -- verify REVIEW --method invoice --reference 10482 [--date 2025-03-14]
npm run review -- verify REVIEW --method invitation | platform_account | vouched
npm run review -- verify REVIEW --no`;

const meanings: Readonly<Record<VerificationMethod, string>> = {
  invoice: 'its writer named an invoice or job of yours',
  invitation: 'its writer answered an invitation of yours',
  platform_account: "it stands under an account of the source's",
  vouched: 'you know it, and give your word',
};

/** What is known of how a review was verified. */
export interface Verified {
  readonly method: VerificationMethod;
  readonly verifiedAt: string;
  /** An invoice or job number as a person writes it. */
  readonly number?: string | undefined;
}

/** The flag for the way of verification; the same for every command that takes it. */
export const methodFlag = {
  question: 'how you know that it is a customer’s',
  hint: 'invoice, invitation, platform_account or vouched',
  schema: z.string().pipe(z.enum(verificationMethod.options, { error: `write one of ${verificationMethod.options.join(', ')}` })),
  required: false,
} satisfies Flag<VerificationMethod, false>;

/** The flag for an invoice or job number. */
export const numberFlag = <const R extends boolean>(required: R): Flag<string, R> =>
  textFlag('the number of the invoice or job; it is kept as a hash only', '10482', required);

/** `npm run review -- verify`: writes down how a review was verified and when, or that it isn't. */
export async function verify(args: readonly string[], context: ReviewContext): Promise<void> {
  const { texts, has, positionals } = readFlags(COMMAND, verifyUsage, args, ['method', 'reference', 'date'], ['no', 'dry-run']);
  const { contentDir, terminal } = context;
  const reference = positionals.join(' ');
  checkFlags(COMMAND, has('no') ? {} : flagsFor(texts['method'], context.today), texts, terminal, missingReview(reference));
  const asked = await chooseReview(COMMAND, readEntries(contentDir), reference, terminal);
  const verified = has('no') ? undefined : await askHow(texts, context);
  const dryRun = has('dry-run');
  await withContentLock(contentDir, async () => {
    const reviews = readEntries(contentDir);
    const review = await chooseReview(COMMAND, reviews, asked.entry.id, undefined);
    const verification = verified && (await toVerification(verified, context.dataDir));
    const values: JsonObject = verification ? { verified: true, verification: { ...kept(review), ...verification } } : { verified: false };
    const { file, text } = await changeEntry(contentDir, review, values);
    if (!dryRun) await writeWhole(file, text);
    context.say(
      [
        describeReview(review),
        `${placeOf(review)}: ${describe(verified)}`,
        ...sameNumber(reviews, review, verification),
        lastLine(dryRun),
      ].join('\n'),
    );
  });
}

async function askHow(texts: Arguments['texts'], { terminal, today }: ReviewContext): Promise<Verified> {
  const method = texts['method'] ?? (await terminal?.choose('How do you know that it is a customer’s?', choices));
  if (texts['reference'] !== undefined && method !== 'invoice') throw new SetupError(`${COMMAND}: --reference goes with --method invoice`);
  // The day isn't asked for: it is today, unless --date says otherwise.
  const answers = await complete(COMMAND, howFlags(today), { date: today, ...texts, method }, terminal);
  const number = method === 'invoice' ? (await complete(COMMAND, invoiceFlags, texts, terminal)).reference : undefined;
  return { method: answers.method, verifiedAt: answers.date ?? today, number };
}

const invoiceFlags = { reference: numberFlag(true) };
const howFlags = (today: string) => ({ method: { ...methodFlag, required: true as const }, date: dateFlag('the day', today, false) });
const flagsFor = (method: string | undefined, today: string) => ({ ...howFlags(today), ...(method === 'invoice' ? invoiceFlags : {}) });

const choices = verificationMethod.options.map((method) => ({ value: method, label: method, hint: meanings[method] }));

/** A review's `verification` as the content keeps it: the number as a keyed hash. */
export async function toVerification({ method, verifiedAt, number }: Verified, dataDir: string): Promise<JsonObject> {
  const how = { method, verified_at: verifiedAt };
  return number === undefined ? how : { ...how, reference: await verificationReference(dataDir, number) };
}

/** Which import brought it stays true. */
function kept({ entry }: WrittenReview): JsonObject {
  const brought = entry.verification?.import;
  return brought === undefined ? {} : { import: brought };
}

function describe(verified: Verified | undefined): string {
  if (!verified) return 'not verified, so it is not published';
  const { method, verifiedAt, number } = verified;
  return `verified by ${method} on ${verifiedAt}${number === undefined ? '' : '; the number is kept as a hash that only the key in DATA_DIR can make'}`;
}

/** One invoice vouches for one customer: the same number twice is worth a look. */
function sameNumber(reviews: readonly WrittenReview[], own: WrittenReview, verification: JsonObject | undefined): string[] {
  const reference = verification?.['reference'];
  if (reference === undefined) return [];
  return reviews
    .filter(({ entry }) => entry.id !== own.entry.id && entry.verification?.reference === reference)
    .map((other) => `note: the same number verifies ${describeReview(other)} (${placeOf(other)})`);
}
