import type { AnalysedReview } from '../analysis/analyse-review.ts';
import type { ShownAspect } from '../analysis/aspects/shown.ts';
import { problems } from '../analysis/problems.ts';
import { type Dataset, mean } from '../content/dataset.ts';
import type { CatalogueEntry } from '../content/mentions.ts';
import type { AspectId, InsightsDocument, Polarity, TextRange } from '../contract/insights.ts';
import { scoreOf, tally } from './counts.ts';
import { pickQuotes, toQuote } from './quotes.ts';

const EXAMPLES = 5;
const QUOTES_EACH = 2;
/** From this confidence on the engine's criticism is said of a person, by name: more than of the business, since a false one hurts. */
const CRITICISES_FROM = 0.6;

/** One review that mentions an entity: where, and what it says there. */
interface Mention {
  readonly from: AnalysedReview;
  readonly ranges: readonly TextRange[];
  /** undefined where no verdict is about it. */
  readonly polarity: Polarity | undefined;
  readonly aspects: readonly { readonly id: AspectId; readonly polarity: Polarity }[];
}

/** The catalogue's entries and the problems found, each with what the reviews that mention it say. */
export function toEntities(
  dataset: Dataset,
  reviews: readonly AnalysedReview[],
  shown: readonly ShownAspect[],
): InsightsDocument['entities'] {
  const { business, catalogue } = dataset;
  const entries = (kind: CatalogueEntry['kind']) => catalogue.filter((entry) => entry.kind === kind);
  const described = (entry: CatalogueEntry) => ({ aliases: [...entry.aliases], ...describe(mentionsOf(entry, reviews), shown) });
  return {
    technicians: entries('technicians').map((entry, index) => ({
      name: entry.name,
      role: business.technicians[index]?.role ?? null,
      ...described(entry),
    })),
    services: entries('services').map((entry) => ({ id: entry.key, name: entry.name, ...described(entry) })),
    problems: problems
      .map(({ id, label }) => ({ id, label, ...describe(problemMentions(id, reviews), shown) }))
      .filter(mentioned)
      .sort(mostMentioned),
    service_areas: entries('service_areas').map((entry) => ({ name: entry.name, ...described(entry) })),
  };
}

const mentioned = ({ mention_count }: { mention_count: number }) => mention_count > 0;
const mostMentioned = (a: { mention_count: number }, b: { mention_count: number }) => b.mention_count - a.mention_count;

function mentionsOf(entry: CatalogueEntry, reviews: readonly AnalysedReview[]): Mention[] {
  return reviews
    .filter(({ review }) => review.mentions[entry.kind].includes(entry.key))
    .map((from) => {
      const names = from.analysis.names.filter(({ kind, key }) => kind === entry.kind && key === entry.key);
      return toMention(
        from,
        names.map(({ range }) => range),
        entry.kind,
      );
    });
}

function problemMentions(id: string, reviews: readonly AnalysedReview[]): Mention[] {
  return reviews.flatMap((from) =>
    from.analysis.problems.filter((problem) => problem.id === id).map(({ ranges }) => toMention(from, ranges, undefined)),
  );
}

/**
 * What a review says about what it names: the verdicts whose passages stand in the sentences about it, each with the polarity that it
 * has there. Without such a passage it has no polarity; it is negative only by a negative verdict.
 */
function toMention(from: AnalysedReview, ranges: readonly TextRange[], kind: CatalogueEntry['kind'] | undefined): Mention {
  const scope = sentencesAbout(from, ranges, kind);
  const passages = from.analysis.passages.filter(({ start }) => scope.some((sentence) => sentence.start <= start && start < sentence.end));
  const aspects = from.insight.aspects.flatMap(({ id, polarity, source, confidence, ranges: own }) => {
    if (source !== 'engine') return own.some((range) => scope.some((sentence) => overlap(range, sentence))) ? [{ id, polarity }] : [];
    const here = join(passages.filter(({ aspect }) => aspect === id).map((passage) => passage.polarity));
    const isUnsure = kind === 'technicians' && here !== 'positive' && confidence < CRITICISES_FROM;
    return here && !isUnsure && agrees(here, polarity) ? [{ id, polarity: here }] : [];
  });
  return { from, ranges, polarity: join(aspects.map(({ polarity }) => polarity)), aspects };
}

/** A passage counts where the verdict of its review says the same, or both. */
const agrees = (here: Polarity, whole: Polarity) => here === whole || whole === 'mixed';

const overlap = (a: TextRange, b: TextRange) => a.start < b.end && b.start < a.end;

/** Several polarities as one; undefined of none. */
function join(polarities: readonly Polarity[]): Polarity | undefined {
  const has = (wanted: Polarity) => polarities.includes(wanted);
  if (has('mixed') || (has('positive') && has('negative'))) return 'mixed';
  return (['positive', 'negative', 'neutral'] as const).find(has);
}

const GOES_ON: Readonly<Partial<Record<CatalogueEntry['kind'], RegExp>>> = {
  technicians: /^(?:he|she|his|her)\b/i,
};

/**
 * The sentences that name it, and of a person those right after that go on with "he" or "she" and name nobody else. "They" may be the
 * business: what it did is never said of a person.
 */
function sentencesAbout(
  { analysis, review }: AnalysedReview,
  ranges: readonly TextRange[],
  kind: CatalogueEntry['kind'] | undefined,
): TextRange[] {
  const goesOn = kind && GOES_ON[kind];
  const holds = (sentence: TextRange, range: TextRange) => sentence.start <= range.start && range.start < sentence.end;
  let about = false;
  return analysis.sentences.filter((sentence) => {
    const named = ranges.some((range) => holds(sentence, range));
    const other = analysis.names.some((name) => name.kind === 'technicians' && holds(sentence, name.range));
    about = named || (about && !other && goesOn?.test((review.text ?? '').slice(sentence.start)) === true);
    return about;
  });
}

function describe(mentions: readonly Mention[], shown: readonly ShownAspect[]) {
  const counts = tally(mentions.flatMap(({ polarity }) => polarity ?? []));
  const reviews = mentions.map(({ from }) => from.review);
  return {
    mention_count: mentions.length,
    rating_value: mean(reviews.map(({ rating }) => rating)),
    ...counts,
    score: scoreOf(counts),
    first_date: reviews.at(-1)?.date ?? null,
    last_date: reviews[0]?.date ?? null,
    aspects: shown.flatMap((aspect) => describeAspect(aspect, mentions)),
    quotes: pickQuotes(mentions.flatMap(quoteOf), QUOTES_EACH),
    example_review_ids: reviews.slice(0, EXAMPLES).map(({ id }) => id),
  };
}

function describeAspect({ id, label }: ShownAspect, mentions: readonly Mention[]) {
  const polarities = mentions.flatMap(({ aspects }) => aspects.filter((aspect) => aspect.id === id).map(({ polarity }) => polarity));
  if (polarities.length === 0) return [];
  const counts = tally(polarities);
  return [{ id, label, mention_count: polarities.length, ...counts, score: scoreOf(counts) }];
}

/** The sentence that names it; of several the one with most verdicts. A mention without a verdict is quoted as neutral. */
function quoteOf({ from, ranges, polarity }: Mention) {
  const naming = from.analysis.sentences.filter(({ start, end }) => ranges.some((range) => range.start >= start && range.start < end));
  const verdictsIn = ({ start, end }: TextRange) =>
    from.analysis.passages.filter((passage) => start <= passage.start && passage.start < end).length;
  const fullest = [...naming].sort((a, b) => verdictsIn(b) - verdictsIn(a) || a.start - b.start)[0];
  return fullest ? (toQuote(from.review, fullest, polarity ?? 'neutral') ?? []) : [];
}
