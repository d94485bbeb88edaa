import { readWrittenReviews } from '../../site/content/read/read.ts';
import { placeOf, type WrittenReview } from '../../site/content/read/written-reviews.ts';
import { authorAndTextHash, identityHash, type Takedown, takedownFinder } from '../../site/content/takedowns.ts';
import { withContentLock } from '../../site/content/write/lock.ts';
import { planTakedown, readTakedowns } from '../../site/content/write/takedown-files.ts';
import { type FileStep, takeSteps } from '../../site/content/write/write-file.ts';
import { SetupError } from '../../site/contract/environment.ts';
import { type TakedownReason, takedownReasons } from '../../site/contract/log.ts';
import { choiceFlag, completeFlag, dateFlag, readFlags, textFlag } from '../cli/flags.ts';
import { commandLine } from '../cli/settings.ts';
import type { Terminal } from '../cli/terminal.ts';
import { readPublisher } from '../import/read-content.ts';
import type { ReviewContext } from './context.ts';
import { chooseReview, describeReview } from './find.ts';
import { type FoundQuote, findQuotes } from './quotes.ts';

const COMMAND = 'review takedown';

/** How it is called. */
export const takedownUsage = `npm run review -- takedown REVIEW ... [--reason ${takedownReasons.join('|')}] [--note "..."] [--date 2025-03-14] [--keep]
    also removes reviews with the same author and words under other ids, except with --reason mistake, which removes only the reviews you
    name, such as one of two copies; --keep takes a review down although other places share words with it, and leaves them as they are`;

const afterword = () => `next: ${commandLine('npm run build -- --purge')}
That also deletes older generations, which contain the text. A CDN may keep it for another minute, unless you purge it. The history of a Git repository keeps what was committed.`;

/** `npm run review -- takedown`: removes reviews from the content and from all later imports. */
export async function takedown(args: readonly string[], context: ReviewContext): Promise<void> {
  const { texts, has, positionals } = readFlags(COMMAND, takedownUsage, args, ['reason', 'note', 'date'], ['keep', 'dry-run']);
  const { contentDir, today, terminal, say } = context;
  const named = await chooseNamed(positionals, context);
  if (named.length === 0) return;
  const flags = {
    reason: choiceFlag('why', takedownReasons, false),
    note: textFlag('a note for your own records', 'she called in May', false),
    date: dateFlag('the day', today, false, context),
  };
  const guided = terminal && !texts['reason'];
  const answers = await completeFlag(COMMAND, flags, guided ? { ...texts, ...(await askWhy(terminal, texts['note'])) } : texts, terminal);
  const dryRun = has('dry-run');
  const copies = withCopies(named, answers.reason, context);
  const chosen = [...named, ...copies].map(({ entry }) => entry.id);
  const isAsked = guided || copies.length > 0;
  if (
    terminal &&
    isAsked &&
    !dryRun &&
    !(await terminal.confirm(`Remove ${chosen.length === 1 ? 'it' : `these ${chosen.length}`} for good?`))
  )
    throw new SetupError(`${COMMAND}: nothing was changed`);
  const plan = () => planFor(chosen, answers, context);
  // A legal request must never wait for edits of the site.
  const isKept =
    has('keep') || answers.reason === 'legal' || (terminal !== undefined && (await askToKeep((await plan()).quotes, terminal)));
  await withContentLock(contentDir, async () => {
    const { reviews, steps, quotes } = await plan();
    if (quotes.length > 0 && !isKept) throw new SetupError(`${COMMAND}: ${describeQuotes(quotes)}\n${ADVICE}`);
    if (!dryRun) await takeSteps(steps);
    say(
      [
        ...reviews.map((review) => `${describeReview(review)} (${placeOf(review)})`),
        ...steps.map(({ file, done }) => `${file}: ${done}`),
      ].join('\n'),
    );
    if (answers.reason === undefined) say('reason: other, which the log will show; use --reason to choose another one');
    if (quotes.length > 0) say(`These passages share words with what was removed. Edit them now if they quote it:\n${listQuotes(quotes)}`);
    if (steps.length > 0) say(dryRun ? 'dry run: nothing was written' : afterword());
  });
}

const ADVICE = 'Remove or rewrite these passages and run the command again, or add --keep if they are your own words.';

const listQuotes = (quotes: readonly FoundQuote[]) => quotes.map(({ where, found }) => `  ${where}: "${found}"`).join('\n');
const describeQuotes = (quotes: readonly FoundQuote[]) =>
  `nothing was changed, because other places share words with the review:\n${listQuotes(quotes)}`;

/** Asks whether to keep the passages. */
async function askToKeep(quotes: readonly FoundQuote[], terminal: Terminal): Promise<boolean> {
  if (quotes.length === 0) return false;
  return terminal.confirm(
    `These places share words with the review:\n${listQuotes(quotes)}\nTake the review down and leave them as they are?`,
  );
}

/** The reviews to remove, the steps, and quotes elsewhere. */
async function planFor(
  chosen: readonly string[],
  { date, reason, note }: { readonly date?: string | undefined; readonly reason?: string | undefined; readonly note?: string | undefined },
  { contentDir, today }: ReviewContext,
): Promise<{ reviews: readonly WrittenReview[]; steps: readonly FileStep[]; quotes: readonly FoundQuote[] }> {
  const all = readWrittenReviews(contentDir);
  const reviews = all.filter(({ entry }) => chosen.includes(entry.id));
  const others = all.filter((review) => !reviews.includes(review));
  const known = new Set((await readTakedowns(contentDir)).map(({ review }) => review));
  const unlisted = reviews.filter(({ entry }) => !known.has(entry.id));
  const listed = unlisted.map(({ entry }): Takedown => ({ ...recognitionOf(entry, reason), date: date ?? today, reason, note }));
  const steps = await planTakedown(contentDir, reviews, listed, others);
  const quotes = await findQuotes(
    reviews,
    { contentDir, others, steps, note, mayQuoteCopies: !removesCopies(reason) },
    await readPublisher(contentDir),
  );
  return { reviews, steps, quotes };
}

const labels: Readonly<Record<TakedownReason, string>> = {
  asked: 'the customer asked for it',
  legal: 'the law or a court requires it',
  personal_data: 'it contains personal data',
  fake: 'it is not from a customer',
  mistake: 'it was published by mistake',
  other: 'another reason',
};

async function askWhy(terminal: Terminal, given: string | undefined): Promise<{ reason: string; note: string | undefined }> {
  const choices = takedownReasons.map((value) => ({ value, label: value, hint: labels[value] }));
  const reason = await terminal.choose('Why? The reason is published in the log.', choices);
  const note = given ?? (await terminal.text('A note? It is kept in your content and never published.', 'optional', () => undefined));
  return { reason, note: note === '' ? undefined : note };
}

/** Whether a takedown also removes the copies of a review. A review that was published by mistake may be a copy of one that stays. */
const removesCopies = (reason: string | undefined) => reason !== 'mistake';

/** What the list keeps of a review, by which it is recognised later. */
const recognitionOf = (entry: WrittenReview['entry'], reason: string | undefined) => ({
  review: entry.id,
  identity: identityHash(entry),
  author_and_text: removesCopies(reason) ? authorAndTextHash(entry) : undefined,
});

/** The reviews that are named. One that is on the list already and no longer in the content is reported, not an error. */
async function chooseNamed(references: readonly string[], { contentDir, terminal, say }: ReviewContext): Promise<readonly WrittenReview[]> {
  const reviews = readWrittenReviews(contentDir);
  const gone = new Map((await readTakedowns(contentDir)).map(({ review, date }) => [review, date]));
  const found: WrittenReview[] = [];
  for (const reference of references.length > 0 ? references : ['']) {
    const id = reference.trim().toUpperCase();
    if (gone.has(id) && !reviews.some(({ entry }) => entry.id === id)) say(`${id} was already taken down on ${gone.get(id)}`);
    else found.push(await chooseReview(COMMAND, reviews, reference, terminal));
  }
  return found;
}

/** The copies of the reviews that their takedowns remove, too, which are reported. @throws SetupError where copies can't stay */
function withCopies(
  named: readonly WrittenReview[],
  reason: string | undefined,
  { contentDir, say }: ReviewContext,
): readonly WrittenReview[] {
  const ids = new Set(named.map(({ entry }) => entry.id));
  const others = readWrittenReviews(contentDir).filter(({ entry }) => !ids.has(entry.id));
  const find = takedownFinder(named.map(({ entry }) => ({ ...recognitionOf(entry, reason), date: entry.date })));
  const copies = others.filter((review) => find(review.entry) !== undefined);
  const list = copies.map((copy) => `${describeReview(copy)} (${placeOf(copy)})`);
  if (copies.length > 0 && !removesCopies(reason))
    throw new SetupError(
      `${COMMAND}: nothing was changed, because these have the same id at the source and would be removed, too:\n${list.join('\n')}\nName them as well, or give them another source_id.`,
    );
  for (const copy of list) say(`also removed, because it has the same author and words: ${copy}`);
  return copies;
}
