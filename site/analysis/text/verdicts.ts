import { type AspectId, type AspectVerdict, aspectIds, type Polarity, type TextRange } from '../../contract/insights.ts';
import { keysOfPlace, keysOfWord } from '../model/grams.ts';
import { learned, type Model, weigh } from '../model/model.ts';
import { gramsOf, levelsFor, type Passage, polarities, toPolarityFeatures } from '../model/polarity.ts';
import { toPresenceFeatures } from '../model/presence.ts';
import { recallLevels, scoreOf, sumLevels } from '../model/weight-table.ts';
import { type Clues, findClues } from './clues.ts';
import { type compileCues, type Evidence, isAboutOthers } from './evidence.ts';
import { pickPassage, rangeOf } from './passages.ts';
import { squash, weighPhrases } from './phrase-verdicts.ts';
import { type Sentence, toSentences } from './sentences.ts';
import { tokenize } from './tokens.ts';

/** What a text says: a verdict for each aspect that it says something about, and the passages behind each. */
export interface Reading {
  readonly verdicts: readonly AspectVerdict[];
  readonly evidence: readonly Evidence[];
  /** What the opinion words of each sentence add up to. */
  readonly values: readonly number[];
}

/** A sentence with what each of its words adds to the score of each aspect, and the scores. */
export interface Scored {
  readonly clues: Clues;
  readonly levels: readonly Int16Array[];
  readonly scores: readonly number[];
}

/** Reads a text sentence by sentence. `stars` (1 to 5, or undefined) tip only verdicts whose words leave it open. */
export function readText(text: string, cues: ReturnType<typeof compileCues>, stars: number | undefined, model: Model = learned): Reading {
  return readSentences(toSentences(tokenize(text), text), cues, stars, [], model);
}

/** As `readText`. `masked` are names that may look like words ("Lower Tansy"): no phrase that touches them counts. */
export function readSentences(
  sentences: readonly Sentence[],
  cues: ReturnType<typeof compileCues>,
  stars: number | undefined,
  masked: readonly TextRange[],
  model: Model = learned,
): Reading {
  const scored = sentences.map((sentence, number) =>
    scoreSentence(findClues(sentence, { number, of: sentences.length }, cues, masked), model),
  );
  const found = aspectIds.flatMap((aspect) => judge(aspect, scored, stars, model) ?? []);
  return {
    verdicts: found.map(({ verdict }) => verdict),
    evidence: found.flatMap(({ evidence }) => evidence),
    values: scored.map(({ clues }) => clues.opinions.reduce((sum, { value }) => sum + value, 0)),
  };
}

/** What the table of aspects says of a sentence, word by word and as a whole. */
export function scoreSentence(clues: Clues, { aspects }: Pick<Model, 'aspects'>): Scored {
  const levels = clues.grams.map((gram) =>
    sumLevels(
      aspects,
      keysOfPlace(gram),
      recallLevels(aspects, gram.word, () => keysOfWord(gram)),
    ),
  );
  return { clues, levels, scores: scoreOf(aspects, levels) };
}

const HOPELESS = -3;

/** Whether it is worth asking if a sentence judges an aspect: below such a score, and without a phrase, none does. */
const isWorthWeighing = (aspect: AspectId, { clues, scores }: Scored) =>
  (scores[aspectIds.indexOf(aspect)] ?? 0) > HOPELESS || clues.evidence.some((item) => item.aspect === aspect);

/** The verdict on one aspect from the sentences that judge it; undefined where none does. */
function judge(aspect: AspectId, scored: readonly Scored[], stars: number | undefined, model: Model) {
  const weighed = scored
    .filter((own) => isWorthWeighing(aspect, own))
    .map((own) => ({ own, presence: weigh(model.presence, toPresenceFeatures(own.clues, own.scores, aspect)) }));
  const isGiven = (item: Evidence) => item.aspect === aspect && item.given;
  const judging = weighed
    .filter(({ own, presence }) => presence > barFor(aspect, own.clues) || own.clues.evidence.some(isGiven))
    .map((weighing) => ({ ...weighing, passage: pickPassage(weighing.own.clues, aspect, weighing.own.levels) }))
    .filter(({ own, passage }) => own.clues.evidence.some((item) => item.aspect === aspect) || !isTheirs(passage));
  if (judging.length === 0) return undefined;
  const passages = judging.map(({ passage }) => passage);
  const phrases = judging.flatMap(({ own }) => own.clues.evidence.filter((item) => item.aspect === aspect));
  const features = toPolarityFeatures(aspect, scorePassages(aspect, passages, model), weighPhrases(phrases), passages);
  const given = weighPhrases(phrases.filter(isGiven));
  const decided = given
    ? ({ ...given, confidence: 1, basis: 'text' } as const)
    : decide(
        model.polarity.map((weights) => weigh(weights, features)),
        stars,
      );
  const strongest = Math.max(...judging.map(({ presence }) => presence));
  if (phrases.length === 0 && strongest < CLEAR && isAgainst(decided.polarity, stars)) return undefined;
  const evidence = passages.flatMap((passage) => evidenceOf(aspect, passage, decided.polarity));
  const verdict: AspectVerdict = {
    id: aspect,
    ...decided,
    confidence: Math.min(decided.confidence, sureness(strongest)),
    source: 'engine',
    ranges: toRanges(passages, leaning(aspect, passages, decided.polarity, model)),
  };
  return { verdict, evidence };
}

/** Whether a passage ends in words about another firm: "the last company was rude". */
const isTheirs = ({ clues, words }: Passage) => isAboutOthers(clues.sentence, words.at(-1) ?? 0);

/** The scores of the polarities for some passages by the learned table. */
export function scorePassages(aspect: AspectId, passages: readonly Passage[], { polarities: table }: Pick<Model, 'polarities'>): number[] {
  return scoreOf(
    table,
    gramsOf(passages).map((gram) => levelsFor(aspect, gram, table)),
  );
}

/** A text of more sentences than these tells a story, of which much is no judgement. */
const FEW_SENTENCES = 2;

/** What stories ask for where no phrase names the aspect: in voices that the weights haven't seen, six in ten just above it are right. */
const STORY_BAR = 0.6;

/** How high the presence of an aspect must be in a sentence. At 0 what is missed and what is extra balance. */
function barFor(aspect: AspectId, { evidence, of }: Clues): number {
  return of > FEW_SENTENCES && !evidence.some((item) => item.aspect === aspect) ? STORY_BAR : 0;
}

/** How high it must be where the verdict rests on weights alone and goes against the stars. */
const CLEAR = 1.5;

function isAgainst(polarity: Polarity, stars: number | undefined): boolean {
  if (stars === undefined || stars === 3) return false;
  return polarity === 'mixed' || polarity === (stars > 3 ? 'negative' : 'positive');
}

const OPEN = 0.8;
const STAR_WEIGHT = 0.4;

/** From the weights of the four polarities to a verdict; stars count where praise and blame are both near. */
function decide(weights: readonly number[], stars: number | undefined): Pick<AspectVerdict, 'polarity' | 'score' | 'confidence' | 'basis'> {
  const [praise = 0, blame = 0, neutral = 0, mixed = 0] = weights;
  const open = Math.max(praise, blame) > Math.max(neutral, mixed) && Math.abs(praise - blame) < OPEN;
  const tip = open && stars !== undefined && stars !== 3 ? STAR_WEIGHT * (stars - 3) : 0;
  const tipped = [praise + tip, blame - tip, neutral, mixed];
  const best = tipped.indexOf(Math.max(...tipped));
  const polarity: Polarity = polarities[best] ?? 'neutral';
  const second = Math.max(...tipped.filter((_, index) => index !== best));
  const lean = squash(praise - blame + 2 * tip);
  return {
    polarity,
    score: polarity === 'positive' || polarity === 'negative' ? lean : Math.round(lean * 25) / 100 + 0,
    confidence: sureness((tipped[best] ?? 0) - second),
    basis: tip === 0 ? 'text' : 'text_and_stars',
  };
}

/** From a margin above 0 to 0.3 to 1. */
const sureness = (margin: number) => Math.round((0.3 + 0.7 * squash(margin)) * 100) / 100;

/** The phrases that found an aspect in a passage; without any, the passage itself with the sign of the verdict. */
function evidenceOf(aspect: AspectId, passage: Passage, polarity: Polarity): Evidence[] {
  const { clues, words } = passage;
  const own = clues.evidence.filter((item) => item.aspect === aspect);
  if (own.length > 0) return own;
  const value = polarity === 'positive' ? 1 : polarity === 'negative' ? -1 : 0;
  const all = clues.sentence.words;
  const range = { start: all[words[0] ?? 0]?.start ?? 0, end: all[words.at(-1) ?? 0]?.end ?? 0 };
  const clause = clues.sentence.clauses[words[0] ?? 0] ?? 0;
  return [{ aspect, value, sure: false, given: false, sentence: clues.number, clause, range: rangeOf(passage), words: range }];
}

/** The passages that lean the verdict's way; all of them for a neutral or mixed one, or where none does. */
function leaning(aspect: AspectId, passages: readonly Passage[], polarity: Polarity, model: Model): readonly Passage[] {
  const sign = polarity === 'positive' ? 1 : polarity === 'negative' ? -1 : 0;
  if (sign === 0) return passages;
  const speaking = passages.filter((passage) => sign * leanOf(aspect, passage, model) > 0);
  return speaking.length > 0 ? speaking : passages;
}

function leanOf(aspect: AspectId, passage: Passage, model: Model): number {
  const own = passage.clues.evidence.filter((item) => item.aspect === aspect);
  if (own.length > 0) return own.reduce((sum, { value }) => sum + value, 0);
  const [praise = 0, blame = 0] = scorePassages(aspect, [passage], model);
  return praise - blame;
}

/** Each range once, in the text's order. */
function toRanges(passages: readonly Passage[], speaking: readonly Passage[]): TextRange[] {
  const ranges = new Map((speaking.length > 0 ? speaking : passages).map((passage) => [rangeOf(passage).start, rangeOf(passage)]));
  return [...ranges.values()].sort((a, b) => a.start - b.start);
}
