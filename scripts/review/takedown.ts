import { namedFile } from '../../site/content/read/content-files.ts';
import { readWrittenReviews } from '../../site/content/read/read.ts';
import { placeOf, type WrittenReview } from '../../site/content/read/written-reviews.ts';
import { authorAndTextHash, identityHash, type Takedown, takedownFinder } from '../../site/content/takedowns.ts';
import { type TakedownReason, takedownMeanings, takedownReasons } from '../../site/contract/log.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { plural } from '../../site/shared/text.ts';
import { checkFlags, choiceFlag, dateFlag, readFields, readFlags, textFlag } from '../cli/flags.ts';
import type { CommandLine } from '../cli/settings.ts';
import type { Terminal } from '../cli/terminal.ts';
import { withContentLock } from '../content/lock.ts';
import { forgetPreview } from '../content/own-folders.ts';
import { planTakedown, readTakedowns } from '../content/takedown-files.ts';
import { asTask, readTask, type TakedownTask } from '../content/unfinished.ts';
import { forgetMessages } from '../content/watch-state.ts';
import { type FileStep, takeSteps } from '../content/write-file.ts';
import { type ChangePlace, type GivenFields, type Outcome, problem } from './change.ts';
import { chooseReview, describeReview, orThrow, type ReviewContext } from './find.ts';
import { type FoundQuote, findQuotes } from './quotes.ts';
import { withholdFromStates } from './withhold.ts';

/** The reviews and texts that a takedown removes. */
export interface TakedownPlan {
  /** The reviews with the given ids. */
  readonly named: readonly WrittenReview[];
  /** Reviews with the same author and words, or the same id at the source, which are removed as well. */
  readonly copies: readonly WrittenReview[];
  /** The files to write or delete. */
  readonly steps: readonly FileStep[];
  /** Other places with words of the reviews, which the takedown doesn't change. */
  readonly quotes: readonly FoundQuote[];
  readonly reason: TakedownReason | undefined;
  readonly date: string;
  readonly note: string | undefined;
}

const takedownFields = (days: Pick<ChangePlace, 'today' | 'latest'>) => ({
  reason: choiceFlag('why', takedownReasons, false),
  note: textFlag('a note for your own records', 'she called in May', false),
  date: dateFlag('the day', days.today, false, days),
});

/**
 * Finds out what the takedown of the reviews `ids` would remove, with `reason` (other by default), `note` and `date` (today by default).
 * Problems: not_found, invalid, and same_id: other reviews have the same id at the source, and `reason` is `mistake`.
 */
export async function planTakeDown(place: ChangePlace, ids: readonly string[], given: GivenFields): Promise<Outcome<TakedownPlan>> {
  const fields = readFields(takedownFields(place), given);
  if ('problems' in fields) return fields;
  const task = { ...fields.values, date: fields.values.date ?? place.today };
  const all = readWrittenReviews(place.contentDir);
  const absent = ids.find((id) => !all.some(({ entry }) => entry.id === id));
  if (absent !== undefined) return problem('not_found', `no review has the id ${absent}`);
  const named = all.filter(({ entry }) => ids.includes(entry.id));
  const copies = findCopies(named, all, task.reason);
  if (copies.length > 0 && !removesCopies(task.reason)) return problem('same_id', describeSameId(copies));
  const reviews = [...named, ...copies];
  const others = all.filter((review) => !reviews.includes(review));
  const steps = await planSteps(place.contentDir, reviews, others, task);
  const searched = { contentDir: place.contentDir, others, steps, note: task.note, mayQuoteCopies: !removesCopies(task.reason) };
  return { named, copies, steps, quotes: await findQuotes(reviews, searched), reason: task.reason, date: task.date, note: task.note };
}

async function planSteps(
  contentDir: string,
  reviews: readonly WrittenReview[],
  others: readonly WrittenReview[],
  { date, reason, note }: Omit<TakedownTask, 'reviews'>,
): Promise<readonly FileStep[]> {
  const known = new Set((await readTakedowns(contentDir)).map(({ review }) => review));
  const unlisted = reviews.filter(({ entry }) => !known.has(entry.id));
  const listed = unlisted.map(({ entry }): Takedown => ({ ...recognitionOf(entry, reason), date, reason, note }));
  return planTakedown(contentDir, reviews, listed, others);
}

/**
 * Takes reviews down: removes them from the content and from all later imports. Refuses if other places quote them, unless `keep` is true
 * or the reason is `legal`: a legal request must never wait for edits of the site. Problems: those of planTakeDown, and quoted.
 */
export function takeDownReviews(
  place: ChangePlace,
  ids: readonly string[],
  given: GivenFields,
  keep: boolean,
): Promise<Outcome<TakedownPlan>> {
  return withContentLock(place.contentDir, async () => {
    await finishTakedown(place);
    const plan = await planTakeDown(place, ids, given);
    if (plan.problems !== undefined) return plan;
    if (plan.quotes.length > 0 && !keep && plan.reason !== 'legal') return problem('quoted', describeQuotes(plan.quotes));
    if (place.dryRun) return plan;
    const { date, reason, note } = plan;
    const task = { reviews: [...plan.named, ...plan.copies].map(({ entry }) => entry.id), date, reason, note };
    await asTask(place.contentDir, '.takedown.json', task, () => carryOut(place, plan.steps));
    return plan;
  });
}

/** Finishes a takedown that was interrupted. Returns the ids of its reviews; none if there was none. Needs the content's lock. */
export async function finishTakedown(place: Pick<ChangePlace, 'contentDir' | 'dataDir'>): Promise<readonly string[]> {
  const task = readTask(place.contentDir, '.takedown.json');
  if (task === undefined) return [];
  const all = readWrittenReviews(place.contentDir);
  const { gone = [], others = [] } = Object.groupBy(all, ({ entry }) => (task.reviews.includes(entry.id) ? 'gone' : 'others'));
  const steps = await planSteps(place.contentDir, gone, others, task);
  await asTask(place.contentDir, '.takedown.json', task, () => carryOut(place, steps));
  return task.reviews;
}

/**
 * Takes the steps: first the list, so nothing on it is published or kept, then the desk's preview, earlier states of the content and
 * messages of watched imports, and last the content itself, because it names the photos to delete from the states. Until then, the reviews
 * are in the content, so the steps can be planned again.
 */
async function carryOut({ contentDir, dataDir }: Pick<ChangePlace, 'contentDir' | 'dataDir'>, steps: readonly FileStep[]): Promise<void> {
  const list = namedFile(contentDir, 'takedowns');
  await takeSteps(steps.filter(({ file }) => file === list));
  await forgetPreview(dataDir);
  await withholdFromStates(contentDir, dataDir);
  await forgetMessages(dataDir);
  await takeSteps(steps.filter(({ file }) => file !== list));
}

/** One line for each quote. */
const listQuotes = (quotes: readonly FoundQuote[]) => quotes.map(({ where, found }) => `  ${where}: "${found}"`).join('\n');

const describeQuotes = (quotes: readonly FoundQuote[]) =>
  `nothing was changed, because other places share words with the review:\n${listQuotes(quotes)}`;

const describeSameId = (copies: readonly WrittenReview[]) =>
  `nothing was changed, because these have the same id at the source and would be removed, too:\n${copies
    .map((copy) => `${describeReview(copy)} (${placeOf(copy)})`)
    .join('\n')}\nName them, too, or give them another source_id.`;

/** Whether a takedown also removes the copies of a review. A review that was published by mistake may be a copy of one that stays. */
const removesCopies = (reason: string | undefined) => reason !== 'mistake';

/** The hashes by which the list recognizes a review later. */
const recognitionOf = (entry: WrittenReview['entry'], reason: string | undefined) => ({
  review: entry.id,
  identity: identityHash(entry),
  author_and_text: removesCopies(reason) ? authorAndTextHash(entry) : undefined,
});

function findCopies(named: readonly WrittenReview[], all: readonly WrittenReview[], reason: string | undefined): readonly WrittenReview[] {
  const find = takedownFinder(named.map(({ entry }) => ({ ...recognitionOf(entry, reason), date: entry.date })));
  return all.filter((review) => !named.includes(review) && find(review.entry) !== undefined);
}

const COMMAND = 'review takedown';

export const takedownUsage = `npm run review -- takedown REVIEW ... [--reason ${takedownReasons.join('|')}] [--note "..."] [--date 2025-03-14] [--keep]
    also removes copies: reviews with the same author and words, or the same source id. With --reason mistake, it removes only the
    reviews you name, such as one of two copies. --keep takes a review down even if other places share words with it, and leaves those
    places as they are`;

const afterword = (commandLine: CommandLine) => `next: ${commandLine('npm run build -- --purge')}
This also deletes older generations, which contain the text. A CDN may keep it for another minute, unless you purge it. It also remains in Git history.`;

const ADVICE = '\nRemove or rewrite these passages and run the command again, or add --keep if they are your own words.';

/** `npm run review -- takedown`: removes reviews from the content and from all later imports. */
export async function takedown(args: readonly string[], context: ReviewContext): Promise<void> {
  const { texts, has, positionals } = readFlags(COMMAND, takedownUsage, args, ['reason', 'note', 'date'], ['keep', 'dry-run']);
  const { terminal, say } = context;
  const named = await chooseNamed(positionals, context);
  if (named.length === 0) return;
  const guided = terminal && !texts['reason'];
  const given = guided ? { ...texts, ...(await askWhy(terminal, texts['note'])) } : texts;
  checkFlags(COMMAND, takedownFields(context), given, terminal);
  const place = { ...context, dryRun: has('dry-run') };
  const ids = named.map(({ entry }) => entry.id);
  const { copies, quotes, reason } = orThrow(COMMAND, await planTakeDown(place, ids, given));
  for (const copy of copies)
    say(`also removed, because it has the same author and words or the same source id: ${describeReview(copy)} (${placeOf(copy)})`);
  const count = ids.length + copies.length;
  const isAsked = terminal && (guided || copies.length > 0) && !place.dryRun;
  if (isAsked && !(await terminal.confirm(`Remove ${plural(count, 'it', `these ${count}`)} for good?`)))
    throw new SetupError(`${COMMAND}: nothing was changed`);
  const isAskedToKeep = terminal && !has('keep') && reason !== 'legal' && quotes.length > 0;
  const question = `These places share words with the review:\n${listQuotes(quotes)}\nTake the review down and leave them as they are?`;
  const isKept = isAskedToKeep ? await terminal.confirm(question) : has('keep');
  const outcome = await takeDownReviews(place, ids, given, isKept);
  if (outcome.problems?.some(({ code }) => code === 'quoted'))
    throw new SetupError(`${COMMAND}: ${outcome.problems.map(({ message }) => message).join('; ')}${ADVICE}`);
  const done = orThrow(COMMAND, outcome);
  const removed = [...done.named, ...done.copies].map((review) => `${describeReview(review)} (${placeOf(review)})`);
  say([...removed, ...done.steps.map((step) => `${step.file}: ${step.done}`)].join('\n'));
  if (reason === undefined) say('reason: other, which the log will show; use --reason to choose another one');
  if (done.quotes.length > 0)
    say(`These passages share words with what was removed. Edit them now if they quote it:\n${listQuotes(done.quotes)}`);
  if (done.steps.length > 0) say(place.dryRun ? 'dry run: nothing was written' : afterword(context.commandLine));
}

async function askWhy(terminal: Terminal, given: string | undefined): Promise<{ reason: string; note: string | undefined }> {
  const choices = takedownReasons.map((value) => ({ value, label: value, hint: takedownMeanings[value] }));
  const reason = await terminal.choose('Why? The reason is published in the log.', choices);
  const note = given ?? (await terminal.text('A note? It is kept in your content and never published.', 'optional', () => undefined));
  return { reason, note: note === '' ? undefined : note };
}

/** The named reviews. A review that is on the list and not in the content is reported as taken down, which isn't an error. */
async function chooseNamed(references: readonly string[], context: ReviewContext): Promise<readonly WrittenReview[]> {
  const { contentDir, say } = context;
  const reviews = readWrittenReviews(contentDir);
  const gone = new Map((await readTakedowns(contentDir)).map(({ review, date }) => [review, date]));
  const found: WrittenReview[] = [];
  for (const reference of references.length > 0 ? references : ['']) {
    const id = reference.trim().toUpperCase();
    if (gone.has(id) && !reviews.some(({ entry }) => entry.id === id)) say(`${id} was already taken down on ${gone.get(id)}`);
    else found.push(await chooseReview(COMMAND, reviews, reference, context));
  }
  return found;
}
