import { type AspectId, type AspectVerdict, type Polarity, packAspects, type TextRange } from '../contract/insights.ts';
import type { Pack } from './aspects/pack.ts';
import { toAspectFeatures, toPolarityFeatures, toPresenceFeatures } from './model/features.ts';
import { type Calibration, learned, type Model, polarities, presenceOutputs, toProbability } from './model/model.ts';
import { sumUp, toLogOdds } from './model/weight-table.ts';
import type { GivenClause, OwnPhrases } from './own-phrases.ts';
import { aboutTheBusiness, textOf } from './text/attribution.ts';
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
 * A verdict is published from this probability of being right on. For home services it is one that is more likely right than not; other
 * businesses differ so much from each other that there only surer ones count.
 */
export const publishedFrom: Readonly<Record<Pack['name'], number>> = { home: 0.5, general: 0.65 };

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
export function findAspects(
  sentences: readonly Sentence[],
  { pack, stars, own, masked = [], model = learned() }: ReadingOptions,
): Finding[] {
  const clauses = aboutTheBusiness(toClauses(sentences), sentences).flatMap((clause) => withoutNames(clause, masked));
  const weighed = clauses.map((clause) => weigh(clause, clauses, model));
  return packAspects[pack].flatMap((aspect) => {
    const place = presenceOutputs.findIndex(([name, id]) => name === pack && id === aspect);
    const given = (own?.find(aspect, sentences) ?? []).filter(({ clause }) => clauses.some(({ start }) => start === clause.start));
    const judged = weighed
      .filter(({ presence }) => (presence[place] ?? 0) > JUDGES_FROM)
      .map((item) => concede(resent(judge(aspect, place, item, model), clauses), stars));
    if (given.length > 0) return [toGivenFinding(aspect, given, judged)];
    if (judged.length === 0) return [];
    return [decide(aspect, judged, { stars, mood: moodOf(weighed, judged) }, model.calibration[pack])];
  });
}

/** A clause without the words of names; none where nothing is left. */
function withoutNames(clause: Clause, masked: readonly TextRange[]): Clause[] {
  const words = clause.words.filter((word) => !masked.some(({ start, end }) => word.start < end && start < word.end));
  return words.length === 0 ? [] : [{ ...clause, words }];
}

/** The log-odds from which on a clause counts: what is published is decided by the confidence of the whole. */
const JUDGES_FROM = -1.2;

/** A clause with what the model says of it before it is asked about an aspect. */
interface Weighed {
  readonly clause: Clause;
  /** In the order of `presenceOutputs`. */
  readonly presence: readonly number[];
  /** What its words add up to of each polarity. */
  readonly sums: Float64Array;
  /** By how much it is praise rather than blame, of whatever. */
  readonly lean: number;
}

function weigh(clause: Clause, clauses: readonly Clause[], model: Model): Weighed {
  const context = clauses.filter((other) => other !== clause && other.sentence === clause.sentence);
  const sums = sumUp(model.polarity, toPolarityFeatures([clause], context));
  const presence = toLogOdds(model.presence, sumUp(model.presence, toPresenceFeatures(clause)));
  return { clause, presence, sums, lean: leanOf(toLogOdds(model.polarity, sums)) };
}

/** Whether a clause praises or blames an aspect, which has a place among the outputs. */
function judge(aspect: AspectId, place: number, { clause, presence, sums }: Weighed, { polarity }: Model): Judged {
  const scores = toLogOdds(polarity, sumUp(polarity, toAspectFeatures(aspect, [clause]), sums));
  return { clause, presence: presence[place] ?? 0, scores, polarity: polarities[indexOfHighest(scores)] ?? 'neutral' };
}

const HAPPY_FROM = 4;
/** "It isn't the cheapest hour you can buy". */
const CONCESSION = /\b(?:not|isnt|arent|wasnt|werent|never) (?:exactly |always |quite |necessarily )?the (?:\w+est|most \w+)\b/u;

/** In a review of four or five stars, what isn't the cheapest or the fastest is conceded, not criticized. */
function concede(item: Judged, stars: number | undefined): Judged {
  const isConcession = item.polarity === 'negative' && (stars ?? 0) >= HAPPY_FROM && CONCESSION.test(textOf(item.clause.words));
  if (!isConcession) return item;
  const [praise = 0, blame = 0, neutral = 0, mixed = 0] = item.scores;
  return { ...item, polarity: 'neutral', scores: [praise, neutral, blame, mixed] };
}

const NO_APOLOGY = /\b(?:nobody|no|not|never|didnt|without|none)\b.*\bapolog/u;

/** More than stars and the rest of the text can tip. */
const RESENTED = 8;

/** What nobody apologized for is no praise: "Check-in took forty minutes and nobody apologized". */
function resent(item: Judged, clauses: readonly Clause[]): Judged {
  const next = clauses[clauses.indexOf(item.clause) + 1];
  const goesOn = next?.sentence === item.clause.sentence && (next.joint === '' || next.joint === 'and') ? [...next.words] : [];
  if (!NO_APOLOGY.test(textOf([...item.clause.words, ...goesOn]))) return item;
  const [praise = 0, blame = 0, neutral = 0, mixed = 0] = item.scores;
  return { ...item, polarity: 'negative', scores: [Math.min(praise, blame) - RESENTED, Math.max(praise, blame), neutral, mixed] };
}

const indexOfHighest = (values: readonly number[]) => values.indexOf(Math.max(...values));

/** By how much praise exceeds blame in scores in the order of `polarities`. */
const leanOf = ([praise = 0, blame = 0]: readonly number[]) => praise - blame;

/** Where praise and blame are nearer than this, the stars tip. */
const OPEN = 3;
const STAR_WEIGHT = 0.8;
/** How much the mood of the rest of the text counts, wherever praise or blame leads. */
const MOOD_WEIGHT = 3;
/** As many clauses without praise and blame are added to a text, so that a single one makes no mood. */
const CALM_CLAUSES = 3;
/** What a clause must lead by to stand against another, and how much the lesser side must weigh of the greater to make a text mixed. */
const IN_EARNEST = 1.5;
const LEAST_SHARE_OF_MIXED = 0.6;

/** Whether what a text says besides is praise (to 1) or blame (to -1); near 0 where little is said. */
function moodOf(weighed: readonly Weighed[], judged: readonly Judged[]): number {
  const own = new Set(judged.map(({ clause }) => clause));
  const others = weighed.filter(({ clause }) => !own.has(clause));
  return others.reduce((sum, { lean }) => sum + squash(lean), 0) / (others.length + CALM_CLAUSES);
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
  const isEither = indexOfHighest(sums) < 2;
  const starTip = isEither && Math.abs(praise - blame) < OPEN && stars !== undefined ? STAR_WEIGHT * (stars - 3) : 0;
  const tip = starTip + (isEither ? MOOD_WEIGHT * mood : 0);
  const tipped = sums.map((sum, index) => sum + (index === 0 ? tip : index === 1 ? -tip : 0));
  const torn = isTorn(clear);
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

/** Whether clauses praise and blame in earnest, and neither far outweighs the other. */
function isTorn(judged: readonly Judged[]): boolean {
  const weights = ([0, 1] as const).map((side) => {
    const leaning = judged.map((item) => ({ ...item, lean: side === 0 ? leanOf(item.scores) : -leanOf(item.scores) }));
    const isEarnest = leaning.some(({ lean, scores }) => lean > IN_EARNEST && indexOfHighest(scores) === side);
    return isEarnest ? leaning.reduce((sum, { presence, lean }) => sum + Math.max(0, squash(lean)) * (1 + squash(presence)), 0) : 0;
  });
  const lesser = Math.min(...weights);
  return lesser > 0 && lesser >= LEAST_SHARE_OF_MIXED * Math.max(...weights);
}

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
