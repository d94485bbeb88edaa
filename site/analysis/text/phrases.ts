import type { Sentence } from './sentences.ts';

/** Phrases are written as words between spaces: `a/b` is either, `..` up to three words that don't cross a comma or a "but". */
type Element = ReadonlySet<string> | 'gap';

/** Where a phrase stands: indexes of words of the sentence, end exclusive. */
export interface PhraseMatch<T> {
  readonly from: number;
  readonly to: number;
  readonly value: T;
}

const GAP = '..';
const LONGEST_GAP = 3;

/** Finds many phrases at once: each is looked for only where one of its first words stands. */
export class PhraseBook<T> {
  readonly #byWord = new Map<string, { readonly rest: readonly Element[]; readonly value: T }[]>();

  /** Adds each line of `source` as a phrase of `value`. */
  add(source: string, value: T): this {
    for (const line of source.split('\n').map((text) => text.trim())) {
      const [first, ...rest] = line.split(/\s+/).filter((element) => element !== '');
      const elements = rest.map((element): Element => (element === GAP ? 'gap' : new Set(element.split('/'))));
      for (const word of first?.split('/') ?? []) this.#byWord.set(word, [...(this.#byWord.get(word) ?? []), { rest: elements, value }]);
    }
    return this;
  }

  /** All matches in a sentence's words, in order of their beginning; of one phrase at one place the shortest. */
  matches(sentence: Pick<Sentence, 'words' | 'pieces'>): PhraseMatch<T>[] {
    return sentence.words.flatMap(({ word }, from) =>
      (this.#byWord.get(word) ?? []).flatMap(({ rest, value }) => {
        const to = matchEnd(rest, sentence, from + 1);
        return to < 0 ? [] : [{ from, to, value }];
      }),
    );
  }
}

/** The word index where `elements` end, beginning at `index`; -1 if they don't fit. */
function matchEnd([element, ...rest]: readonly Element[], sentence: Pick<Sentence, 'words' | 'pieces'>, index: number): number {
  const { words, pieces } = sentence;
  if (element === undefined) return index;
  if (element !== 'gap') return element.has(words[index]?.word ?? '') ? matchEnd(rest, sentence, index + 1) : -1;
  for (let skip = 0; skip <= LONGEST_GAP; skip++) {
    if (index + skip < words.length && pieces[index + skip] !== pieces[index - 1]) return -1;
    const to = matchEnd(rest, sentence, index + skip);
    if (to >= 0) return to;
  }
  return -1;
}
