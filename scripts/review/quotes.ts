import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReviewEntry } from '../../site/dataset/content-files.ts';
import { isContent, type WrittenReview } from '../../site/dataset/read.ts';
import { isTelling, TELLING_LENGTH } from '../../site/dataset/takedowns.ts';
import { namedFile } from '../content/named-file.ts';
import { placeOf } from './find.ts';
import type { Step } from './takedown-files.ts';

/** So many words in a row are a quote, where no review of another author has them: fewer are everyday speech. */
const QUOTED_WORDS = 5;

/** Words that stand in the text of a review, found elsewhere. */
interface Passage {
  readonly start: number;
  readonly end: number;
}

/** Finds passages of a review in a text. */
export type QuoteFinder = (text: string) => readonly Passage[];

export interface Quote {
  /** The file, with the line where it is known, and the place in it. */
  readonly where: string;
  readonly found: string;
}

/**
 * Makes a function that finds the words of a text in other texts, whatever their case, punctuation, white space and markup: at least
 * QUOTED_WORDS in a row and TELLING_LENGTH characters, or all of a text that is shorter. Words that one of `others` has, too, are none.
 */
export function quoteFinder(text: string, others: readonly string[]): QuoteFinder {
  const own = joined(text);
  const words = own.trim().split(' ');
  const count = Math.min(QUOTED_WORDS, words.length);
  const beginnings = new Set(words.slice(count - 1).map((_, index) => words.slice(index, index + count).join(' ')));
  let elsewhere: readonly string[] | undefined;
  return (searched) => {
    const found: Passage[] = [];
    const there = wordsOf(searched);
    for (let index = 0; index + count <= there.length; index++) {
      const run = runAt(there, index);
      if (run === undefined) continue;
      if (isQuote(run.join(' '))) found.push({ start: there[index]?.start ?? 0, end: there[index + run.length - 1]?.end ?? 0 });
      index += run.length - 1;
    }
    return found;
  };

  /** The longest run of words of the text that begins there. */
  function runAt(there: readonly Word[], index: number): readonly string[] | undefined {
    const wordsFrom = (length: number) => there.slice(index, index + length).map(({ word }) => word);
    if (!beginnings.has(wordsFrom(count).join(' '))) return undefined;
    let length = count;
    while (index + length < there.length && own.includes(` ${wordsFrom(length + 1).join(' ')} `)) length += 1;
    return wordsFrom(length);
  }

  function isQuote(run: string): boolean {
    const isWhole = ` ${run} ` === own && isTelling(text);
    if (!isWhole && (run.length < TELLING_LENGTH || count < QUOTED_WORDS)) return false;
    elsewhere ??= others.map(joined);
    return !elsewhere.some((other) => other.includes(` ${run} `));
  }
}

interface Word extends Passage {
  readonly word: string;
}

/** Scripts that write no spaces: each character counts as a word. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const LETTERS = String.raw`[\p{L}\p{M}\p{N}]`;
const APOSTROPHE = /['’ʼ`´]/g;
const WORD = new RegExp(`${UNSPACED}|(?:(?!${UNSPACED})${LETTERS})+(?:${APOSTROPHE.source}{1,2}${LETTERS}+)*`, 'gu');

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: word.replace(APOSTROPHE, '').normalize('NFKC').toLowerCase(),
    start: index,
    end: index + word.length,
  }));
}

const joined = (text: string) =>
  ` ${wordsOf(text)
    .map(({ word }) => word)
    .join(' ')} `;

/** What `findQuotes` looks through. */
export interface Searched {
  readonly contentDir: string;
  /** The reviews that stay. */
  readonly others: readonly WrittenReview[];
  /** What the takedown is about to write: what it removes counts no more. */
  readonly steps: readonly Step[];
  /** Why, as it is about to be written. */
  readonly reason: string | undefined;
}

/**
 * Every passage of `reviews` in the content beside them, by file and line: in all files at its top, in comments among the reviews, in
 * replies to others and in the reason for the takedown. `publish` gives a review as the policy shows it, which may be quoted as well.
 */
export async function findQuotes(
  reviews: readonly WrittenReview[],
  searched: Searched,
  publish: (entry: ReviewEntry) => ReviewEntry,
): Promise<readonly Quote[]> {
  const { others, reason } = searched;
  const finders = reviews.flatMap((review) => findersOf(review, others, publish));
  const find: QuoteFinder = (text) => withoutRepeats(finders.flatMap((one) => one(text)));
  return [
    ...(await quotesInFiles(searched, find)),
    ...others.flatMap((review) => quotesInText(`${whereIs(review)}owner_reply`, review.entry.owner_reply?.text, find)),
    ...quotesInText('--reason', reason, find),
  ];
}

/** One for the text as it is written and one as it is published; words of other authors' reviews are no quotes. */
function findersOf(
  { entry }: WrittenReview,
  others: readonly WrittenReview[],
  publish: (entry: ReviewEntry) => ReviewEntry,
): QuoteFinder[] {
  const texts = new Set([entry.text ?? '', publish(entry).text ?? '']);
  const byOthers = others.filter((other) => other.entry.author !== entry.author).map((other) => other.entry.text ?? '');
  return [...texts].filter((text) => /[\p{L}\p{N}]/u.test(text)).map((text) => quoteFinder(text, byOthers));
}

/** Passages in their order, those inside of others left out. */
function withoutRepeats(passages: readonly Passage[]): readonly Passage[] {
  const sorted = [...passages].sort((a, b) => a.start - b.start || b.end - a.end);
  return sorted.filter(({ end }, index) => sorted.slice(0, index).every((earlier) => earlier.end < end));
}

async function quotesInFiles({ contentDir, others, steps }: Searched, find: QuoteFinder): Promise<Quote[]> {
  const list = namedFile(contentDir, 'takedowns');
  const after = new Map(steps.filter(({ file }) => file !== list).map(({ file, text }) => [file, text]));
  const atTop = (await readdir(contentDir, { withFileTypes: true })).filter((entry) => entry.isFile() && isContent(entry.name));
  const files = atTop.map(({ name }) => path.join(contentDir, name)).filter((file) => /\.(?:ya?ml|json|md)$/.test(file));
  const ofReviews = [...new Set(others.map(({ file }) => file))].filter((file) => /\.ya?ml$/.test(file));
  const quotes = [...files.sort(), ...ofReviews.sort()].map(async (file) => {
    const before = await readFile(file, 'utf8');
    const left = after.has(file) ? (after.get(file) ?? '') : before;
    return quotesIn(file, ofReviews.includes(file) ? commentsOf(left) : left, before, find);
  });
  return (await Promise.all(quotes)).flat();
}

const commentsOf = (yaml: string) => yaml.replace(/^(?!\s*#).*$/gm, '');

/** `text` is what will be left of the file; lines are those of `before`, which is what a person sees in it. */
function quotesIn(file: string, text: string, before: string, find: QuoteFinder): Quote[] {
  const plain = file.endsWith('.md') ? visible(text) : unescaped(visible(text));
  const [lines, linesBefore] = [text.split('\n'), before.split('\n')];
  return find(plain).map(({ start, end }) => {
    const index = plain.slice(0, start).split('\n').length - 1;
    const line = text === before ? index : linesBefore.indexOf(lines[index] ?? '');
    return { where: `${file}:${(line === -1 ? index : line) + 1}`, found: clip(plain.slice(start, end)) };
  });
}

function quotesInText(where: string, text: string | undefined, find: QuoteFinder): Quote[] {
  const plain = visible(text ?? '');
  return find(plain).map(({ start, end }) => ({ where, found: clip(plain.slice(start, end)) }));
}

const whereIs = (review: WrittenReview) => `${placeOf(review)} ${review.place === '' ? '' : `${review.place}.`}`;

/** Without what stands inside of words and isn't seen. */
const visible = (text: string) => text.replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '');

/** The characters for which JSON and YAML have escapes; as many lines as before. */
function unescaped(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})|\\([nrt])/gi, (_escape, code: string | undefined) =>
    code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16)).replace(/\s/, ' '),
  );
}

const SHOWN_LETTERS = 120;

function clip(passage: string): string {
  const line = passage.replace(/\s+/g, ' ');
  return line.length > SHOWN_LETTERS ? `${line.slice(0, SHOWN_LETTERS).trimEnd()} …` : line;
}
