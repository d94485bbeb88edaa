import { foldCase } from './fold-case.ts';

/**
 * All texts as one sequence of tokens, called units: a run of letters and digits with everything up to the next run, such as `WORK, `.
 * Texts and queries are tokenised in the same way. A unit of its own, `TEXT_END`, stands behind each text, so that no sequence of units
 * runs from one text into the next.
 */
export interface Corpus {
  readonly vocabulary: readonly string[];
  /** The id of the unit at each position, all texts one after the other. */
  readonly units: Uint32Array;
}

/** The id of the unit behind each text; its word is empty, which no unit of a text or query is. */
export const TEXT_END = 0;

/** A cache by code point: 1 for a character of a word, 2 for any other, 0 for not known yet. */
const kinds = new Uint8Array(0x110000);
const WORD = /[\p{L}\p{N}\p{M}]/u;

/** Whether a character is of a word as `plainWords` reads it, for which ℃ and № have letters: no word of a text lies in two units. */
function isWord(point: number): boolean {
  if (kinds[point] === 0) kinds[point] = WORD.test(String.fromCodePoint(point).normalize('NFKD')) ? 1 : 2;
  return kinds[point] === 1;
}

/** The offset at which the unit that begins at `from` ends. */
function unitEnd(text: string, from: number): number {
  return runEnd(text, runEnd(text, from, true), false);
}

/** The offset behind the characters from `from` that all are of words, or all aren't. */
function runEnd(text: string, from: number, ofWords: boolean): number {
  let at = from;
  while (at < text.length) {
    const point = text.codePointAt(at) as number;
    if (isWord(point) !== ofWords) break;
    at += point > 0xffff ? 2 : 1;
  }
  return at;
}

/** The units of a folded text; joined they are the text. */
export function cutUnits(text: string): string[] {
  const units: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = unitEnd(text, from);
    units.push(text.slice(from, to));
    from = to;
  }
  return units;
}

/** Takes texts one after the other, which are not kept. */
export class CorpusBuilder {
  readonly #vocabulary = [''];
  readonly #ids = new Map([['', TEXT_END]]);
  #units = new Uint32Array(4096);
  #count = 0;

  /** Folds and tokenises the next text; null has no units. */
  add(given: string | null): void {
    const text = foldCase(given ?? '');
    // A unit takes a character at least.
    const units = this.#roomFor(text.length + 1);
    let count = this.#count;
    for (let from = 0; from < text.length; ) {
      const to = unitEnd(text, from);
      units[count++] = this.#idOf(text.slice(from, to));
      from = to;
    }
    units[count++] = TEXT_END;
    this.#count = count;
  }

  build(): Corpus {
    // The rest was never written to, and so takes no memory.
    return { vocabulary: this.#vocabulary, units: this.#units.subarray(0, this.#count) };
  }

  #idOf(unit: string): number {
    const known = this.#ids.get(unit);
    if (known !== undefined) return known;
    const id = this.#vocabulary.push(unit) - 1;
    this.#ids.set(unit, id);
    return id;
  }

  #roomFor(more: number): Uint32Array {
    if (this.#count + more > this.#units.length) {
      const larger = new Uint32Array(2 * this.#units.length + more);
      larger.set(this.#units);
      this.#units = larger;
    }
    return this.#units;
  }
}
