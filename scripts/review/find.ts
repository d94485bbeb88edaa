import type { WrittenReview } from '../../site/content/read/written-reviews.ts';
import { newestFirst } from '../../site/contract/review.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { plainLetters, truncateWords } from '../../site/shared/text.ts';
import type { CommandLine } from '../cli/settings.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { ChangePlace, Outcome } from './change.ts';

/** The input of every `npm run review` command. `today` is the default of `--date`. */
export interface ReviewContext extends ChangePlace {
  readonly terminal: Terminal | undefined;
  readonly say: (text: string) => void;
  readonly commandLine: CommandLine;
}

/** The result of a change. @throws SetupError with the problems, if nothing was changed */
export function orThrow<T extends object>(command: string, outcome: Outcome<T>): T {
  if (outcome.problems === undefined) return outcome;
  const problems = outcome.problems.map(({ field, message }) => `${field === undefined ? '' : `--${field} `}${message}`);
  throw new SetupError(`${command}: ${problems.join('; ')}`);
}

/** The last line of a command that changes something. */
export const lastLine = ({ dryRun, commandLine }: Pick<ReviewContext, 'dryRun' | 'commandLine'>): string =>
  dryRun ? 'dry run: nothing was written' : `next: ${commandLine('npm run build')}`;

/** The beginning of a ULID (Crockford's Base32), at least four characters. */
const ID = /^[0-7][0-9A-HJKMNP-TV-Z]{3,25}$/i;
const PAGE = /\/reviews\/([0-7][0-9A-HJKMNP-TV-Z]{25})(?:[/?#]|$)/i;

/** The reviews that match an id or the start of one, the URL of a page, an id at the source, or words of text, author, date or source. */
export function findReviews(reviews: readonly WrittenReview[], reference: string): readonly WrittenReview[] {
  const asked = reference.trim();
  const id = (PAGE.exec(asked)?.[1] ?? (ID.test(asked) ? asked : undefined))?.toUpperCase();
  if (id !== undefined) {
    const byId = reviews.filter(({ entry }) => entry.id.startsWith(id));
    if (byId.length > 0) return byId;
  }
  const bySource = reviews.filter(({ entry }) => entry.source_id === asked || (entry.source_url !== null && entry.source_url === asked));
  if (bySource.length > 0) return bySource;
  const words = plainLetters(asked).split(/\s+/).filter(Boolean);
  return words.length === 0 ? [] : reviews.filter(({ entry }) => words.every((word) => wordsOf(entry).includes(word)));
}

function wordsOf({ id, text, author, date, source, source_id }: WrittenReview['entry']): string {
  return plainLetters([id, author, date, source, source_id, text].join('\n'));
}

/** Sorts reviews as they are published, newest first. */
export const newest = (reviews: readonly WrittenReview[]): WrittenReview[] => [...reviews].sort((a, b) => newestFirst(a.entry, b.entry));

/** A review in one line: id, date, stars, author and the start of its text. */
export function describeReview({ entry }: Pick<WrittenReview, 'entry'>): string {
  return `${entry.id}  ${entry.date}  ${entry.rating}/5  ${entry.author}${entry.text === null ? '' : `: ${truncateWords(entry.text, SHOWN_LETTERS)}`}`;
}

const SHOWN_LETTERS = 60;

const MOST_LISTED = 10;

/**
 * The review that `reference` means. If it is empty or several reviews match, asks on the terminal.
 * @throws SetupError if no review matches, or without a terminal, with the matching reviews
 */
export async function chooseReview(
  command: string,
  reviews: readonly WrittenReview[],
  reference: string,
  { terminal, commandLine }: Pick<ReviewContext, 'terminal' | 'commandLine'>,
): Promise<WrittenReview> {
  const candidates = reference === '' ? reviews : findReviews(reviews, reference);
  const [first, ...others] = candidates;
  if (first && others.length === 0 && reference !== '') return first;
  if (terminal && first) return terminal.search('Which review? Type to search.', toChoices(candidates));
  if (reference === '') throw new SetupError(`${command}: ${missingReview('').join('')}`);
  if (!first)
    throw new SetupError(
      `${command}: no review matches ${JSON.stringify(reference)}; find it with: ${commandLine('npm run review -- list --search WORDS')}`,
    );
  throw new SetupError(`${command}: ${JSON.stringify(reference)} matches more than one review; be more specific\n${listSome(candidates)}`);
}

/** The message if no review is given. */
export const missingReview = (reference: string): readonly string[] =>
  reference === '' ? ['REVIEW is missing (its id, the URL of its page, or words that only it contains)'] : [];

const toChoices = (reviews: readonly WrittenReview[]) =>
  newest(reviews).map((review) => ({ value: review, label: describeReview(review) }));

function listSome(reviews: readonly WrittenReview[]): string {
  const rest = reviews.length - MOST_LISTED;
  return [
    ...newest(reviews)
      .slice(0, MOST_LISTED)
      .map((review) => `  ${describeReview(review)}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
  ].join('\n');
}
