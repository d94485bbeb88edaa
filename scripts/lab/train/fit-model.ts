import { keysOf } from '../../../site/analysis/model/grams.ts';
import { readModel, type StoredModel, weigh } from '../../../site/analysis/model/model.ts';
import { gramsOf, keysFor, type Passage, polarities, toPolarityFeatures } from '../../../site/analysis/model/polarity.ts';
import { toPresenceFeatures } from '../../../site/analysis/model/presence.ts';
import { readTable, type StoredTable, type WeightTable } from '../../../site/analysis/model/weight-table.ts';
import { type Clues, findClues } from '../../../site/analysis/text/clues.ts';
import { compileCues } from '../../../site/analysis/text/evidence.ts';
import { weighPhrases } from '../../../site/analysis/text/phrase-verdicts.ts';
import { toSentences } from '../../../site/analysis/text/sentences.ts';
import { tokenize } from '../../../site/analysis/text/tokens.ts';
import { scorePassages, scoreSentence } from '../../../site/analysis/text/verdicts.ts';
import { type AspectId, aspectIds } from '../../../site/contract/insights.ts';
import type { GoldMention } from '../eval/gold.ts';
import { type Example, fitTable, spread } from './fit-table.ts';
import { fitLogistic, type SparseRow } from './logistic.ts';
import { DEVELOPMENT, type PracticeItem } from './practice.ts';

/** A practice text with the clues of its sentences. */
export interface Lesson extends PracticeItem {
  readonly clues: readonly Clues[];
}

const cues = compileCues();

/** Practice texts made ready for fitting. */
export function toLessons(items: readonly PracticeItem[]): Lesson[] {
  return items.map((item) => ({
    ...item,
    clues: toSentences(tokenize(item.text), item.text).map((sentence, number, { length: of }) => findClues(sentence, { number, of }, cues)),
  }));
}

type Vectors = ReadonlyMap<string, readonly number[]>;

/** How many parts the voices are dealt into: what is learned from all parts but one is tried on that one. */
const PARTS = 5;

/** The voices in parts, by their order. The development half stands in none: the phrases were written with its texts in view. */
export function dealVoices(lessons: readonly Lesson[]): ReadonlySet<string>[] {
  const voices = [...new Set(lessons.map(({ voice }) => voice))].filter((voice) => voice !== DEVELOPMENT);
  return Array.from({ length: PARTS }, (_, part) => new Set(voices.filter((_voice, index) => index % PARTS === part)));
}

/**
 * All weights, from lessons. The tables learn from every voice; how far they are to be trusted beside the phrases is learned from what
 * tables fitted without a part of the voices say of that part.
 */
export function fitModel(lessons: readonly Lesson[], vectors: Vectors): StoredModel {
  const heldOut = dealVoices(lessons).map((part) => ({
    lessons: lessons.filter(({ voice }) => part.has(voice)),
    tables: fitTables(
      lessons.filter(({ voice }) => !part.has(voice)),
      vectors,
    ),
  }));
  return { ...fitTables(lessons, vectors), presence: fitPresence(heldOut), polarity: fitPolarity(heldOut) };
}

interface Tables {
  readonly aspects: StoredTable;
  readonly polarities: StoredTable;
}

interface HeldOut {
  readonly lessons: readonly Lesson[];
  readonly tables: Tables;
}

function fitTables(lessons: readonly Lesson[], vectors: Vectors): Tables {
  return {
    aspects: fitTable(lessons.flatMap(toAspectExamples), { vectors }),
    polarities: fitTable(lessons.flatMap(toPolarityExamples), { vectors }),
  };
}

/** A sentence beside the span of an aspect may repeat it, or not: it counts little against the aspect. */
const UNSURE = 0.3;

const rangeIn = (text: string, { span }: GoldMention) => ({ start: text.indexOf(span), end: text.indexOf(span) + span.length });
const overlap = (a: { start: number; end: number }, b: { start: number; end: number }) => a.start < b.end && b.start < a.end;

/** For each aspect, whether a sentence judges it, and how much that answer counts. */
function answersFor({ text, mentions }: Lesson, { sentence }: Clues) {
  const isSaid = (mention: GoldMention) => overlap(sentence, rangeIn(text, mention));
  const answers = aspectIds.map((id) => mentions.some((mention) => mention.aspect === id && isSaid(mention)));
  const counts = aspectIds.map((id, index) => (!answers[index] && mentions.some(({ aspect }) => aspect === id) ? UNSURE : 1));
  return { answers, counts };
}

function toAspectExamples(lesson: Lesson): Example[] {
  return lesson.clues.map((clues) => ({ amounts: spread(clues.grams.map(keysOf)), ...answersFor(lesson, clues) }));
}

/** The pieces of the sentences that a label's span touches. */
function passagesOf({ text, clues }: Lesson, mention: GoldMention): Passage[] {
  const span = rangeIn(text, mention);
  return clues.flatMap((own) => {
    const { words, pieces } = own.sentence;
    const touched = new Set(words.flatMap((word, index) => (overlap(word, span) ? [pieces[index]] : [])));
    const picked = pieces.flatMap((piece, index) => (touched.has(piece) ? [index] : []));
    return picked.length === 0 ? [] : [{ clues: own, words: picked }];
  });
}

function toPolarityExamples(lesson: Lesson): Example[] {
  return lesson.mentions.map((mention) => {
    return {
      amounts: spread(gramsOf(passagesOf(lesson, mention)).map((gram) => keysFor(mention.aspect, gram))),
      answers: polarities.map((polarity) => polarity === mention.polarity),
      counts: polarities.map(() => 1),
    };
  });
}

/** The weights of presence, their bias such that as many aspects are found as there are: what is missed and what is extra balance. */
function fitPresence(heldOut: readonly HeldOut[]): number[] {
  const texts = heldOut.flatMap(({ lessons, tables }) => {
    const aspects = readTable(tables.aspects);
    return lessons.map((lesson) => ({ lesson, cases: lesson.clues.map((clues) => toPresenceCases(lesson, clues, aspects)) }));
  });
  const weights = fitWeights(texts.flatMap(({ cases }) => cases.flat()));
  const highest = texts.flatMap(({ cases }) =>
    aspectIds.map((_, index) => Math.max(...cases.map((sentence) => weigh(weights, sentence[index]?.features ?? [])))),
  );
  const wanted = texts.reduce((sum, { lesson }) => sum + lesson.mentions.length, 0);
  const border = highest.sort((a, b) => b - a)[wanted] ?? 0;
  return [...weights.slice(0, -1), round((weights.at(-1) ?? 0) - border)];
}

/** For each aspect what a table that has not seen the lesson makes of one of its sentences. */
function toPresenceCases(lesson: Lesson, clues: Clues, aspects: WeightTable): Case[] {
  const { scores } = scoreSentence(clues, { aspects });
  const { answers, counts } = answersFor(lesson, clues);
  return aspectIds.map((id, index) => ({
    features: toPresenceFeatures(clues, scores, id),
    answer: answers[index] ?? false,
    count: counts[index] ?? 1,
  }));
}

function fitPolarity(heldOut: readonly HeldOut[]): number[][] {
  const cases = heldOut.flatMap(({ lessons, tables }) => {
    const table = { polarities: readTable(tables.polarities) };
    return lessons.flatMap((lesson) =>
      lesson.mentions.map((mention) => {
        const passages = passagesOf(lesson, mention);
        const phrases = weighPhrases(evidenceOn(mention.aspect, lesson));
        const scores = scorePassages(mention.aspect, passages, table);
        return { features: toPolarityFeatures(mention.aspect, scores, phrases, passages), polarity: mention.polarity };
      }),
    );
  });
  return polarities.map((wanted) =>
    fitWeights(cases.map(({ features, polarity }) => ({ features, answer: polarity === wanted, count: 1 }))),
  );
}

const evidenceOn = (aspect: AspectId, { clues }: Lesson) =>
  clues.flatMap(({ evidence }) => evidence.filter((item) => item.aspect === aspect));

interface Case {
  readonly features: readonly number[];
  readonly answer: boolean;
  readonly count: number;
}

/** Weights of dense features with the bias behind them, to three decimals. */
function fitWeights(cases: readonly Case[]): number[] {
  const rows: SparseRow[] = cases.map(({ features }) => {
    const all = [...features, 1];
    return { at: Int32Array.from(all.keys()), values: Float64Array.from(all) };
  });
  const fit = fitLogistic({
    rows,
    isCase: cases.map(({ answer }) => answer),
    counts: cases.map(({ count }) => count),
    size: rows[0]?.at.length ?? 0,
    strength: 1,
  });
  return Array.from(fit, round);
}

const round = (value: number) => Math.round(value * 1000) / 1000 + 0;

/** A model that has never seen some voices, for judging how it reads them. */
export const fitWithout = (part: ReadonlySet<string>, lessons: readonly Lesson[], vectors: Vectors) =>
  readModel(
    fitModel(
      lessons.filter(({ voice }) => !part.has(voice)),
      vectors,
    ),
  );
