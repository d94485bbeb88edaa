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
import { keyPhraseOf } from './key-phrases.ts';
import { findProblems } from './problems.ts';
import { aboutTheBusiness } from './text/attribution.ts';
import { toClauses, toSentences } from './text/clauses.ts';
import { guessLanguage, primaryLanguage } from './text/language.ts';
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
    const clauses = toClauses(sentences);
    const ours = new Set(aboutTheBusiness(clauses, sentences).map(({ sentence }) => sentence));
    const phraseOf = ({ start, aspect }: AnalyzedPassage) => {
      const clause = clauses.find((one) => one.start === start);
      return (clause && keyPhraseOf(text, clause, aspect)) ?? null;
    };
    return {
      language,
      verdicts,
      passages: passages.map((passage) => ({ ...passage, phrase: phraseOf(passage) })),
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
