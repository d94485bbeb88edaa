import type { AnalysedReview, SentenceNote } from '../analysis/analyse-review.ts';
import { taxonomy } from '../analysis/lexicon/aspects/taxonomy.ts';
import { problems } from '../analysis/lexicon/problems.ts';
import { type Dataset, mean } from '../content/dataset.ts';
import type { CatalogueEntry } from '../content/mentions.ts';
import { type AspectId, aspectIds, type InsightsDocument, type Polarity, type TextRange } from '../contract/insights.ts';
import { scoreOf, tally } from './counts.ts';
import { pickQuotes, toQuote } from './quotes.ts';

const EXAMPLES = 5;
const QUOTES_EACH = 2;

/** One review that mentions an entity: where, and what it says there. */
interface Mention {
  readonly from: AnalysedReview;
  readonly ranges: readonly TextRange[];
  readonly polarity: Polarity;
  readonly aspects: readonly { readonly id: AspectId; readonly polarity: Polarity }[];
}

/** The catalogue's entries and the problems found, each with what the reviews that mention it say. */
export function toEntities(dataset: Dataset, reviews: readonly AnalysedReview[]): InsightsDocument['entities'] {
  const { business, catalogue } = dataset;
  const entries = (kind: CatalogueEntry['kind']) => catalogue.filter((entry) => entry.kind === kind);
  const described = (entry: CatalogueEntry) => ({ aliases: [...entry.aliases], ...describe(mentionsOf(entry, reviews)) });
  return {
    technicians: entries('technicians').map((entry, index) => ({
      name: entry.name,
      role: business.technicians[index]?.role ?? null,
      ...described(entry),
    })),
    services: entries('services').map((entry) => ({ id: entry.key, name: entry.name, ...described(entry) })),
    problems: problems
      .map(({ id, label }) => ({ id, label, ...describe(problemMentions(id, reviews)) }))
      .filter(mentioned)
      .sort(mostMentioned),
    service_areas: entries('service_areas').map((entry) => ({ name: entry.name, ...described(entry) })),
  };
}

const mentioned = ({ mention_count }: { mention_count: number }) => mention_count > 0;
const mostMentioned = (a: { mention_count: number }, b: { mention_count: number }) => b.mention_count - a.mention_count;

/**
 * For a person the sentences that name them decide, and those that go on with he, she or they; without an opinion there,
 * and for services and areas, the whole review does.
 */
function mentionsOf(entry: CatalogueEntry, reviews: readonly AnalysedReview[]): Mention[] {
  return reviews
    .filter(({ review }) => review.mentions[entry.kind].includes(entry.key))
    .map((from) => {
      const names = from.analysis.names.filter(({ kind, key }) => kind === entry.kind && key === entry.key);
      const whole = wholeReview(
        from,
        names.map(({ range }) => range),
      );
      return entry.kind === 'technicians' && names.length > 0 ? aboutPerson(from, whole) : whole;
    });
}

function problemMentions(id: string, reviews: readonly AnalysedReview[]): Mention[] {
  return reviews.flatMap((from) =>
    from.analysis.problems.filter((problem) => problem.id === id).map(({ ranges }) => wholeReview(from, ranges)),
  );
}

const wholeReview = (from: AnalysedReview, ranges: readonly TextRange[]): Mention => ({
  from,
  ranges,
  polarity: from.insight.sentiment.polarity,
  aspects: from.insight.aspects,
});

const CLEAR = 0.5;
const toPolarity = (sum: number): Polarity => (sum >= CLEAR ? 'positive' : sum <= -CLEAR ? 'negative' : 'neutral');

function aboutPerson(from: AnalysedReview, whole: Mention): Mention {
  const scope = sentencesAbout(from, whole.ranges);
  const inScope = (range: TextRange) => scope.some(({ start, end }) => range.start >= start && range.start < end);
  const evidence = from.analysis.evidence.filter(({ words }) => inScope(words));
  const opinions = scope.reduce((sum, { value }) => sum + value, 0);
  const sum = opinions + evidence.reduce((total, { value }) => total + value, 0);
  const judged = Math.abs(sum) >= CLEAR;
  const aspects = from.insight.aspects.flatMap(({ id, polarity }) => {
    const own = evidence.filter(({ aspect }) => aspect === id);
    if (own.length === 0) return [];
    return [
      {
        id,
        polarity: polarity === 'mixed' || own.length === 1 ? toPolarity(own.reduce((total, { value }) => total + value, 0)) : polarity,
      },
    ];
  });
  return { ...whole, polarity: judged ? toPolarity(sum) : whole.polarity, aspects };
}

/** The sentences that name them and those right after that begin with a pronoun. */
function sentencesAbout({ analysis, review }: AnalysedReview, ranges: readonly TextRange[]): SentenceNote[] {
  let about = false;
  return analysis.sentences.filter(({ start, end }) => {
    const named = ranges.some((range) => range.start >= start && range.start < end);
    const other = analysis.names.some(({ kind, range }) => kind === 'technicians' && range.start >= start && range.start < end);
    about = named || (about && !other && /^(?:he|she|they|his|her|even|also|and)\b/i.test((review.text ?? '').slice(start)));
    return about;
  });
}

function describe(mentions: readonly Mention[]) {
  const counts = tally(mentions.map(({ polarity }) => polarity));
  const reviews = mentions.map(({ from }) => from.review);
  return {
    mention_count: mentions.length,
    rating_value: mean(reviews.map(({ rating }) => rating)),
    ...counts,
    score: scoreOf(counts),
    first_date: reviews.at(-1)?.date ?? null,
    last_date: reviews[0]?.date ?? null,
    aspects: aspectIds.flatMap((id) => describeAspect(id, mentions)),
    quotes: pickQuotes(mentions.flatMap(quoteOf), QUOTES_EACH),
    example_review_ids: reviews.slice(0, EXAMPLES).map(({ id }) => id),
  };
}

function describeAspect(id: AspectId, mentions: readonly Mention[]) {
  const polarities = mentions.flatMap(({ aspects }) => aspects.filter((aspect) => aspect.id === id).map(({ polarity }) => polarity));
  if (polarities.length === 0) return [];
  const counts = tally(polarities);
  return [{ id, label: taxonomy[id].label, mention_count: polarities.length, ...counts, score: scoreOf(counts) }];
}

/** The sentence that names it; of several the one with the strongest words. */
function quoteOf({ from, ranges, polarity }: Mention) {
  const naming = from.analysis.sentences.filter(({ start, end }) => ranges.some((range) => range.start >= start && range.start < end));
  const strongest = [...naming].sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.start - b.start)[0];
  return strongest ? (toQuote(from.review, strongest, polarity) ?? []) : [];
}
