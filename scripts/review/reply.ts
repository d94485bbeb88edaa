import { readWrittenReviews } from '../../site/content/read/read.ts';
import { placeOf } from '../../site/content/read/written-reviews.ts';
import { changeEntry } from '../../site/content/write/change-entry.ts';
import { withContentLock } from '../../site/content/write/lock.ts';
import { writeWhole } from '../../site/content/write/write-file.ts';
import { SetupError } from '../../site/contract/environment.ts';
import { checkFlags, completeFlag, dateFlag, proseFlag, readFlags } from '../cli/flags.ts';
import { lastLine, type ReviewContext } from './context.ts';
import { chooseReview, describeReview, missingReview } from './find.ts';

const COMMAND = 'review reply';

export const replyUsage = `npm run review -- reply REVIEW --text "Thank you." [--date 2025-03-14] [--replace]
npm run review -- reply REVIEW --remove`;

/** `npm run review -- reply`: writes or removes the owner's reply to a review. */
export async function reply(args: readonly string[], context: ReviewContext): Promise<void> {
  const { texts, has, positionals } = readFlags(COMMAND, replyUsage, args, ['text', 'date'], ['remove', 'replace', 'dry-run']);
  const { contentDir, today, terminal, say } = context;
  const reference = positionals.join(' ');
  const flags = has('remove') ? {} : flagsOf(context);
  checkFlags(COMMAND, flags, texts, terminal, missingReview(reference));
  const asked = await chooseReview(COMMAND, readWrittenReviews(contentDir), reference, terminal);
  const old = asked.entry.owner_reply;
  const isAsked = old !== null && !has('remove') && !has('replace');
  if (isAsked && !(await terminal?.confirm(`It already has a reply${since(old)}: "${old.text}". Replace it?`)))
    throw new SetupError(
      `${COMMAND}: it already has a reply${since(old)}: "${old.text}"; nothing was changed. Add --replace to replace it`,
    );
  const answers = has('remove') ? undefined : await completeFlag(COMMAND, flagsOf(context), texts, terminal);
  const ownerReply = answers ? { text: answers.text, date: answers.date ?? today } : null;
  if (ownerReply && ownerReply.date < asked.entry.date)
    throw new SetupError(`${COMMAND}: --date ${ownerReply.date} is before the date of the review, ${asked.entry.date}`);
  const dryRun = has('dry-run');
  await withContentLock(contentDir, async () => {
    const review = await chooseReview(COMMAND, readWrittenReviews(contentDir), asked.entry.id, undefined);
    const { file, text } = await changeEntry(contentDir, review, { owner_reply: ownerReply }, context.today);
    if (!dryRun) await writeWhole(file, text);
    const what = ownerReply ? `reply of ${ownerReply.date}: ${ownerReply.text}` : 'reply removed';
    say(`${describeReview(review)}\n${placeOf(review)}: ${what}\n${lastLine(dryRun)}`);
  });
}

const since = ({ date }: { readonly date: string | null }) => (date === null ? '' : ` from ${date}`);

const flagsOf = (days: Pick<ReviewContext, 'today' | 'latest'>) => ({
  text: proseFlag('your reply', 'Thank you, Ann.', true),
  date: dateFlag('the day of the reply', days.today, false, days),
});
