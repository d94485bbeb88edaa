import { readWrittenReviews } from '../../site/content/read/read.ts';
import { placeOf, type WrittenReview } from '../../site/content/read/written-reviews.ts';
import { SetupError } from '../../site/contract/environment.ts';
import { type TakedownReason, takedownReasons } from '../../site/contract/log.ts';
import { completeFlag, readFlags } from '../cli/flags.ts';
import { commandLine } from '../cli/settings.ts';
import type { Terminal } from '../cli/terminal.ts';
import { orThrow, type ReviewContext } from './context.ts';
import { chooseReview, describeReview } from './find.ts';
import type { FoundQuote } from './quotes.ts';
import { listQuotes, planTakeDown, takeDown, takedownFields, takenDown } from './take-down.ts';

const COMMAND = 'review takedown';

/** How it is called. */
export const takedownUsage = `npm run review -- takedown REVIEW ... [--reason ${takedownReasons.join('|')}] [--note "..."] [--date 2025-03-14] [--keep]
    also removes reviews with the same author and words under other ids, except with --reason mistake, which removes only the reviews you
    name, such as one of two copies; --keep takes a review down although other places share words with it, and leaves them as they are`;

const afterword = () => `next: ${commandLine('npm run build -- --purge')}
That also deletes older generations, which contain the text. A CDN may keep it for another minute, unless you purge it. The history of a Git repository keeps what was committed.`;

const ADVICE = '\nRemove or rewrite these passages and run the command again, or add --keep if they are your own words.';

/** `npm run review -- takedown`: removes reviews from the content and from all later imports. */
export async function takedown(args: readonly string[], context: ReviewContext): Promise<void> {
  const { texts, has, positionals } = readFlags(COMMAND, takedownUsage, args, ['reason', 'note', 'date'], ['keep', 'dry-run']);
  const { terminal, say } = context;
  const named = await chooseNamed(positionals, context);
  if (named.length === 0) return;
  const guided = terminal && !texts['reason'];
  const asked = guided ? { ...texts, ...(await askWhy(terminal, texts['note'])) } : texts;
  const given = await completeFlag(COMMAND, takedownFields(context), asked, terminal);
  const place = { ...context, dryRun: has('dry-run') };
  const ids = named.map(({ entry }) => entry.id);
  const { copies, quotes } = orThrow(COMMAND, await planTakeDown(place, ids, given));
  for (const copy of copies) say(`also removed, because it has the same author and words: ${describeReview(copy)} (${placeOf(copy)})`);
  const count = ids.length + copies.length;
  const isAsked = terminal && (guided || copies.length > 0) && !place.dryRun;
  if (isAsked && !(await terminal.confirm(`Remove ${count === 1 ? 'it' : `these ${count}`} for good?`)))
    throw new SetupError(`${COMMAND}: nothing was changed`);
  const isKept = has('keep') || (given.reason !== 'legal' && terminal !== undefined && (await askToKeep(quotes, terminal)));
  const outcome = await takeDown(place, ids, given, isKept);
  if (outcome.problems?.some(({ code }) => code === 'quoted'))
    throw new SetupError(`${COMMAND}: ${outcome.problems.map(({ message }) => message).join('; ')}${ADVICE}`);
  const done = orThrow(COMMAND, outcome);
  const removed = [...done.named, ...done.copies].map((review) => `${describeReview(review)} (${placeOf(review)})`);
  say([...removed, ...done.steps.map((step) => `${step.file}: ${step.done}`)].join('\n'));
  if (given.reason === undefined) say('reason: other, which the log will show; use --reason to choose another one');
  if (done.quotes.length > 0)
    say(`These passages share words with what was removed. Edit them now if they quote it:\n${listQuotes(done.quotes)}`);
  if (done.steps.length > 0) say(place.dryRun ? 'dry run: nothing was written' : afterword());
}

/** Asks whether to keep the passages. */
async function askToKeep(quotes: readonly FoundQuote[], terminal: Terminal): Promise<boolean> {
  if (quotes.length === 0) return false;
  return terminal.confirm(
    `These places share words with the review:\n${listQuotes(quotes)}\nTake the review down and leave them as they are?`,
  );
}

/** The reasons as the terminal explains them. */
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

/** The reviews that are named. One that is on the list already and no longer in the content is reported, not an error. */
async function chooseNamed(references: readonly string[], { contentDir, terminal, say }: ReviewContext): Promise<readonly WrittenReview[]> {
  const reviews = readWrittenReviews(contentDir);
  const gone = await takenDown(contentDir);
  const found: WrittenReview[] = [];
  for (const reference of references.length > 0 ? references : ['']) {
    const id = reference.trim().toUpperCase();
    if (gone.has(id) && !reviews.some(({ entry }) => entry.id === id)) say(`${id} was already taken down on ${gone.get(id)}`);
    else found.push(await chooseReview(COMMAND, reviews, reference, terminal));
  }
  return found;
}
