import { type AspectId, type AspectVerdict, type Polarity, packAspects, type TextRange } from '../contract/insights.ts';
import type { Pack } from './aspects/pack.ts';
import { toPolarityFeatures, toPresenceFeatures } from './model/features.ts';
import { type Calibration, learned, type Model, polarities, presenceOutputs, toProbability } from './model/model.ts';
import { weigh } from './model/weight-table.ts';
import type { GivenClause, OwnPhrases } from './own-phrases.ts';
import { type Clause, toClauses } from './text/clauses.ts';
import { type Sentence, toSentences } from './text/sentences.ts';
import { tokenize } from './text/tokens.ts';

/** A clause that judges an aspect. `start` and `end` are the clause's. */
export interface Passage extends TextRange {
  readonly aspect: AspectId;
  readonly polarity: Polarity;
  /** The number of its sentence. */
  readonly sentence: number;
}

/** What a text says: a verdict for each aspect that it judges, and the passages behind them. */
export interface Reading {
  readonly verdicts: readonly AspectVerdict[];
  readonly passages: readonly Passage[];
}

/** How a text is read. */
export interface ReadingOptions {
  readonly pack: Pack['name'];
  /** 1 to 5: they tip only what the words leave open. */
  readonly stars?: number | undefined;
  /** Phrases of the business's own. */
  readonly own?: OwnPhrases | undefined;
  /** Names that may look like words ("Rude Hollow"): not read. */
  readonly masked?: readonly TextRange[];
  readonly model?: Model;
}

/**
 * A verdict is published from this probability of being right on. For home services it is where most is both found and right; other
 * businesses differ so much from each other that there only sure verdicts count.
 */
export const publishedFrom: Readonly<Record<Pack['name'], number>> = { home: 0.35, general: 0.65 };

/** Reads a text. Pure: the same text and options give the same reading. */
export const readText = (text: string, options: ReadingOptions): Reading => readSentences(toSentences(tokenize(text), text), options);

/** As `readText`, of sentences. */
export function readSentences(sentences: readonly Sentence[], options: ReadingOptions): Reading {
  const findings = findAspects(sentences, options).filter(({ confidence }) => confidence >= publishedFrom[options.pack]);
  return {
    verdicts: findings.map((finding) => toVerdict(finding, sentences)),
    passages: findings.flatMap(({ aspect, judged }) =>
      judged.map(({ clause, polarity }) => ({ aspect, polarity, sentence: clause.sentence, start: clause.start, end: clause.end })),
    ),
  };
}

/** An aspect with the clauses that judge it, before it is decided whether it is sure enough. */
export interface Finding {
  readonly aspect: AspectId;
  readonly polarity: Polarity;
  /** Praise against blame, -1 to 1. */
  readonly score: number;
  readonly basis: AspectVerdict['basis'];
  /** The log-odds of the clause that judges it most clearly. */
  readonly presence: number;
  /** By how much its polarity leads the next one. */
  readonly lead: number;
  /** The calibrated probability that aspect and polarity are right. */
  readonly confidence: number;
  readonly judged: readonly Judged[];
}

interface Judged {
  readonly clause: Clause;
  readonly presence: number;
  readonly polarity: Polarity;
  /** In the order of `polarities`. */
  readonly scores: readonly number[];
}

/** All that a text may judge, in the order of the pack. */
export function findAspects(sentences: readonly Sentence[], { pack, stars, own, masked = [], model = learned }: ReadingOptions): Finding[] {
  const clauses = toClauses(sentences).flatMap((clause) => withoutNames(clause, masked));
  const weighed = clauses.map((clause) => ({ clause, scores: weigh(model.presence, toPresenceFeatures(clause)) }));
  const found = packAspects[pack].map((aspect) => {
    const place = presenceOutputs.findIndex(([name, id]) => name === pack && id === aspect);
    const given = own?.find(aspect, sentences) ?? [];
    const judging = weighed
      .map(({ clause, scores }) => ({ clause, presence: scores[place] ?? 0 }))
      .filter(({ presence }) => presence > JUDGES_FROM);
    return { aspect, given, judged: judging.map((item) => ({ ...item, ...judge(aspect, item.clause, clauses, model) })) };
  });
  return found.flatMap(({ aspect, given, judged }) => {
    if (given.length > 0) return [toGivenFinding(aspect, given, judged)];
    if (judged.length === 0) return [];
    const others = found.filter((other) => other.aspect !== aspect).flatMap((other) => other.judged);
    return [decide(aspect, judged, { stars, mood: moodOf(others) }, model.calibration[pack])];
  });
}

/** A clause without the words of names; none where nothing is left. */
function withoutNames(clause: Clause, masked: readonly TextRange[]): Clause[] {
  const words = clause.words.filter((word) => !masked.some(({ start, end }) => word.start < end && start < word.end));
  return words.length === 0 ? [] : [{ ...clause, words }];
}

/** The log-odds from which on a clause counts: what is published is decided by the confidence of the whole. */
const JUDGES_FROM = -1.2;

function judge(aspect: AspectId, clause: Clause, clauses: readonly Clause[], model: Model) {
  const context = clauses.filter((other) => other !== clause && other.sentence === clause.sentence);
  const scores = weigh(model.polarity, toPolarityFeatures(aspect, [clause], context));
  return { scores, polarity: polarities[indexOfHighest(scores)] ?? 'neutral' };
}

const indexOfHighest = (values: readonly number[]) => values.indexOf(Math.max(...values));

/** Where praise and blame are nearer than this, the stars and the mood of the rest of the text tip. */
const OPEN = 1.5;
const STAR_WEIGHT = 0.4;
const MOOD_WEIGHT = 0.8;
/** What a clause must lead by to stand against another. */
const IN_EARNEST = 1.5;

/** Whether what a text says of other aspects is praise (to 1) or blame (to -1); near 0 where little is said. */
function moodOf(others: readonly Judged[]): number {
  const clear = others.filter(({ presence }) => presence > 0);
  const sum = clear.reduce((total, { scores }) => total + squash((scores[0] ?? 0) - (scores[1] ?? 0)), 0);
  return sum / (clear.length + 1);
}

/** One verdict from all clauses that judge an aspect, the clearest ones foremost. */
function decide(
  aspect: AspectId,
  judged: readonly Judged[],
  { stars, mood }: { readonly stars: number | undefined; readonly mood: number },
  [bias, presenceWeight, leadWeight]: Calibration,
): Finding {
  const presence = Math.max(...judged.map((item) => item.presence));
  const clear = judged.filter((item) => item.presence > Math.min(0, presence - 1));
  const sums = polarities.map((_, index) => clear.reduce((sum, { scores }) => sum + (scores[index] ?? 0), 0) / clear.length);
  const [praise = 0, blame = 0] = sums;
  const isOpen = Math.abs(praise - blame) < OPEN && indexOfHighest(sums) < 2;
  const starTip = isOpen && stars !== undefined ? STAR_WEIGHT * (stars - 3) : 0;
  const tip = starTip + (isOpen ? MOOD_WEIGHT * mood : 0);
  const tipped = sums.map((sum, index) => sum + (index === 0 ? tip : index === 1 ? -tip : 0));
  const torn = leads(clear, 0) && leads(clear, 1);
  const best = torn ? polarities.indexOf('mixed') : indexOfHighest(tipped);
  const polarity = polarities[best] ?? 'neutral';
  const lead = torn ? 0 : (tipped[best] ?? 0) - Math.max(...tipped.filter((_, index) => index !== best));
  return {
    aspect,
    polarity,
    score: toScore(polarity, squash(praise - blame + 2 * tip)),
    basis: starTip === 0 || torn ? 'text' : 'text_and_stars',
    presence,
    lead: Math.round(lead * 1000) / 1000,
    confidence: toProbability(bias + presenceWeight * presence + leadWeight * lead),
    judged: clear,
  };
}

/** -1 to 1, two decimals: that of a clear verdict never against its polarity, that of another near 0. */
function toScore(polarity: Polarity, lean: number): number {
  const part = polarity === 'positive' ? Math.max(0, lean) : polarity === 'negative' ? Math.min(0, lean) : lean / 4;
  return Math.round(part * 100) / 100 + 0;
}

/** Whether some clause leans one way in earnest: 0 is praise, 1 blame. */
const leads = (judged: readonly Judged[], side: 0 | 1) =>
  judged.some(({ scores }) => (scores[side] ?? 0) - (scores[1 - side] ?? 0) > IN_EARNEST && indexOfHighest(scores) === side);

/** From any number to -1..1. Square roots are exact on every machine. */
const squash = (value: number) => value / Math.sqrt(value * value + 4);

const GIVEN_LEAD = 2;

/** What phrases of the business say stands above what was learned; of a topic, what is learned says the polarity. */
function toGivenFinding(aspect: AspectId, given: readonly GivenClause[], judged: readonly Judged[]): Finding {
  const own = given.map(({ clause, polarity }) => {
    const read = judged.find((item) => item.clause.start === clause.start)?.polarity;
    return { clause, presence: GIVEN_LEAD, polarity: polarity ?? read ?? 'neutral', scores: [] };
  });
  const said = new Set(own.map(({ polarity }) => polarity));
  const torn = said.has('mixed') || (said.has('positive') && said.has('negative'));
  const polarity = torn ? 'mixed' : (polarities.find((wanted) => said.has(wanted)) ?? 'neutral');
  const score = toScore(polarity, polarity === 'positive' ? 1 : polarity === 'negative' ? -1 : 0);
  return { aspect, polarity, score, basis: 'text', presence: GIVEN_LEAD, lead: GIVEN_LEAD, confidence: 1, judged: own };
}

const LONGEST_QUOTE = 160;

function toVerdict({ aspect, polarity, score, confidence, basis, judged }: Finding, sentences: readonly Sentence[]): AspectVerdict {
  const leaning = judged.filter((item) => item.polarity === polarity);
  const ranges = new Map(
    (leaning.length > 0 ? leaning : judged).map(({ clause }) => rangeOf(clause, sentences)).map((range) => [range.start, range]),
  );
  return {
    id: aspect,
    polarity,
    score,
    confidence,
    basis,
    source: 'engine',
    ranges: [...ranges.values()].sort((a, b) => a.start - b.start),
  };
}

/** What is quoted of a clause: its sentence, or of a long one the clause. */
function rangeOf({ sentence, start, end }: Clause, sentences: readonly Sentence[]): TextRange {
  const whole = sentences[sentence];
  return whole && whole.end - whole.start <= LONGEST_QUOTE ? { start: whole.start, end: whole.end } : { start, end };
}
