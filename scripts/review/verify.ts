import { readWrittenReviews } from '../../site/content/read/read.ts';
import { placeOf } from '../../site/content/read/written-reviews.ts';
import { methodMeanings, methodsByStrength } from '../../site/contract/review.ts';
import { type Arguments, checkFlags, readFlags } from '../cli/flags.ts';
import { type GivenFields, unverifyReview, verifyFields, verifyReview } from './change.ts';
import { chooseReview, describeReview, lastLine, missingReview, orThrow, type ReviewContext } from './find.ts';
import { askNumber, moreFlags, type Verified } from './verification.ts';

const COMMAND = 'review verify';

export const verifyUsage = `npm run review -- verify REVIEW --method invoice --reference 10482 [--date 2025-03-14]
npm run review -- verify REVIEW --method ${methodsByStrength.filter((method) => method !== 'invoice').join(' | ')}
npm run review -- verify REVIEW --no`;

/** `npm run review -- verify`: records how and when a review was verified, or that it wasn't. */
export async function verify(args: readonly string[], context: ReviewContext): Promise<void> {
  const { texts, has, positionals } = readFlags(COMMAND, verifyUsage, args, ['method', 'reference', 'date'], ['no', 'dry-run']);
  const { contentDir, terminal, say } = context;
  const reference = positionals.join(' ');
  const flags = has('no') ? {} : { ...verifyFields(context), ...moreFlags(texts['method']) };
  checkFlags(COMMAND, flags, texts, terminal, missingReview(reference));
  const { id } = (await chooseReview(COMMAND, readWrittenReviews(contentDir), reference, context)).entry;
  const place = { ...context, dryRun: has('dry-run') };
  const outcome = await (has('no') ? unverifyReview(place, id) : verifyReview(place, id, await askHow(texts, context)));
  const { review, verified, notes, sameNumber } = orThrow(COMMAND, outcome);
  say(`${describeReview(review)}\n${placeOf(review)}: ${describeVerified(verified)}`);
  for (const note of notes) say(note);
  for (const other of sameNumber) say(`note: the same number verifies ${describeReview(other)} (${placeOf(other)})`);
  say(lastLine(place));
}

async function askHow(texts: Arguments['texts'], { terminal }: ReviewContext): Promise<GivenFields> {
  const method = texts['method'] ?? (await terminal?.choose('How do you know that it is from a customer?', choices));
  return askNumber({ ...texts, method }, terminal);
}

const choices = methodsByStrength.map((method) => ({ value: method, label: method, hint: methodMeanings[method] }));

function describeVerified(verified: Verified | undefined): string {
  if (!verified) return 'not verified, so it is not published';
  const { method, verifiedAt, number } = verified;
  return `verified (${method}) on ${verifiedAt}${number === undefined ? '' : '; only a hash of the number is stored, made with the key in DATA_DIR'}`;
}
