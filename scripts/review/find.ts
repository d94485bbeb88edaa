import type { WrittenReview } from '../../site/content/read/written-reviews.ts';
import { SetupError } from '../../site/contract/environment.ts';
import { newestFirst } from '../../site/contract/review.ts';
import { commandLine } from '../cli/settings.ts';
import type { Terminal } from '../cli/terminal.ts';

/** The beginning of a ULID (Crockford's Base32), long enough not to be a word. */
const ID = /^[0-7][0-9A-HJKMNP-TV-Z]{3,25}$/i;
const PAGE = /\/reviews\/([0-7][0-9A-HJKMNP-TV-Z]{25})(?:[/?#]|$)/i;

/**
 * The reviews that a reference may mean: an id or its beginning, the address of the review's page, the id at its source, or words of its
 * text, author, date or source.
 */
export function findReviews(reviews: readonly WrittenReview[], reference: string): readonly WrittenReview[] {
  const asked = reference.trim();
  const id = (PAGE.exec(asked)?.[1] ?? (ID.test(asked) ? asked : undefined))?.toUpperCase();
  if (id !== undefined) {
    const byId = reviews.filter(({ entry }) => entry.id.startsWith(id));
    if (byId.length > 0) return byId;
  }
  const bySource = reviews.filter(({ entry }) => entry.source_id === asked || (entry.source_url !== null && entry.source_url === asked));
  if (bySource.length > 0) return bySource;
  const words = withoutCaseAndAccents(asked).split(/\s+/).filter(Boolean);
  return words.length === 0 ? [] : reviews.filter(({ entry }) => words.every((word) => wordsOf(entry).includes(word)));
}

function wordsOf({ id, text, author, date, source, source_id }: WrittenReview['entry']): string {
  return withoutCaseAndAccents([id, author, date, source, source_id, text].join('\n'));
}

/** For matching without regard to case and accents. */
const withoutCaseAndAccents = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Sorts reviews newest first, as they are published. */
export const newest = (reviews: readonly WrittenReview[]): WrittenReview[] => [...reviews].sort((a, b) => newestFirst(a.entry, b.entry));

/** One line for a review: id, date, stars, author and how its text begins. */
export function describeReview({ entry }: Pick<WrittenReview, 'entry'>): string {
  return `${entry.id}  ${entry.date}  ${entry.rating}/5  ${entry.author}${entry.text === null ? '' : `: ${clip(entry.text)}`}`;
}

const SHOWN_LETTERS = 60;

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > SHOWN_LETTERS ? `${line.slice(0, SHOWN_LETTERS).trimEnd()} …` : line;
}

const MOST_LISTED = 10;

/**
 * The one review that `reference` means. Where several match, or it is empty, a person is asked; without a terminal a SetupError lists
 * the candidates.
 */
export async function chooseReview(
  command: string,
  reviews: readonly WrittenReview[],
  reference: string,
  terminal: Terminal | undefined,
): Promise<WrittenReview> {
  const candidates = reference === '' ? reviews : findReviews(reviews, reference);
  const [first, ...others] = candidates;
  if (first && others.length === 0 && reference !== '') return first;
  if (terminal && first) return terminal.search('Which review? Type to search.', toChoices(candidates));
  if (reference === '') throw new SetupError(`${command}: ${missingReview('').join('')}`);
  if (!first)
    throw new SetupError(
      `${command}: no review matches ${JSON.stringify(reference)}; look for it with: ${commandLine('npm run review -- list --search WORDS')}`,
    );
  throw new SetupError(`${command}: ${JSON.stringify(reference)} is more than one review; write more of it\n${listSome(candidates)}`);
}

/** The message where a command names no review. */
export const missingReview = (reference: string): readonly string[] =>
  reference === '' ? ['REVIEW is missing (its id, the address of its page, or words that only it has)'] : [];

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
