import type { TextRange } from '../../contract/insights.ts';
import { wayBetween } from './evidence.ts';
import { findOpinions, type Opinion } from './opinions.ts';
import { type Sentence, toSentences } from './sentences.ts';
import { tokenize } from './tokens.ts';

export type TermPolarity = 'positive' | 'negative' | 'neutral';

const OPEN = 0.35;
const HALF_WAY = 3;

/**
 * What a text says of the term at a range, from the opinion words of its sentence, each weighing by its distance: half at three
 * words, less beyond commas and turns such as "but". Neutral where they add up to little.
 */
export function judgeTerm(text: string, { start, end }: TextRange): TermPolarity {
  const sentence = toSentences(tokenize(text), text).find((candidate) => candidate.start <= start && start < candidate.end);
  if (!sentence) return 'neutral';
  const term = wordsAt(sentence, start, end);
  const opinions = findOpinions(sentence, 'general').filter(
    ({ from, to }) => !(from >= term.from && to <= term.to && to - from === 1 && from !== to),
  );
  const sum = opinions.reduce((total, opinion) => total + weigh(sentence, opinion, term), 0);
  return sum > OPEN ? 'positive' : sum < -OPEN ? 'negative' : 'neutral';
}

function wordsAt({ words }: Sentence, start: number, end: number) {
  const from = words.findIndex((word) => word.end > start);
  const after = words.findIndex((word) => word.start >= end);
  return { from: from < 0 ? words.length - 1 : from, to: after < 0 ? words.length : after };
}

function weigh(sentence: Sentence, opinion: Opinion, term: { from: number; to: number }): number {
  const way = wayBetween(sentence, opinion, term);
  return (opinion.value * HALF_WAY) / (HALF_WAY + way);
}
