import { wordClasses } from '../lexicon/classes.ts';
import { negators } from '../lexicon/modifiers.ts';
import type { Sentence } from './sentences.ts';
import type { Token } from './tokens.ts';

/**
 * Phrases are written as words between spaces: `a/b` is either, `call*` any word that begins so, `@unit` a word of a
 * class (lexicon/classes.ts), `#` a number, `$` a sum of money, a `?` behind an element makes it optional, `..` is up to
 * three words within a clause, `...` up to six across commas, `^` the beginning and `|` the end of a sentence.
 */
interface Element {
  readonly kind: 'word' | 'gap' | 'start' | 'end';
  readonly optional: boolean;
  readonly longest: number;
  readonly words: ReadonlySet<string>;
  readonly prefixes: readonly string[];
  readonly number: boolean;
  readonly money: boolean;
  /** The end of the sentence will do, too. */
  readonly orEnd: boolean;
}

interface Phrase<T> {
  readonly elements: readonly Element[];
  readonly value: T;
  readonly negative: boolean;
}

/** Where a phrase stands: indexes of words of the sentence, end exclusive. */
export interface PhraseMatch<T> {
  readonly from: number;
  readonly to: number;
  readonly value: T;
  /** The phrase itself asks for a word such as "never"; one that merely stands in a gap turns the sense around. */
  readonly negative: boolean;
}

const CLAUSE_GAP = 3;
const MOST_REMEMBERED = 50_000;
const GAPS: Readonly<Record<string, number>> = { '..': CLAUSE_GAP, '...': 6 };

function toElement(source: string): Element {
  const optional = source.length > 1 && source.endsWith('?');
  const bare = optional ? source.slice(0, -1) : source;
  const base = { optional, longest: GAPS[bare] ?? 0, words: new Set<string>(), prefixes: [], number: false, money: false, orEnd: false };
  if (bare in GAPS) return { ...base, kind: 'gap' };
  if (bare === '^') return { ...base, kind: 'start' };
  if (bare === '|') return { ...base, kind: 'end' };
  const parts = bare.split('/').flatMap((part) => (part.startsWith('@') ? classWords(part.slice(1)) : [part]));
  return {
    ...base,
    kind: 'word',
    words: new Set(parts.filter((part) => !part.endsWith('*'))),
    prefixes: parts.filter((part) => part.endsWith('*')).map((part) => part.slice(0, -1)),
    number: parts.includes('#'),
    money: parts.includes('$'),
    orEnd: parts.includes('|'),
  };
}

function classWords(name: string): readonly string[] {
  const words = wordClasses[name];
  if (!words) throw new Error(`lexicon: no word class @${name}`);
  return words;
}

function fits(element: Element, token: Token): boolean {
  if (element.words.has(token.word)) return true;
  if (element.number && token.kind === 'number') return true;
  if (element.money && token.kind === 'money') return true;
  return element.prefixes.some((prefix) => token.word.startsWith(prefix));
}

/** Whether a phrase may go on with a word behind its first; a gap or an optional element leaves it open. */
const canFollow = (element: Element | undefined, token: Token) =>
  element?.kind !== 'word' || element.optional || element.orEnd || fits(element, token);

/** Finds many phrases at once, in time that grows with the text and hardly with their number. */
export class PhraseBook<T> {
  readonly #byWord = new Map<string, Phrase<T>[]>();
  readonly #byPrefix: [string, Phrase<T>][] = [];
  readonly #byKind = { number: [] as Phrase<T>[], money: [] as Phrase<T>[], start: [] as Phrase<T>[] };
  readonly #candidates = new Map<string, readonly Phrase<T>[]>();
  readonly #pairs = new Map<string, readonly Phrase<T>[]>();

  /** Adds each line of `source` as a phrase of `value`; throws on an unknown word class. */
  add(source: string, value: T): this {
    for (const line of source.split('\n').map((text) => text.trim())) {
      if (line === '') continue;
      const elements = line.split(/\s+/).map(toElement);
      const negative = elements.some(({ words }) => [...words].some((word) => negators.has(word)));
      this.#index({ elements, value, negative });
    }
    return this;
  }

  #index(phrase: Phrase<T>) {
    const first = phrase.elements[0];
    if (!first) return;
    if (first.optional) this.#index({ ...phrase, elements: phrase.elements.slice(1) });
    const own = first.optional ? { ...phrase, elements: [{ ...first, optional: false }, ...phrase.elements.slice(1)] } : phrase;
    if (first.kind === 'start') this.#byKind.start.push(own);
    for (const word of first.words) {
      const known = this.#byWord.get(word);
      if (known) known.push(own);
      else this.#byWord.set(word, [own]);
    }
    for (const prefix of first.prefixes) this.#byPrefix.push([prefix, own]);
    if (first.number) this.#byKind.number.push(own);
    if (first.money) this.#byKind.money.push(own);
  }

  /** All matches in a sentence's words, in order of their beginning; of one phrase at one place the shortest. */
  matches(sentence: Pick<Sentence, 'words' | 'pieces'>): PhraseMatch<T>[] {
    const { words } = sentence;
    const found: PhraseMatch<T>[] = [];
    for (const [index, token] of words.entries()) {
      const starting = this.#startingWith(token, words[index + 1]);
      const candidates = index === 0 ? [...this.#byKind.start, ...starting] : starting;
      for (const { elements, value, negative } of candidates) {
        const starts = elements[0]?.kind === 'start';
        const to = matchEnd(elements, 1, sentence, starts ? index : index + 1);
        if (to >= 0) found.push({ from: index, to, value, negative });
      }
    }
    return found;
  }

  /** The phrases that a word can begin, as far as the next one allows. */
  #startingWith({ kind, word }: Token, next: Token | undefined): readonly Phrase<T>[] {
    const spelled = this.#candidates.get(word) ?? this.#remember(word);
    if (kind === 'number' || kind === 'money') return [...spelled, ...this.#byKind[kind]];
    if (next?.kind !== 'word' || spelled.length === 0) return spelled;
    const pair = `${word} ${next.word}`;
    const known = this.#pairs.get(pair) ?? spelled.filter(({ elements }) => canFollow(elements[1], next));
    if (this.#pairs.size < MOST_REMEMBERED) this.#pairs.set(pair, known);
    return known;
  }

  #remember(word: string): readonly Phrase<T>[] {
    const byPrefix = this.#byPrefix.filter(([prefix]) => word.startsWith(prefix)).map(([, phrase]) => phrase);
    const list = [...new Set([...(this.#byWord.get(word) ?? []), ...byPrefix])];
    if (this.#candidates.size < MOST_REMEMBERED) this.#candidates.set(word, list);
    return list;
  }
}

/** The word index where `elements` from the `at`-th on end, beginning at `index`; -1 if they don't fit. */
function matchEnd(elements: readonly Element[], at: number, sentence: Pick<Sentence, 'words' | 'pieces'>, index: number): number {
  const { words, pieces } = sentence;
  const element = elements[at];
  if (!element) return index;
  if (element.kind === 'start') return index === 0 ? matchEnd(elements, at + 1, sentence, index) : -1;
  if (element.kind === 'end') return index === words.length ? index : -1;
  if (element.kind === 'gap') {
    for (let skip = 0; skip <= element.longest; skip++) {
      const crossing = index + skip < words.length && pieces[index + skip] !== pieces[index - 1];
      if (crossing && element.longest === CLAUSE_GAP) return -1;
      const to = matchEnd(elements, at + 1, sentence, index + skip);
      if (to >= 0) return to;
    }
    return -1;
  }
  const token = words[index];
  if (token && fits(element, token)) {
    const to = matchEnd(elements, at + 1, sentence, index + 1);
    if (to >= 0) return to;
  }
  return element.optional || (element.orEnd && index === words.length) ? matchEnd(elements, at + 1, sentence, index) : -1;
}
