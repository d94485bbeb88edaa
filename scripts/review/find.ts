import type { WrittenReview } from '../../site/content/read/written-reviews.ts';
import { newestFirst } from '../../site/contract/review.ts';

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
