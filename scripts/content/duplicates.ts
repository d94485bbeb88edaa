import { isDerivedId, scopeOf } from '../../site/content/identity.ts';
import type { IdentifiedEntry, ReviewEntry } from '../../site/content/schemas.ts';
import { plainWords } from '../../site/shared/text.ts';
import type { CommandLine } from '../cli/settings.ts';
import type { StoredReview, StoredReviews } from './stored-reviews.ts';

/** How many days apart two records of one review can be, since platforms and people date them differently. */
const DUPLICATE_DAYS = 3;
const DAY_MS = 86_400_000;
/** Shorter texts, such as "Great work!", are written by many customers. */
const MIN_WORDS = 5;
/** The share of their words that nearly equal texts have in common. */
const MIN_COMMON = 0.8;

type Compared = Pick<ReviewEntry, 'date' | 'rating' | 'author'> & { readonly text?: string | null | undefined };

/**
 * Whether two records are probably the same review: about the same day, the same stars, and nearly the same text. Short texts and
 * ratings without text also need the same author.
 */
export function areLikelyDuplicates(a: Compared, b: Compared): boolean {
  const daysApart = Math.abs(Date.parse(a.date) - Date.parse(b.date)) / DAY_MS;
  if (a.rating !== b.rating || daysApart > DUPLICATE_DAYS) return false;
  const [first, second] = [plainWords(a.text ?? ''), plainWords(b.text ?? '')];
  const isLong = Math.min(first.length, second.length) >= MIN_WORDS;
  return commonShare(first, second) >= MIN_COMMON && (isLong || plainWords(a.author).join(' ') === plainWords(b.author).join(' '));
}

/** The share of the longer text's words that the other text has, too; 1 for two empty texts. */
function commonShare(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of b) {
    const count = left.get(word) ?? 0;
    if (count > 0) common += 1;
    left.set(word, count - 1);
  }
  return Math.max(a.length, b.length) === 0 ? 1 : common / Math.max(a.length, b.length);
}

/** How many reviews with the same days and stars an added one is compared with. */
const COMPARED = 200;

/** The added reviews that are probably stored under another id already. */
export function likelyDuplicates(stored: StoredReviews): { readonly added: IdentifiedEntry; readonly other: StoredReview }[] {
  const { added = [], known = [] } = Object.groupBy(stored.values(), (review) => (stored.isAdded(review) ? 'added' : 'known'));
  const byDay = Map.groupBy(known, ({ entry }) => `${entry.date} ${entry.rating}`);
  return added.flatMap(({ entry }) => {
    const near = daysAround(entry.date).flatMap((day) => byDay.get(`${day} ${entry.rating}`) ?? []);
    const other = near.slice(0, COMPARED).find((one) => mayBeSame(entry, one) && areLikelyDuplicates(entry, one.entry));
    return other === undefined ? [] : [{ added: entry, other }];
  });
}

function daysAround(date: string): string[] {
  const day = Date.parse(date);
  return Array.from({ length: 2 * DUPLICATE_DAYS + 1 }, (_, index) =>
    new Date(day + (index - DUPLICATE_DAYS) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Different ids of one source are different reviews, unless we made one of them: for a row without an id, or a review typed in by hand. */
const mayBeSame = (added: ReviewEntry, { entry, elsewhere }: StoredReview) =>
  scopeOf(entry) !== scopeOf(added) || [added, entry].some(({ source_id }) => isDerivedId(source_id)) || elsewhere !== undefined;

type Copy = Compared & { readonly id: string; readonly isImported: boolean };

/** The command that removes one of two copies and keeps the other. */
export const removeCopy = ({ id }: Pick<Copy, 'id'>, commandLine: CommandLine): string =>
  commandLine(`npm run review -- takedown ${id} --reason mistake`);

/** Advises which of two likely copies to remove: the one that was typed in if only one was, otherwise the new one. */
export function describeDuplicate(added: Copy, other: Copy, where: string, commandLine: CommandLine): string {
  const line = ({ id, date, rating, author }: Copy) => `${id} (${date} ${rating}/5 ${author})`;
  const isOtherTyped = added.isImported && !other.isImported;
  const which = added.isImported === other.isImported ? 'new one' : 'one that was typed in';
  return `${line(added)} looks like ${line(other)} in ${where}. If they are the same review, remove the ${which}: ${removeCopy(isOtherTyped ? other : added, commandLine)}`;
}
