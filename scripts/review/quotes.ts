import { readFile, stat } from 'node:fs/promises';
import { namedFile, readNamed } from '../../site/content/read/content-files.ts';
import { listTop } from '../../site/content/read/folder-listing.ts';
import { readEntryPublisher } from '../../site/content/read/read.ts';
import { placeOf, type WrittenReview } from '../../site/content/read/written-reviews.ts';
import type { ReviewEntry } from '../../site/content/schemas.ts';
import { daysAt } from '../../site/shared/dates.ts';
import { truncateWords } from '../../site/shared/text.ts';
import type { FileStep } from '../content/write-file.ts';
import { type QuotedRange, type QuoteFinder, quoteFinder } from './quote-finder.ts';

/** A quote of a review somewhere else. */
export interface FoundQuote {
  /** The file and line, and the field if it is in a reply; `--note` for the note. */
  readonly where: string;
  readonly found: string;
}

/** The input of `findQuotes`. */
export interface Searched {
  readonly contentDir: string;
  /** The remaining reviews. */
  readonly others: readonly WrittenReview[];
  /** The steps of the takedown: text that they remove isn't searched. */
  readonly steps: readonly FileStep[];
  /** The note of the takedown. */
  readonly note: string | undefined;
  /** Whether to ignore words that another review of the same author has, too. */
  readonly mayQuoteCopies: boolean;
}

/**
 * Finds quotes of `reviews` elsewhere in the content: in top-level files, in comments between reviews, in replies to other reviews and in
 * the note. The business's own names, aliases and description don't count, and neither does text older than the review. Also finds quotes
 * of the text as the policy publishes it.
 */
export async function findQuotes(reviews: readonly WrittenReview[], searched: Searched): Promise<readonly FoundQuote[]> {
  const { others, note, contentDir, mayQuoteCopies } = searched;
  const publish = await readEntryPublisher(contentDir);
  const ours = await wordsOfBusiness(contentDir);
  const finders = reviews.map((review) => ({
    date: review.entry.date,
    finders: findersOf(review, mayQuoteCopies ? others : notBy(review, others), ours, publish),
  }));
  /** Finds quotes in a text that was written or last changed on a day. */
  const findIn =
    (day: string): QuoteFinder =>
    (text) =>
      withoutRepeats(finders.filter(({ date }) => date <= day).flatMap(({ finders }) => finders.flatMap((one) => one(text))));
  const inReplies = others.flatMap((review) => {
    const { owner_reply: reply } = review.entry;
    return reply === null ? [] : quotesInText(`${whereIs(review)}owner_reply`, reply.text, findIn(reply.date ?? NOW));
  });
  return [...(await quotesInFiles(reviews, searched, findIn)), ...inReplies, ...quotesInText('--note', note, findIn(NOW))];
}

/** Later than every date. */
const NOW = '9999-12-31';

/** The business's names and aliases for itself, its services, people and places, and its description. */
async function wordsOfBusiness(contentDir: string): Promise<string[]> {
  const { name, legal_name, description } = await readNamed(contentDir, 'business');
  const named = await Promise.all((['services', 'technicians', 'service-areas'] as const).map((file) => readNamed(contentDir, file)));
  return [name, legal_name ?? [], description ?? [], ...named.flat().map(({ name, aliases }) => [name, ...aliases])].flat();
}

const notBy = ({ entry }: WrittenReview, reviews: readonly WrittenReview[]) =>
  reviews.filter((other) => other.entry.author !== entry.author);

/** Finders for the text as it is written and as it is published; words of the other reviews and the business's own don't count. */
function findersOf(
  { entry }: WrittenReview,
  others: readonly WrittenReview[],
  ours: readonly string[],
  publish: (entry: ReviewEntry) => ReviewEntry,
): QuoteFinder[] {
  const texts = new Set([entry.text ?? '', publish(entry).text ?? '']);
  const theirs = others.map((other) => other.entry.text ?? '');
  return [...texts].filter((text) => /[\p{L}\p{N}]/u.test(text)).map((text) => quoteFinder(text, [...theirs, ...ours]));
}

/** The ranges in order, without those inside others. */
function withoutRepeats(passages: readonly QuotedRange[]): readonly QuotedRange[] {
  const sorted = [...passages].sort((a, b) => a.start - b.start || b.end - a.end);
  return sorted.filter(({ end }, index) => sorted.slice(0, index).every((earlier) => earlier.end < end));
}

async function quotesInFiles(
  reviews: readonly WrittenReview[],
  { contentDir, others, steps }: Searched,
  findIn: (day: string) => QuoteFinder,
): Promise<FoundQuote[]> {
  const list = namedFile(contentDir, 'takedowns');
  const after = new Map(steps.filter(({ file }) => file !== list).map(({ file, text }) => [file, text]));
  const files = listTop(contentDir).filter((file) => /\.(?:ya?ml|json|md)$/.test(file));
  const ofReviews = [...new Set([...reviews, ...others].map(({ file }) => file))].filter((file) => /\.ya?ml$/.test(file));
  const quotes = [...files.sort(), ...ofReviews.sort()].map(async (file) => {
    const before = await readFile(file, 'utf8');
    const changed = daysAt((await stat(file)).mtime).latest;
    const left = after.has(file) ? (after.get(file) ?? '') : before;
    const text = ofReviews.includes(file) ? commentsOf(left) : left;
    const quotes = quotesIn(file.endsWith('.md') ? text : unescaped(text), findIn(changed));
    return quotes.map(({ line, found }) => ({ where: `${file}:${lineBefore(line, left, before)}`, found }));
  });
  return (await Promise.all(quotes)).flat();
}

const commentsOf = (yaml: string) => yaml.replace(/^(?!\s*#).*$/gm, '');

function quotesIn(text: string, find: QuoteFinder): { line: number; found: string }[] {
  const plain = visible(text);
  const lineOf = (start: number) => plain.slice(0, start).split('\n').length;
  return find(plain).map(({ start, end }) => ({ line: lineOf(start), found: truncateWords(plain.slice(start, end), SHOWN_LETTERS) }));
}

/** Converts a line number of the file after the takedown to one of the current file. */
function lineBefore(line: number, left: string, before: string): number {
  const index = left === before ? -1 : before.split('\n').indexOf(left.split('\n')[line - 1] ?? '');
  return index === -1 ? line : index + 1;
}

const quotesInText = (where: string, text: string | undefined, find: QuoteFinder): FoundQuote[] =>
  quotesIn(text ?? '', find).map(({ found }) => ({ where, found }));

const whereIs = (review: WrittenReview) => `${placeOf(review)} ${review.place === '' ? '' : `${review.place}.`}`;

/** Removes invisible characters in words. */
const visible = (text: string) => text.replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '');

/** Decodes escapes of JSON and YAML without changing the number of lines. */
function unescaped(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})|\\([nrt])/gi, (_escape, code: string | undefined) =>
    code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16)).replace(/\s/, ' '),
  );
}

const SHOWN_LETTERS = 120;
