import { wayBetween } from '../text/evidence.ts';
import { findOpinions, type Opinion } from '../text/opinions.ts';
import type { Sentence } from '../text/sentences.ts';
import { type Gram, toGrams } from './grams.ts';
import type { Amount } from './weight-table.ts';

/** Some words of a sentence: indexes, end exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const HALF_WAY = 3;
const ADJACENT = 3;
/** How much a word counts at most, beside the sums of opinions. */
const SHARE = 0.5;
/** What is left of a word that stands nearer to another term. */
const LEFT = 0.5;

/**
 * What a sentence holds on one of its terms: each word outside it by how near it stands (`n`), in the whole sentence (`s`) and just
 * before or behind it (`<1`, `>1` and so on); the term's own words (`t`); and what the opinion words around it add up to (`#`). A word
 * behind a negator has keys of its own (`!`). What stands nearer to one of the `others` counts half.
 */
export function toTermAmounts(sentence: Sentence, term: Stretch, others: readonly Stretch[]): Amount[] {
  const grams = toGrams(sentence);
  const width = Math.sqrt(Math.max(1, grams.length));
  const words = grams.flatMap((gram, index) => {
    if (isWithin(index, term)) return [[`t ${gram.stem}`, SHARE / 2] as const];
    if (others.some((other) => isWithin(index, other))) return [];
    return wordAmounts(gram, index, sentence, { term, near: nearness(sentence, at(index), term, others), width });
  });
  return [...words, ...sumAmounts(sentence, term, others, width), ['# words', width / 4], ['# others', others.length / 2]];
}

const at = (index: number): Stretch => ({ from: index, to: index + 1 });
const isWithin = (index: number, { from, to }: Stretch) => from <= index && index < to;

/** 1 at the term, half at three words from it. */
function nearness(sentence: Sentence, place: Stretch, term: Stretch, others: readonly Stretch[]): number {
  const way = wayBetween(sentence, place, term);
  const near = HALF_WAY / (HALF_WAY + way);
  return others.some((other) => wayBetween(sentence, place, other) < way) ? LEFT * near : near;
}

function wordAmounts(
  { word, stem, pair, negated }: Gram,
  index: number,
  sentence: Sentence,
  { term, near, width }: { readonly term: Stretch; readonly near: number; readonly width: number },
): Amount[] {
  const own = negated ? [`!=${word}`, `! ${stem}`] : [`=${word}`, ` ${stem}`, ` ${word}.`];
  const keys = [...own, ` ${pair}`];
  const way = wayBetween(sentence, at(index), term);
  const side = `${index < term.from ? '<' : '>'}${Math.min(way, ADJACENT)}`;
  return [
    ...keys.map((key) => [`n${key}`, SHARE * near] as const),
    ...keys.map((key) => [`s${key}`, SHARE / width] as const),
    ...(way <= ADJACENT + 1 ? [[`${side} ${stem}`, SHARE / 2] as const] : []),
  ];
}

/** What the opinion words add up to: by nearness, over the sentence, in the term's piece. */
function sumAmounts(sentence: Sentence, term: Stretch, others: readonly Stretch[], width: number): Amount[] {
  const opinions = findOpinions(sentence, 'general').filter(({ from, to }) => !(from >= term.from && to <= term.to));
  const sum = (sign: number, weigh: (opinion: Opinion) => number) =>
    opinions.reduce((total, opinion) => total + (Math.max(0, sign * opinion.value) / 2) * weigh(opinion), 0);
  const near = (opinion: Opinion) => nearness(sentence, opinion, term, others);
  const own = ({ from }: Opinion) => (sentence.pieces[from] === sentence.pieces[term.from] ? 1 : 0);
  const [praise, blame] = [sum(1, near), sum(-1, near)];
  return [
    ['# praise near', praise],
    ['# blame near', blame],
    ['# both near', Math.min(praise, blame)],
    ['# praise', sum(1, () => 2 / width)],
    ['# blame', sum(-1, () => 2 / width)],
    ['# praise beside', sum(1, own)],
    ['# blame beside', sum(-1, own)],
    ['# ordinary', opinions.some(({ ordinary }) => ordinary) ? 1 : 0],
    ['# none', opinions.length === 0 ? 1 : 0],
    ['# question', sentence.question ? 1 : 0],
  ];
}
