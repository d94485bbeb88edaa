import { inSlices } from '../generation/slices.ts';
import { foldCase } from './fold-case.ts';

/**
 * All texts as one sequence of tokens, called units: a run of letters and digits with everything up to the next run, such as `WORK, `.
 * Texts and queries are tokenised in the same way.
 */
export interface Corpus {
  readonly vocabulary: readonly string[];
  readonly ids: ReadonlyMap<string, number>;
  /** The id of the unit at each position, all texts one after the other. */
  readonly units: Uint32Array;
  /** The index of the text at each position. */
  readonly textOf: Uint32Array;
}

/** A cache by UTF-16 code unit: 1 for a character of a word, 2 for any other, 0 for not known yet. */
const kinds = new Uint8Array(65536);
const WORD = /^[\p{L}\p{N}\p{M}]$/u;

function isWord(unit: number): boolean {
  if (kinds[unit] === 0) kinds[unit] = WORD.test(String.fromCharCode(unit)) ? 1 : 2;
  return kinds[unit] === 1;
}

/** The offset at which the unit that begins at `from` ends. */
function unitEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && isWord(text.charCodeAt(at))) at++;
  while (at < text.length && !isWord(text.charCodeAt(at))) at++;
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

/** Folds the texts and tokenises them; null has no units. */
export async function readCorpus(texts: readonly (string | null)[]): Promise<Corpus> {
  const vocabulary: string[] = [];
  const ids = new Map<string, number>();
  const length = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  let units = new Uint32Array(length >>> 2);
  let textOf = new Uint32Array(length >>> 2);
  let count = 0;
  await inSlices(texts, (given, index) => {
    const text = foldCase(given ?? '');
    for (let from = 0; from < text.length; ) {
      const to = unitEnd(text, from);
      const unit = text.slice(from, to);
      let id = ids.get(unit);
      if (id === undefined) {
        id = vocabulary.length;
        vocabulary.push(unit);
        ids.set(unit, id);
      }
      if (count === units.length) {
        units = grow(units);
        textOf = grow(textOf);
      }
      units[count] = id;
      textOf[count] = index;
      count++;
      from = to;
    }
  });
  return { vocabulary, ids, units: units.slice(0, count), textOf: textOf.slice(0, count) };
}

function grow(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2 + 64);
  larger.set(array);
  return larger;
}
