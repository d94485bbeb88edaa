import type { Polarity, Topic } from '../contract/insights.ts';
import { type Dataset, mean } from '../dataset/dataset.ts';
import type { AnalysedReview } from './analysis.ts';
import { byCodeUnits, scoreOf, tally } from './counts.ts';
import { emptyWords, fillerWords } from './lexicon/stop-words.ts';
import { ownWords } from './lexicon/words.ts';
import { foldWord, type Token, tokenize } from './reading/tokens.ts';

const EXAMPLES = 5;
const LARGEST = 12;
const FEWEST_PHRASE = 3;
const FEWEST_WORD = 5;
const ABSORBED = 0.6;

interface Candidate {
  readonly phrase: string;
  readonly length: number;
  readonly reviews: readonly AnalysedReview[];
}

/**
 * Key phrases of one to three words: used in at least three reviews (single words: five), ending in a word with content,
 * without praise as such, without names of the business, its people, its areas or the authors. Most reviews first, longer
 * ones ahead of their parts.
 */
export function toTopics(dataset: Dataset, reviews: readonly AnalysedReview[]): Topic[] {
  const barred = barredWords(dataset);
  const users = new Map<string, AnalysedReview[]>();
  for (const reviewed of reviews.filter(({ insight }) => insight.analysed)) {
    for (const phrase of phrasesOf(reviewed.review.text ?? '', barred)) {
      const known = users.get(phrase);
      if (known) known.push(reviewed);
      else users.set(phrase, [reviewed]);
    }
  }
  const candidates = [...users]
    .map(([phrase, own]) => ({ phrase, length: phrase.split(' ').length, reviews: own }))
    .filter(({ length, reviews: own }) => own.length >= (length === 1 ? FEWEST_WORD : FEWEST_PHRASE));
  return withoutParts(candidates).sort(mostTelling).slice(0, LARGEST).map(toTopic);
}

function barredWords({ business, catalogue, reviews }: Dataset): ReadonlySet<string> {
  const people = catalogue.filter(({ kind }) => kind !== 'services').flatMap(({ name, aliases }) => [name, ...aliases]);
  const authors = reviews.map(({ author }) => author);
  const names = [business.name, business.address?.locality ?? '', ...people, ...authors];
  return new Set(names.flatMap((name) => name.split(/[^\p{L}\p{M}'’]+/u)).map(foldWord));
}

/** The distinct phrases of a text, singular and plural as one. */
function phrasesOf(text: string, barred: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const tokens = tokenize(text);
  for (const [index] of tokens.entries()) {
    for (const length of [1, 2, 3]) {
      const words = tokens.slice(index, index + length);
      if (words.length === length && isPhrase(words, barred)) found.add(words.map(({ word }) => singular(word)).join(' '));
    }
  }
  return found;
}

function isPhrase(words: readonly Token[], barred: ReadonlySet<string>): boolean {
  if (words.some(({ kind, word }) => kind !== 'word' || barred.has(word) || /[\n.]/.test(word))) return false;
  const first = words[0]?.word ?? '';
  const last = words.at(-1)?.word ?? '';
  const telling = (word: string) => !emptyWords.has(word) && !emptyWords.has(singular(word)) && word.length > 2;
  if (words.length === 1) return telling(first) && !fillerWords.has(first) && !ownWords.get(first);
  return telling(first) && telling(last) && !fillerWords.has(last) && !ownWords.get(last) && !ownWords.get(first);
}

const singular = (word: string) => (/[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word);

/** Drops a phrase where a longer one that contains it takes most of its reviews. */
function withoutParts(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(
    (part) =>
      !candidates.some(
        (whole) =>
          whole.length > part.length &&
          ` ${whole.phrase} `.includes(` ${part.phrase} `) &&
          whole.reviews.length >= ABSORBED * part.reviews.length,
      ),
  );
}

/** Longer phrases say more: each word beyond the first counts half a review more for each two reviews. */
function mostTelling(a: Candidate, b: Candidate): number {
  const weight = ({ length, reviews }: Candidate) => reviews.length * (1 + 0.5 * (length - 1));
  return weight(b) - weight(a) || byCodeUnits(a.phrase, b.phrase);
}

const CLEARLY = 0.3;

function toTopic({ phrase, reviews }: Candidate): Topic {
  const counts = tally(reviews.map(({ insight }) => insight.sentiment.polarity));
  const score = scoreOf(counts);
  const torn = counts.positive_count > 0 && counts.negative_count > 0 && Math.abs(score) < CLEARLY;
  const polarity: Polarity = torn ? 'mixed' : score >= CLEARLY ? 'positive' : score <= -CLEARLY ? 'negative' : 'neutral';
  return {
    phrase,
    mention_count: reviews.length,
    rating_value: mean(reviews.map(({ review }) => review.rating)),
    ...counts,
    score,
    polarity,
    example_review_ids: reviews.slice(0, EXAMPLES).map(({ review }) => review.id),
  };
}
