import type { AnalysedReview } from '../analysis/analyse-review.ts';
import { wordClasses } from '../analysis/lexicon/classes.ts';
import { emptyWords, fillerWords, joints } from '../analysis/lexicon/stop-words.ts';
import { ownWords } from '../analysis/lexicon/words.ts';
import { stem } from '../analysis/text/stems.ts';
import { foldWord, type Token, tokenize } from '../analysis/text/tokens.ts';
import { type Dataset, mean } from '../content/dataset.ts';
import type { Polarity, Topic } from '../contract/insights.ts';
import { byCodeUnits, scoreOf, tally } from './counts.ts';

const EXAMPLES = 5;
const LARGEST = 12;
const HALF = LARGEST / 2;
const LONGEST = 4;
const ABSORBED = 0.5;
const FEWEST_WORD = 5;

const amounts = new Set(['num', 'unit', 'day'].flatMap((name) => wordClasses[name] ?? []));

interface Candidate {
  /** The stems of its words, which inflections and articles share. */
  readonly key: string;
  readonly words: number;
  /** The ways it is written, with how often. */
  readonly forms: ReadonlyMap<string, number>;
  readonly reviews: readonly AnalysedReview[];
}

/** How many reviews must use a phrase: two, and from 300 on one in a hundred. */
const fewestFor = (reviewCount: number) => Math.max(2, Math.floor(reviewCount / 100));

/**
 * Key phrases, at most twelve: two words with content and what stands between them ("answered the phone"), in any inflection, written
 * as most customers write them; and single words that aren't mostly part of one of them. Six of each at most, where there are
 * enough of both. Without praise as such, without names of the business, its people, its areas or the authors. Most reviews first.
 */
export function toTopics(dataset: Dataset, reviews: readonly AnalysedReview[]): Topic[] {
  const barred = barredWords(dataset);
  const read = reviews.filter(({ insight }) => insight.analysed);
  const found = new Map<string, { words: number; forms: Map<string, number>; reviews: AnalysedReview[] }>();
  for (const reviewed of read) {
    for (const [key, { words, form }] of phrasesOf(reviewed.review.text ?? '', barred)) {
      const known = found.get(key) ?? { words, forms: new Map<string, number>(), reviews: [] };
      found.set(key, known);
      known.reviews.push(reviewed);
      known.forms.set(form, (known.forms.get(form) ?? 0) + 1);
    }
  }
  const candidates: Candidate[] = [...found].map(([key, candidate]) => ({ key, ...candidate }));
  const fewest = fewestFor(read.length);
  const phrases = candidates.filter(({ words, reviews: own }) => words > 1 && own.length >= fewest).sort(mostUsed);
  const single = candidates.filter(({ words, reviews: own }) => words === 1 && own.length >= Math.max(FEWEST_WORD, fewest)).sort(mostUsed);
  const kept = phrases.slice(0, LARGEST);
  const fresh = single.filter((word) => !kept.some((phrase) => isPartOf(word, phrase)));
  const shown = [...kept.slice(0, Math.max(HALF, LARGEST - fresh.length)), ...fresh.slice(0, Math.max(HALF, LARGEST - kept.length))];
  return shown.sort(mostUsed).map(toTopic);
}

/** Whether a word stands in a phrase, and most of the reviews that use it use the phrase. */
const isPartOf = (word: Candidate, phrase: Candidate) =>
  phrase.key.split(' ').includes(word.key) && phrase.reviews.length >= ABSORBED * word.reviews.length;

const mostUsed = (a: Candidate, b: Candidate) => b.reviews.length - a.reviews.length || byCodeUnits(a.key, b.key);

function barredWords({ business, catalogue, reviews }: Dataset): ReadonlySet<string> {
  const people = catalogue.filter(({ kind }) => kind !== 'services').flatMap(({ name, aliases }) => [name, ...aliases]);
  const authors = reviews.map(({ author }) => author);
  const names = [business.name, business.address?.locality ?? '', ...people, ...authors];
  return new Set(names.flatMap((name) => name.split(/[^\p{L}\p{M}'’]+/u)).map(foldWord));
}

/** The distinct phrases of a text by key: how many words with content they have, and how they are written there first. */
function phrasesOf(text: string, barred: ReadonlySet<string>): Map<string, { words: number; form: string }> {
  const found = new Map<string, { words: number; form: string }>();
  const tokens = tokenize(text);
  for (const [index, token] of tokens.entries()) {
    if (!isTelling(token, barred)) continue;
    const key = stem(token.word);
    if (!fillerWords.has(token.word) && !found.has(key)) found.set(key, { words: 1, form: token.word });
    const end = nextTelling(tokens, index, barred);
    const second = tokens[end];
    if (!second || (fillerWords.has(token.word) && fillerWords.has(second.word))) continue;
    const both = `${key} ${stem(second.word)}`;
    const form = tokens.slice(index, end + 1).map(({ word }) => word);
    if (key !== stem(second.word) && !found.has(both)) found.set(both, { words: 2, form: form.join(' ') });
  }
  return found;
}

/** The place of the next word with content, with nothing but articles and the like before it; -1 where there is none. */
function nextTelling(tokens: readonly Token[], index: number, barred: ReadonlySet<string>): number {
  for (let at = index + 1; at < Math.min(tokens.length, index + LONGEST); at++) {
    const token = tokens[at];
    if (token && isTelling(token, barred)) return at;
    if (token?.kind !== 'word' || !joints.has(token.word)) return -1;
  }
  return -1;
}

function isTelling({ kind, word }: Token, barred: ReadonlySet<string>): boolean {
  if (kind !== 'word' || word.length < 3 || barred.has(word) || amounts.has(word) || (ownWords.get(word) ?? 0) > 0) return false;
  return !emptyWords.has(word) && !emptyWords.has(stem(word)) && !joints.has(word);
}

const CLEARLY = 0.3;

/** Of the ways a phrase is written the most frequent; of equals the shortest. */
function writtenAs(forms: Candidate['forms']): string {
  const sorted = [...forms].sort(([a, many], [b, more]) => more - many || a.length - b.length || byCodeUnits(a, b));
  return sorted[0]?.[0] ?? '';
}

function toTopic({ forms, reviews }: Candidate): Topic {
  const counts = tally(reviews.map(({ insight }) => insight.sentiment.polarity));
  const score = scoreOf(counts);
  const torn = counts.positive_count > 0 && counts.negative_count > 0 && Math.abs(score) < CLEARLY;
  const polarity: Polarity = torn ? 'mixed' : score >= CLEARLY ? 'positive' : score <= -CLEARLY ? 'negative' : 'neutral';
  return {
    phrase: writtenAs(forms),
    mention_count: reviews.length,
    rating_value: mean(reviews.map(({ review }) => review.rating)),
    ...counts,
    score,
    polarity,
    example_review_ids: reviews.slice(0, EXAMPLES).map(({ review }) => review.id),
  };
}
