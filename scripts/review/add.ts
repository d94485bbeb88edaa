import { placeOf } from '../../site/content/read/written-reviews.ts';
import { isImported } from '../../site/content/write/change-entry.ts';
import { SetupError } from '../../site/contract/environment.ts';
import { checkFlags, completeFlag, readFlags } from '../cli/flags.ts';
import { describeDuplicate } from '../import/duplicates.ts';
import { lastLine, orThrow, type ReviewContext } from './context.ts';
import { addFields, addReview } from './new-entry.ts';
import { askNumber, moreFlags } from './verification.ts';

const COMMAND = 'review add';

export const addUsage = `npm run review -- add --date 2025-03-14 --rating 5 --author "Ann B." [--text "..."] [--source direct]
    [--source-id ID] [--source-url URL] [--method vouched] [--reference 10482] [--unverified]`;

/** `npm run review -- add`: adds a review to the file of its year. */
export async function add(args: readonly string[], context: ReviewContext): Promise<void> {
  const { contentDir, terminal, say } = context;
  const fields = addFields(context);
  const { texts, has, positionals } = readFlags(COMMAND, addUsage, args, [...Object.keys(fields), 'reference'], ['unverified', 'dry-run']);
  if (positionals.length > 0)
    throw new SetupError(`${COMMAND}: ${JSON.stringify(positionals[0])} doesn't belong to a flag; put text in quotes\n\n${addUsage}`);
  const isVerified = !has('unverified');
  if (!isVerified && (texts['method'] ?? texts['reference']) !== undefined)
    throw new SetupError(`${COMMAND}: --unverified contradicts --method and --reference`);
  checkFlags(COMMAND, { ...fields, ...moreFlags(texts['method']) }, texts, terminal);
  const { rating, ...answers } = await completeFlag(COMMAND, fields, texts, terminal);
  const method = answers.method ?? (texts['reference'] === undefined ? 'vouched' : 'invoice');
  const verification = isVerified ? { method, reference: await askNumber(COMMAND, method, texts, terminal) } : {};
  const place = { ...context, dryRun: has('dry-run') };
  const given = { ...answers, rating: String(rating), ...verification };
  const { entry, change, verified, duplicates, notes } = orThrow(COMMAND, await addReview(place, given, isVerified));
  for (const other of duplicates) {
    const isOtherImported = isImported(contentDir, other);
    say(`note: ${describeDuplicate({ ...entry, isImported: false }, { ...other.entry, isImported: isOtherImported }, placeOf(other))}`);
  }
  for (const note of notes) say(note);
  const how = verified ? `verified (${verified.method})` : 'not verified, so it is not published';
  say(`${entry.id} is in ${change.file}: ${how}\n${lastLine(place.dryRun)}`);
}
