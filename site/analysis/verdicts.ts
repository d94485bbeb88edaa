import {
  type AspectId,
  type AspectVerdict,
  type PackName,
  type Polarity,
  packAspects,
  SIGNS,
  type TextRange,
  type VerdictPolarity,
} from '../contract/insights.ts';
import { CRITICAL_UP_TO } from '../contract/mention-stars.ts';
import { type FindOwnPhrases, failuresIn, speaksOfTheTrade } from './expressions.ts';
import { toAspectFeatures, toPolarityFeatures, toPresenceFeatures } from './model/features.ts';
import { type Calibration, learned, type Model, polarities, presenceOutputs, sumUp, toLogOdds, toProbability } from './model/model.ts';
import { type AsPublished, toPublished, UNHAPPY } from './published.ts';
import { aboutTheBusiness } from './text/attribution.ts';
import { type Clause, type Sentence, textOf, toClauses, toSentences } from './text/clauses.ts';
import { tokenize } from './text/tokens.ts';

/** A clause that judges an aspect. `start` and `end` are the clause's. */
export interface AnalyzedPassage extends TextRange {
  readonly aspect: AspectId;
  readonly polarity: Polarity;
}

export interface AnalysisOptions {
  readonly pack: PackName;
  /** 1 to 5. They only decide if the words don't. */
  readonly stars?: number | undefined;
  /** The business's own phrases. */
  readonly own?: FindOwnPhrases | undefined;
  /** Ranges of names that look like words ("Rude Hollow"), which are ignored. */
  readonly masked?: readonly TextRange[];
  readonly model?: Model;
}

/** Analyzes a text. Pure: the same text and options give the same result. */
export const readText = (text: string, options: AnalysisOptions) => readSentences(toSentences(tokenize(text), text), options);

/** Like `readText`, for sentences: a verdict for each aspect that they judge, and the passages behind them. */
export function readSentences(sentences: readonly Sentence[], options: AnalysisOptions) {
  const findings = toPublished(findAspects(sentences, options), options.pack, options.stars);
  return {
    verdicts: findings.map((finding) => toVerdict(finding, sentences)),
    passages: findings.flatMap(({ aspect, judged }) =>
      judged.map(({ clause, polarity }): AnalyzedPassage => ({ aspect, polarity, start: clause.start, end: clause.end })),
    ),
  };
}

/** An aspect with the clauses that judge it, before the minimum confidence is applied. */
export interface Finding {
  readonly aspect: AspectId;
  readonly polarity: Polarity;
  /** Praise (1) to criticism (-1). */
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

/** A clause with its scores, in the order of `polarities`. */
type Judged = ReturnType<typeof judge>;

/** Returns everything that a text may judge, in the order of the pack. */
export function findAspects(
  sentences: readonly Sentence[],
  { pack, stars, own, masked = [], model = learned() }: AnalysisOptions,
): Finding[] {
  const clauses = aboutTheBusiness(toClauses(sentences), sentences).flatMap((clause) => withoutNames(clause, masked));
  const isCritical = stars !== undefined && stars <= CRITICAL_UP_TO;
  const weighed = clauses.map((clause) => ({ ...weigh(clause, clauses, model), failures: isCritical ? failuresIn(clause, pack) : [] }));
  return packAspects[pack].flatMap((aspect) => {
    const place = presenceOutputs.findIndex(([name, id]) => name === pack && id === aspect);
    const given = own?.(aspect, clauses, sentences) ?? [];
    const judged = weighed.flatMap((item) => {
      if (item.failures.includes(aspect)) return [toFailure(judge(aspect, place, item, model))];
      if (speaksOfTheTrade(item.clause, aspect, pack)) return [];
      return (item.presence[place] ?? 0) > JUDGES_FROM ? [reconsider(judge(aspect, place, item, model), clauses, stars)] : [];
    });
    if (given.length > 0) return [toGivenFinding(aspect, given, judged)];
    if (judged.length === 0) return [];
    return [decide(aspect, judged, { stars, rest: restOf(weighed, judged) }, model.calibration[pack])];
  });
}

/** Removes the words of names from a clause; returns nothing if no words are left. */
function withoutNames(clause: Clause, masked: readonly TextRange[]): Clause[] {
  const words = clause.words.filter((word) => !masked.some(({ start, end }) => word.start < end && start < word.end));
  return words.length === 0 ? [] : [{ ...clause, words }];
}

/** The minimum log-odds of a clause. The confidence of the verdict decides what is published. */
const JUDGES_FROM = -1.2;

/**
 * Adds to a clause the model's scores that don't depend on an aspect: presence in the order of `presenceOutputs`, the sums of its words for
 * each polarity, and how much it leans to praise (above 0) or criticism, of any aspect.
 */
function weigh(clause: Clause, clauses: readonly Clause[], model: Model) {
  const context = clauses.filter((other) => other !== clause && other.sentence === clause.sentence);
  const sums = sumUp(model.polarity, toPolarityFeatures([clause], context));
  const presence = toLogOdds(model.presence, sumUp(model.presence, toPresenceFeatures(clause)));
  return { clause, presence, sums, lean: leanOf(toLogOdds(model.polarity, sums)) };
}
type Weighed = ReturnType<typeof weigh>;

/** Decides whether a clause praises or criticizes an aspect. */
function judge(aspect: AspectId, place: number, { clause, presence, sums }: Weighed, { polarity }: Model) {
  const scores = toLogOdds(polarity, sumUp(polarity, toAspectFeatures(aspect, [clause]), sums));
  const best: Polarity = polarities[indexOfHighest(scores)] ?? 'neutral';
  return { clause, presence: presence[place] ?? 0, scores, polarity: best };
}

const HAPPY_FROM = 4;
/** "It isn't the cheapest hour you can buy". */
const CONCESSION = /\b(?:not|isnt|arent|wasnt|werent|never) (?:exactly |always |quite |necessarily )?the (?:\w+est|most \w+)\b/u;
const NO_APOLOGY = /\b(?:nobody|no|not|never|didnt|without|none)\b.*\bapolog/u;
/** More than the stars and the rest of the text can outweigh. */
const RESENTED = 8;

/**
 * Corrects what the model can't see in a clause: "Check-in took forty minutes and nobody apologized" isn't praise, and in a review with
 * four or five stars "not the cheapest" isn't criticism.
 */
function reconsider(item: Judged, clauses: readonly Clause[], stars: number | undefined): Judged {
  const { clause, polarity } = item;
  const [praise = 0, blame = 0, neutral = 0, mixed = 0] = item.scores;
  const next = clauses[clauses.indexOf(clause) + 1];
  const goesOn = next?.sentence === clause.sentence && (next.joint === '' || next.joint === 'and') ? next.words : [];
  if (NO_APOLOGY.test(textOf([...clause.words, ...goesOn]))) {
    return { ...item, polarity: 'negative', scores: [Math.min(praise, blame) - RESENTED, Math.max(praise, blame), neutral, mixed] };
  }
  const isConceded = polarity === 'negative' && (stars ?? 0) >= HAPPY_FROM && CONCESSION.test(textOf(clause.words));
  return isConceded ? { ...item, polarity: 'neutral', scores: [praise, neutral, blame, mixed] } : item;
}

/** A clause that tells in a critical review what went wrong: certainly about the aspect, and criticism. */
const toFailure = (item: Judged): Judged => ({
  ...item,
  presence: Math.max(item.presence, CLEAR),
  polarity: 'negative',
  scores: [-CLEAR, CLEAR, 0, 0],
});
const CLEAR = 3;

const indexOfHighest = (values: readonly number[]) => values.indexOf(Math.max(...values));

/** How far praise exceeds criticism, for scores in the order of `polarities`. */
const leanOf = ([praise = 0, blame = 0]: readonly number[]) => praise - blame;

/** If praise and criticism are closer than this, the stars decide. */
const OPEN = 3;
const STAR_WEIGHT = 0.8;
/** The same in reviews with one or two stars. */
const UNHAPPY_STAR_WEIGHT = 1.2;
/** The weight of the sentiment of the rest of the text. */
const REST_WEIGHT = 3;
/** Neutral clauses added to each text, so a single clause can't set the sentiment of the rest. */
const CALM_CLAUSES = 3;
/** For a mixed verdict: the minimum lean of the clearest clause on each side, and the minimum share of the weaker side. */
const IN_EARNEST = 1.5;
const LEAST_SHARE_OF_MIXED = 0.6;

/** The sentiment of the rest of the text, from praise (1) to criticism (-1); near 0 if it says little. */
function restOf(weighed: readonly Weighed[], judged: readonly Judged[]): number {
  const own = new Set(judged.map(({ clause }) => clause));
  const others = weighed.filter(({ clause }) => !own.has(clause));
  return others.reduce((sum, { lean }) => sum + squash(lean), 0) / (others.length + CALM_CLAUSES);
}

/** Combines the clauses that judge an aspect most clearly into one finding. */
function decide(
  aspect: AspectId,
  judged: readonly Judged[],
  { stars, rest }: { readonly stars: number | undefined; readonly rest: number },
  [bias, presenceWeight, leadWeight]: Calibration,
): Finding {
  const presence = Math.max(...judged.map((item) => item.presence));
  const clear = judged.filter((item) => item.presence > Math.min(0, presence - 1));
  const sums = polarities.map((_, index) => clear.reduce((sum, { scores }) => sum + (scores[index] ?? 0), 0) / clear.length);
  const [praise = 0, blame = 0] = sums;
  const isEither = indexOfHighest(sums) < 2;
  const starWeight = (stars ?? 0) <= UNHAPPY ? UNHAPPY_STAR_WEIGHT : STAR_WEIGHT;
  const starTip = isEither && Math.abs(praise - blame) < OPEN && stars !== undefined ? starWeight * (stars - 3) : 0;
  const tip = starTip + (isEither ? REST_WEIGHT * rest : 0);
  const tipped = sums.map((sum, index) => sum + (index === 0 ? tip : index === 1 ? -tip : 0));
  const isConflicting = areConflicting(clear);
  const best = isConflicting ? polarities.indexOf('mixed') : indexOfHighest(tipped);
  const polarity = polarities[best] ?? 'neutral';
  const lead = isConflicting ? 0 : (tipped[best] ?? 0) - Math.max(...tipped.filter((_, index) => index !== best));
  return {
    aspect,
    polarity,
    score: toScore(polarity, squash(praise - blame + 2 * tip)),
    basis: starTip === 0 || isConflicting ? 'text' : 'text_and_stars',
    presence,
    lead: Math.round(lead * 1000) / 1000,
    confidence: toProbability(bias + presenceWeight * presence + leadWeight * lead),
    judged: clear,
  };
}

/** -1 to 1, two decimals. The sign of a clear verdict matches its polarity; others are near 0. */
function toScore(polarity: Polarity, lean: number): number {
  const part = polarity === 'positive' ? Math.max(0, lean) : polarity === 'negative' ? Math.min(0, lean) : lean / 4;
  return Math.round(part * 100) / 100 + 0;
}

/** Whether clauses both praise and criticize, with similar weight. */
function areConflicting(judged: readonly Judged[]): boolean {
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

/** Phrases of the business take precedence over the model. For a topic, the model decides the polarity. */
function toGivenFinding(aspect: AspectId, given: ReturnType<FindOwnPhrases>, judged: readonly Judged[]): Finding {
  const own = given.map(({ clause, polarity }) => {
    const read = judged.find((item) => item.clause.start === clause.start)?.polarity;
    return { clause, presence: 0, polarity: polarity ?? read ?? 'neutral', scores: [] };
  });
  const polarity = joinPolarities(own.map((item) => item.polarity)) ?? 'neutral';
  return { aspect, polarity, score: SIGNS[polarity], basis: 'text', presence: 0, lead: 0, confidence: 1, judged: own };
}

/** Combines verdicts on the same thing from several places; undefined without any. An unclear one outweighs praise, and criticism an unclear one. */
export function joinPolarities(polarities: readonly Polarity[]): Polarity | undefined;
export function joinPolarities(polarities: readonly VerdictPolarity[]): VerdictPolarity | undefined;
export function joinPolarities(polarities: readonly VerdictPolarity[]): VerdictPolarity | undefined {
  const has = (wanted: VerdictPolarity) => polarities.includes(wanted);
  if (has('mixed') || (has('positive') && has('negative'))) return 'mixed';
  return (['negative', 'unclear', 'positive', 'neutral'] as const).find(has);
}

const LONGEST_QUOTE = 160;

function toVerdict(
  { aspect, polarity, score, confidence, basis, judged }: AsPublished<Finding>,
  sentences: readonly Sentence[],
): AspectVerdict {
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

/** The range to quote: the sentence, or only the clause if the sentence is long. */
function rangeOf({ sentence, start, end }: Clause, sentences: readonly Sentence[]): TextRange {
  const whole = sentences[sentence];
  return whole && whole.end - whole.start <= LONGEST_QUOTE ? { start: whole.start, end: whole.end } : { start, end };
}
