import { type AnalysedReview, rangesOf } from '../analysis/analyse-review.ts';
import { problemIds } from '../analysis/problems.ts';
import type { ShownAspect } from '../analysis/shown-aspects.ts';
import type { CatalogEntry } from '../content/catalog.ts';
import type { Dataset } from '../content/dataset.ts';
import { lookedFor } from '../content/mention-forms.ts';
import type { InsightsDocument, TextRange } from '../contract/insights.ts';
import type { Messages } from '../messages/messages.ts';
import { isEnough, tally } from './counts.ts';
import { holds, pickQuotes, toQuote } from './quotes.ts';
import { whatIsSaidAbout } from './said-about.ts';
import { isCritical, scoreBesideStars, starsOf, toCriticalMention } from './stars.ts';

const EXAMPLES = 5;
const QUOTES_EACH = 2;

/** Returns the catalog's entries and the problems found, each with what the reviews that mention it say. */
export function toEntities(
  dataset: Dataset,
  reviews: readonly AnalysedReview[],
  shown: readonly ShownAspect[],
  coverage: InsightsDocument['coverage'],
  { say }: Pick<Messages, 'say'>,
): InsightsDocument['entities'] {
  const { business, catalog } = dataset;
  const entries = (kind: CatalogEntry['kind']) => catalog.filter((entry) => entry.kind === kind);
  const searched = lookedFor(catalog, business.name);
  const described = (entry: CatalogEntry) => {
    const mentions = mentionsOf(entry, reviews);
    const looked_for = [...(searched.get(entry) ?? [])];
    return { aliases: [...entry.aliases], looked_for, found_by: wordsOf(mentions), ...describe(mentions, shown, coverage) };
  };
  return {
    technicians: entries('technicians').map((entry, index) => ({
      name: entry.name,
      role: business.technicians[index]?.role ?? null,
      ...described(entry),
    })),
    services: entries('services').map((entry) => ({ id: entry.key, name: entry.name, ...described(entry) })),
    problems: problemIds
      .map((id) => ({ id, label: say(`insights.problem_${id}`), ...describe(problemMentions(id, reviews), shown, coverage) }))
      .filter(({ mention_count }) => mention_count > 0)
      .sort((a, b) => b.mention_count - a.mention_count),
    service_areas: entries('service_areas').map((entry) => ({ name: entry.name, ...described(entry) })),
  };
}

const mentionsOf = ({ kind, key }: CatalogEntry, reviews: readonly AnalysedReview[]) =>
  reviews
    .filter(({ review }) => review.mentions[kind].includes(key))
    .map((from) => toMention(from, rangesOf(from.analysis, kind, key), kind));

const problemMentions = (id: string, reviews: readonly AnalysedReview[]) =>
  reviews.flatMap((from) =>
    from.analysis.problems.filter((problem) => problem.id === id).map(({ ranges }) => toMention(from, ranges, 'problems')),
  );

/** A review that mentions an entity, with the ranges and what it says about it. */
const toMention = (from: AnalysedReview, ranges: readonly TextRange[], kind: CatalogEntry['kind'] | 'problems') => ({
  from,
  ranges,
  said: whatIsSaidAbout({ ...from, verdicts: from.insight.aspects }, ranges, kind),
});
type Mention = ReturnType<typeof toMention>;

/** The words that the reviews use for an entity, in lower case, those in the most reviews first. */
function wordsOf(mentions: readonly Mention[]): string[] {
  const words = mentions.flatMap(({ from, ranges }) => {
    const found = ranges.map(({ start, end }) => (from.review.text ?? '').slice(start, end).toLowerCase().replace(/\s+/gu, ' '));
    return [...new Set(found)];
  });
  return [...Map.groupBy(words, (word) => word)]
    .sort(([a, own], [b, other]) => other.length - own.length || (a < b ? -1 : 1))
    .map(([word]) => word);
}

function describe(mentions: readonly Mention[], shown: readonly ShownAspect[], coverage: InsightsDocument['coverage']) {
  const opinions = mentions.map(({ from, said }) => ({ ...from.review, polarity: said.polarity }));
  const counts = tally(opinions);
  const stars = starsOf(opinions);
  const unjudged = mentions.filter(
    ({ from, said }) => (isCritical(from.review) && said.polarity === undefined) || said.polarity === 'unclear',
  );
  return {
    mention_count: mentions.length,
    ...stars,
    critical_mentions: unjudged.map(({ from, ranges }) => toCriticalMention(from.review, ranges, from.analysis.sentences)),
    ...counts,
    ...scoreBesideStars(counts, stars),
    enough: isEnough(mentions.filter(({ from }) => from.insight.analysed).length, coverage),
    first_date: opinions.at(-1)?.date ?? null,
    last_date: opinions[0]?.date ?? null,
    aspects: shown.flatMap((aspect) => describeAspect(aspect, mentions, stars)),
    quotes: pickQuotes(mentions.flatMap(quoteOf), QUOTES_EACH),
    example_review_ids: opinions.slice(0, EXAMPLES).map(({ id }) => id),
  };
}

function describeAspect({ id, label }: ShownAspect, mentions: readonly Mention[], stars: ReturnType<typeof starsOf>) {
  const verdicts = mentions.flatMap(({ said }) => said.aspects.filter((aspect) => aspect.id === id));
  if (verdicts.length === 0) return [];
  const counts = tally(verdicts);
  return [{ id, label, mention_count: verdicts.length, ...counts, ...scoreBesideStars(counts, stars) }];
}

/**
 * Quotes the sentence that names the entity and is about the business, with the verdict's words or the most passages if there are several;
 * none in other languages. If only a later sentence about a person has the verdict's words, it is quoted, too, or alone if both are too
 * long. A mention without a verdict is quoted as neutral.
 */
function quoteOf({ from, ranges, said }: Mention) {
  if (from.analysis.language !== 'en') return [];
  const { sentences, aside, passages } = from.analysis;
  const naming = sentences.filter(
    (sentence) => ranges.some((range) => holds(sentence, range)) && aside.every(({ start }) => start !== sentence.start),
  );
  const verdictsIn = (sentence: TextRange) => passages.filter((passage) => holds(sentence, passage)).length;
  const shows = (sentence: TextRange) => passages.some((passage) => passage.polarity === said.polarity && holds(sentence, passage));
  const [fullest] = [...naming].sort((a, b) => Number(shows(b)) - Number(shows(a)) || verdictsIn(b) - verdictsIn(a) || a.start - b.start);
  if (!fullest) return [];
  const polarity = said.polarity === 'unclear' ? 'neutral' : (said.polarity ?? 'neutral');
  const later = shows(fullest) ? undefined : said.about.find((sentence) => sentence.start > fullest.start && shows(sentence));
  const places = later ? [{ start: fullest.start, end: later.end }, later, fullest] : [fullest];
  const [quote] = places.flatMap((place) => toQuote(from.review, place, polarity) ?? []);
  return quote ?? [];
}
