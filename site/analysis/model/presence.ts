import { type AspectId, aspectIds } from '../../contract/insights.ts';
import type { Clues } from '../text/clues.ts';

const SHORT = 6;
const bit = (yes: boolean) => (yes ? 1 : 0);

/** From any number to -1..1, ±0.7 at ±`half`. Square roots are exact on every machine; exp and tanh are not. */
export const soften = (value: number, half: number): number => value / Math.sqrt(value * value + half * half);

const highestBut = (values: readonly number[], own: number) => Math.max(...values.filter((_, index) => index !== own));

/**
 * The features by which it is decided whether a sentence judges an aspect: what the learned table (`scores`, in the order of
 * `aspectIds`) and the phrases say of it and of the others, then a 1 in the place of the aspect.
 */
export function toPresenceFeatures({ pulls, evidence, sentence, of }: Clues, scores: readonly number[], aspect: AspectId): number[] {
  const place = aspectIds.indexOf(aspect);
  const own = evidence.filter((item) => item.aspect === aspect);
  const sure = own.filter((item) => item.sure);
  const score = scores[place] ?? 0;
  const pull = pulls[place] ?? 0;
  return [
    score,
    highestBut(scores, place),
    bit(sure.some(({ value }) => value > 0)),
    bit(sure.some(({ value }) => value < 0)),
    bit(sure.some(({ value }) => value === 0)),
    bit(own.some((item) => !item.sure && item.value !== 0)),
    bit(own.some((item) => !item.sure && item.value === 0)),
    bit(own.length > 1),
    soften(pull, 4),
    soften(pull - highestBut(pulls, place), 4),
    bit(evidence.some((item) => item.sure && item.aspect !== aspect)),
    bit(sentence.words.length < SHORT),
    own.length > 0 ? score : 0,
    soften(of - 1, 4),
    sure.length > 0 ? soften(of - 1, 4) : 0,
    ...aspectIds.map((id) => bit(id === aspect)),
  ];
}
