import type { AnalysedReview } from '../analysis/analyse-review.ts';
import { taxonomy } from '../analysis/lexicon/aspects/taxonomy.ts';
import { mean } from '../content/dataset.ts';
import {
  type AspectId,
  type AspectInsight,
  type AspectVerdict,
  aspectIds,
  type Polarity,
  type Quote,
  type TextRange,
} from '../contract/insights.ts';
import { byCodeUnits, percentOf, scoreOf, shares, tally, wilsonInterval } from './counts.ts';
import { pickQuotes, toQuote } from './quotes.ts';
import { toTrend } from './trend.ts';

const EXAMPLES = 5;
const QUOTES_EACH = 3;
const PHRASES = 8;

interface Mention {
  readonly from: AnalysedReview;
  readonly verdict: AspectVerdict;
}

/** All nine aspects over the analysed reviews (newest first), each review counted once per aspect. */
export function toAspects(reviews: readonly AnalysedReview[]): AspectInsight[] {
  const read = reviews.filter(({ insight }) => insight.analysed);
  return aspectIds.map((id) => toAspect(id, mentionsOf(id, read), read.length));
}

function mentionsOf(id: AspectId, reviews: readonly AnalysedReview[]): Mention[] {
  return reviews.flatMap((from) => from.insight.aspects.filter((verdict) => verdict.id === id).map((verdict) => ({ from, verdict })));
}

function toAspect(id: AspectId, mentions: readonly Mention[], readCount: number): AspectInsight {
  const counts = tally(mentions.map(({ verdict }) => verdict.polarity));
  const phrases = toPhrases(id, mentions);
  const dated = mentions.map(({ from, verdict }) => ({ date: from.review.date, polarity: verdict.polarity }));
  return {
    id,
    label: taxonomy[id].label,
    mention_count: mentions.length,
    ...counts,
    ...shares(counts),
    mention_pct: percentOf(mentions.length, readCount),
    rating_value: mean(mentions.map(({ from }) => from.review.rating)),
    score: scoreOf(counts),
    negative_interval: wilsonInterval(counts.negative_count, mentions.length),
    trend: toTrend(dated),
    top_phrases: phrases.map(({ text }) => text),
    phrases,
    quotes: pickQuotes(quotesByClarity(mentions), QUOTES_EACH),
    verdicts_from_text: mentions.filter(({ verdict }) => verdict.basis === 'text').length,
    verdicts_with_stars: mentions.filter(({ verdict }) => verdict.basis !== 'text').length,
    example_review_ids: mentions.slice(0, EXAMPLES).map(({ from }) => from.review.id),
  };
}

const ENOUGH_WORDS = 25;

/** A passage that begins like a sentence and says enough to be read alone. */
function isWhole({ from }: Mention, { start, end }: TextRange): boolean {
  const text = (from.review.text ?? '').slice(start, end);
  return text.length >= ENOUGH_WORDS && /^[\p{Lu}\d$“"]/u.test(text);
}

/** Passages with a phrase first, of them whole sentences, then the clearest; among equals the newest. */
function quotesByClarity(mentions: readonly Mention[]): Quote[] {
  const ranked = mentions.flatMap((mention, age) => {
    const range = plainestRange(mention);
    return range ? [{ ...mention, range, age, rank: rankOf(mention, range) }] : [];
  });
  ranked.sort((a, b) => a.rank - b.rank || b.verdict.confidence - a.verdict.confidence || a.age - b.age);
  return ranked.flatMap(({ from, verdict, range }) => toQuote(from.review, range, verdict.polarity) ?? []);
}

/** Of a verdict's passages the first in which a phrase says it plainly, else the first. */
const plainestRange = (mention: Mention) => mention.verdict.ranges.find((range) => isPlain(mention, range)) ?? mention.verdict.ranges[0];

/** Whether a phrase says in a passage what the verdict says; weights alone find more, and err more. */
function isPlain({ from, verdict }: Mention, { start, end }: TextRange): boolean {
  const sign = verdict.polarity === 'positive' ? 1 : verdict.polarity === 'negative' ? -1 : 0;
  const own = from.analysis.evidence.filter(({ aspect, words }) => aspect === verdict.id && start <= words.start && words.end <= end);
  return own.some(({ sure, value }) => sure && (verdict.polarity === 'mixed' || Math.sign(value) === sign));
}

const rankOf = (mention: Mention, range: TextRange) => (isWhole(mention, range) ? 0 : 1) + (isPlain(mention, range) ? 0 : 2);

/** The words that carried verdicts of their polarity, folded to lower case, with the reviews that use them. */
function toPhrases(id: AspectId, mentions: readonly Mention[]): AspectInsight['phrases'] {
  const found = new Map<string, { text: string; polarity: Polarity; count: number }>();
  for (const { from, verdict } of mentions) {
    for (const text of new Set(carryingWords(id, from, verdict.polarity))) {
      const key = `${verdict.polarity} ${text}`;
      const known = found.get(key) ?? { text, polarity: verdict.polarity, count: 0 };
      found.set(key, { ...known, count: known.count + 1 });
    }
  }
  return [...found.values()]
    .sort((a, b) => b.count - a.count || byCodeUnits(a.text, b.text))
    .slice(0, PHRASES)
    .map(({ text, count, polarity }) => ({ text, count, polarity }));
}

const LONGEST_WORDS = 4;

function carryingWords(id: AspectId, { analysis, review }: AnalysedReview, polarity: Polarity): string[] {
  const sign = polarity === 'positive' ? 1 : polarity === 'negative' ? -1 : 0;
  return analysis.evidence
    .filter((item) => item.aspect === id && item.sure && (sign === 0 ? item.value === 0 : item.value * sign > 0))
    .map(({ words }) => (review.text ?? '').slice(words.start, words.end).toLowerCase().replace(/[’`]/g, "'").replace(/\s+/g, ' '))
    .filter((text) => text.split(' ').length <= LONGEST_WORDS);
}
