import { readWrittenReviews } from '../../site/content/read/read.ts';
import { placeOf } from '../../site/content/read/written-reviews.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { askMissing, checkFlags, readFlags } from '../cli/flags.ts';
import { removeReply, replyFields, replyTo } from './change.ts';
import { chooseReview, describeReview, lastLine, missingReview, orThrow, type ReviewContext } from './find.ts';

const COMMAND = 'review reply';

export const replyUsage = `npm run review -- reply REVIEW --text "Thank you." [--date 2025-03-14] [--replace]
npm run review -- reply REVIEW --remove`;

/** `npm run review -- reply`: writes or removes the owner's reply to a review. */
export async function reply(args: readonly string[], context: ReviewContext): Promise<void> {
  const { texts, has, positionals } = readFlags(COMMAND, replyUsage, args, ['text', 'date'], ['remove', 'replace', 'dry-run']);
  const { contentDir, terminal, say } = context;
  const reference = positionals.join(' ');
  const fields = replyFields(context);
  checkFlags(COMMAND, has('remove') ? {} : fields, texts, terminal, missingReview(reference));
  const { entry } = await chooseReview(COMMAND, readWrittenReviews(contentDir), reference, context);
  const old = entry.owner_reply;
  if (old !== null && !has('remove') && !has('replace')) {
    const found = `it already has a reply${old.date === null ? '' : ` from ${old.date}`}: "${old.text}"`;
    if (!(await terminal?.confirm(`${found.replace('it', 'It')}. Replace it?`)))
      throw new SetupError(`${COMMAND}: ${found}; nothing was changed. Add --replace to replace it`);
  }
  const place = { ...context, dryRun: has('dry-run') };
  const { review, reply } = has('remove')
    ? { ...orThrow(COMMAND, await removeReply(place, entry.id)), reply: undefined }
    : orThrow(COMMAND, await replyTo(place, entry.id, await askMissing(fields, texts, terminal), true));
  const what = reply ? `reply of ${reply.date}: ${reply.text}` : 'reply removed';
  say(`${describeReview(review)}\n${placeOf(review)}: ${what}\n${lastLine(place)}`);
}
