import { DISTINCTIVE_LENGTH, isDistinctive } from '../../site/content/takedowns.ts';

/** Threshold: this many words in a row may be a quote, unless another author's review has them, too. */
const QUOTED_WORDS = 5;

/** A range of a review's text that was found elsewhere. */
export interface QuotedRange {
  readonly start: number;
  readonly end: number;
}

/** Common words of five or more letters: a few of them in a row aren't a quote. */
const EVERYDAY = new Set(
  `about after again always anybody anyone around because before being better business called certainly could customer customers definitely
  every everybody everyone everything excellent friendly great happy highly house never other people place price prices professional really
  recommend recommended right service should thank thanks their there these thing things think those through today until using where which
  while without working would years`.split(/\s+/),
);
/** Threshold: a short run needs this many words that are neither short nor common. */
const DISTINCTIVE_WORDS = 2;
/** Threshold: this many words in a row are always a quote. */
const LONG_RUN = 8;

/** Finds quotes of a review in a text. */
export type QuoteFinder = (text: string) => readonly QuotedRange[];

/**
 * Makes a function that finds quotes of a text, ignoring case, punctuation, white space and markup: at least QUOTED_WORDS in a row and
 * DISTINCTIVE_LENGTH characters, or the whole text if it is shorter. Words that one of `others` has, too, don't count, and neither do
 * short phrases of common words, unless they are in quotation marks.
 */
export function quoteFinder(text: string, others: readonly string[]): QuoteFinder {
  const own = joined(text);
  const words = own.trim().split(' ');
  const count = Math.min(QUOTED_WORDS, words.length);
  const beginnings = new Set(words.slice(count - 1).map((_, index) => words.slice(index, index + count).join(' ')));
  let elsewhere: readonly string[] | undefined;
  return (searched) => {
    const found: QuotedRange[] = [];
    const there = wordsOf(searched);
    for (let index = 0; index + count <= there.length; index++) {
      const run = runAt(there, index);
      if (run === undefined || !isQuote(run.join(' '))) continue;
      const range = { start: there[index]?.start ?? 0, end: there[index + run.length - 1]?.end ?? 0 };
      if (!isEveryday(run) || isMarked(searched, range)) found.push(range);
      index += run.length - 1;
    }
    return found;
  };

  /** The longest run of the text's words at an index. */
  function runAt(there: readonly Word[], index: number): readonly string[] | undefined {
    const wordsFrom = (length: number) => there.slice(index, index + length).map(({ word }) => word);
    if (!beginnings.has(wordsFrom(count).join(' '))) return undefined;
    let length = count;
    while (index + length < there.length && own.includes(` ${wordsFrom(length + 1).join(' ')} `)) length += 1;
    return wordsFrom(length);
  }

  function isQuote(run: string): boolean {
    const isWhole = ` ${run} ` === own && isDistinctive(text);
    if (!isWhole && (run.length < DISTINCTIVE_LENGTH || count < QUOTED_WORDS)) return false;
    elsewhere ??= others.map(joined);
    return !elsewhere.some((other) => other.includes(` ${run} `));
  }
}

/** Whether a run is a short phrase of common words. Unknown for scripts without spaces. */
function isEveryday(run: readonly string[]): boolean {
  if (run.length >= LONG_RUN || run.some((word) => new RegExp(UNSPACED, 'u').test(word))) return false;
  const distinctive = run.filter((word) => word.length >= 5 && !EVERYDAY.has(word));
  return run.length >= QUOTED_WORDS && distinctive.length < DISTINCTIVE_WORDS;
}

/** Whether a range is in quotation marks. */
const isMarked = (text: string, { start, end }: QuotedRange) =>
  /["“„«‹「『]\W{0,3}$/u.test(text.slice(Math.max(0, start - 4), start)) && /^\W{0,3}["”“»›」』]/u.test(text.slice(end, end + 4));

interface Word extends QuotedRange {
  readonly word: string;
}

/** Scripts without spaces: each character counts as a word. */
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
