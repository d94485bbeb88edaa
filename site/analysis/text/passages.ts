import { type AspectId, aspectIds, type TextRange } from '../../contract/insights.ts';
import type { Passage } from '../model/polarity.ts';
import type { Clues } from './clues.ts';

const SHARE = 0.5;

/**
 * The words of a sentence that speak of an aspect, whole pieces of it: those in which one of its phrases stands, and those that add at
 * least half as much to its score as the strongest. `levels` is what each word adds, by word and in the order of `aspectIds`.
 */
export function pickPassage(clues: Clues, aspect: AspectId, levels: readonly Int16Array[]): Passage {
  const { words, pieces } = clues.sentence;
  const place = aspectIds.indexOf(aspect);
  const sums = new Map<number, number>();
  for (const [index, piece] of pieces.entries()) sums.set(piece, (sums.get(piece) ?? 0) + (levels[index]?.[place] ?? 0));
  const strongest = Math.max(...sums.values());
  const found = clues.evidence.filter((item) => item.aspect === aspect).map((item) => item.words);
  const named = new Set(words.flatMap((word, index) => (found.some((range) => touches(word, range)) ? [pieces[index]] : [])));
  const isPicked = (piece: number) => named.has(piece) || (sums.get(piece) ?? 0) >= (strongest > 0 ? SHARE * strongest : strongest);
  return { clues, words: pieces.flatMap((piece, index) => (isPicked(piece) ? [index] : [])) };
}

const touches = (a: TextRange, b: TextRange) => a.start < b.end && b.start < a.end;

const LONGEST_SENTENCE = 160;

/** What is quoted of a passage: its sentence, or of a long one from the first of its words to the last. */
export function rangeOf({ clues, words }: Passage): TextRange {
  const { start, end, words: all } = clues.sentence;
  if (end - start <= LONGEST_SENTENCE) return { start, end };
  return { start: all[words[0] ?? 0]?.start ?? start, end: all[words.at(-1) ?? 0]?.end ?? end };
}
