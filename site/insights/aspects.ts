import type { AnalysedReview } from '../analysis/analyse-review.ts';
import type { ShownAspect } from '../analysis/shown-aspects.ts';
import { joints } from '../analysis/text/stop-words.ts';
import { stem, tokenize } from '../analysis/text/tokens.ts';
import type { CatalogEntry } from '../content/catalog.ts';
import type { Dataset } from '../content/dataset.ts';
import type { AspectId, AspectInsight, InsightsDocument, Polarity, Quote, TextRange } from '../contract/insights.ts';
import type { Messages } from '../messages/messages.ts';
import { byCodeUnits, isEnough, percentOf, tally, verdictShares } from './counts.ts';
import { bySureStars, pickQuotes, toQuote } from './quotes.ts';
import { scoreBesideStars, starsOf } from './stars.ts';
import { toTrend } from './trend.ts';

const EXAMPLES = 5;
const QUOTES_EACH = 3;
const PHRASES = 8;

/** The shown aspects over the analyzed reviews (newest first), each review counted once per aspect. */
export function toAspects(
  reviews: readonly AnalysedReview[],
  shown: readonly ShownAspect[],
  { catalog }: Pick<Dataset, 'catalog'>,
  coverage: InsightsDocument['coverage'],
  messages: Messages,
): AspectInsight[] {
  const read = reviews.filter(({ insight }) => insight.analysed);
  const jobWords = jobWordsOf(catalog);
  return shown.map(({ id, label }) => {
    const mentions = mentionsOf(id, read);
    const opinions = mentions.map(({ from, verdict }) => ({ ...from.review, polarity: verdict.polarity }));
    const counts = tally(opinions);
    const stars = starsOf(opinions);
    const phrases = toPhrases(id, mentions)
      .filter(({ text }) => !namesJob(text, jobWords))
      .slice(0, PHRASES);
    return {
      id,
      label,
      mention_count: mentions.length,
      ...stars,
      ...counts,
      ...verdictShares(counts),
      mention_pct: percentOf(mentions.length, read.length),
      ...scoreBesideStars(counts, stars),
      enough: isEnough(mentions.length, coverage),
      trend: toTrend(opinions, messages),
      top_phrases: phrases.map(({ text }) => text),
      phrases,
      quotes: pickQuotes(orderedQuotes(mentions), QUOTES_EACH),
      verdicts_from_text: mentions.filter(({ verdict }) => verdict.basis === 'text').length,
      verdicts_with_stars: mentions.filter(({ verdict }) => verdict.basis !== 'text').length,
      example_review_ids: mentions.slice(0, EXAMPLES).map(({ from }) => from.review.id),
    };
  });
}

const mentionsOf = (id: AspectId, reviews: readonly AnalysedReview[]) =>
  reviews.flatMap((from) => from.insight.aspects.filter((verdict) => verdict.id === id).map((verdict) => ({ from, verdict })));
type Mention = ReturnType<typeof mentionsOf>[number];

const ENOUGH_WORDS = 25;

/** A passage that begins like a sentence and is long enough to stand on its own. */
function isWhole({ from }: Mention, { start, end }: TextRange): boolean {
  const text = (from.review.text ?? '').slice(start, end);
  return text.length >= ENOUGH_WORDS && /^[\p{Lu}\d$“"]/u.test(text);
}

/** Quotes of each polarity sorted by: whole sentences first, then impartial reviews, sure verdicts, stars, confidence and newest. */
function orderedQuotes(mentions: readonly Mention[]): Quote[] {
  const candidates = mentions.flatMap(({ from, verdict }, age) => {
    const { polarity, ranges, confidence } = verdict;
    const range = ranges.find((own) => isWhole({ from, verdict }, own)) ?? ranges[0];
    const quote = polarity === 'unclear' || !range ? undefined : toQuote(from.review, range, polarity);
    if (!range || !quote) return [];
    return [{ quote, confidence, review: from.review, age, rank: isWhole({ from, verdict }, range) ? 0 : 1 }];
  });
  const inOrder = candidates.sort(
    (a, b) =>
      byCodeUnits(a.quote.polarity, b.quote.polarity) ||
      a.rank - b.rank ||
      bySureStars(a.quote.polarity, a, b) ||
      b.confidence - a.confidence ||
      a.age - b.age,
  );
  return inOrder.map(({ quote }) => quote);
}

const wordsOf = (text: string) => tokenize(text).flatMap(({ kind, word }) => (kind === 'word' && !joints.has(word) ? [stem(word)] : []));

/** The stems of the words by which customers name the services. */
const jobWordsOf = (catalog: readonly CatalogEntry[]): ReadonlySet<string> =>
  new Set(catalog.flatMap(({ kind, name, aliases }) => (kind === 'services' ? [name, ...aliases].flatMap(wordsOf) : [])));

/** Whether a phrase only names a job ("cabinet lights") without judging it. */
const namesJob = (phrase: string, jobWords: ReadonlySet<string>) => wordsOf(phrase).every((word) => jobWords.has(word));

/** The minimum number of reviews that use a phrase. */
const FEWEST = 2;

/** The key phrases of verdicts, in lower case, with the number of reviews that use each; at least two. */
function toPhrases(id: AspectId, mentions: readonly Mention[]): AspectInsight['phrases'] {
  const uses = mentions.flatMap(({ from, verdict: { polarity } }) =>
    polarity === 'unclear' ? [] : [...new Set(carryingPhrases(id, from, polarity))].map((text) => ({ text, polarity })),
  );
  return [...Map.groupBy(uses, ({ text, polarity }) => `${polarity} ${text}`).values()]
    .flatMap((own) => own.slice(0, 1).map(({ text, polarity }) => ({ text, count: own.length, polarity })))
    .filter(({ count }) => count >= FEWEST)
    .sort((a, b) => b.count - a.count || byCodeUnits(a.text, b.text));
}

const carryingPhrases = (id: AspectId, { analysis }: AnalysedReview, polarity: Polarity) =>
  analysis.passages.filter((passage) => passage.aspect === id && passage.polarity === polarity).flatMap(({ phrase }) => phrase ?? []);
