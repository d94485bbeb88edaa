import type { InsightsDocument } from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';
import { strongest } from '../insights/counts.ts';
import { readOf } from '../insights/wording.ts';
import { messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { type Example, exampleOf, showQuote } from './quotes.ts';

const NEWEST = 5;
/** With at least this many reviews, bars by stars tell more than the reviews themselves. */
const DISTRIBUTION = 5;

/** The newest reviews, of which those without words only fill up: with fewer than five that have words. Newest first. */
function newestOf(reviews: readonly Review[]): readonly Review[] {
  const [worded, wordless] = [true, false].map((has) => reviews.filter(({ text }) => (text !== null) === has));
  const chosen = new Set([...(worded ?? []), ...(wordless ?? [])].slice(0, NEWEST));
  return reviews.filter((review) => chosen.has(review));
}

/** The parts of the home page, which depend on the number of reviews. */
export function homeScope({ dataset, insights }: Pick<Publication, 'dataset' | 'insights'>) {
  const { reviews } = dataset;
  const newest = newestOf(reviews);
  const pulled = insights.pull_quote_source ? [insights.pull_quote_source.review_id] : [];
  return {
    newest,
    /** Whether `newest` has all reviews. If so, the page has no quotes and no computed summary. */
    isWhole: reviews.length <= NEWEST,
    hasDistribution: reviews.length >= DISTRIBUTION,
    /** The ids of the reviews that the page already shows. */
    quoted: new Set([...newest.map(({ id }) => id), ...pulled]),
  };
}

const MOST = 3;

/**
 * The most praised and most criticized aspects, each with a quote from a review that the page doesn't already show, if there is one, and a
 * sentence on who made the verdicts. Undefined without praise and criticism.
 */
export function praiseAndCriticism(publication: Publication) {
  const { dataset, insights } = publication;
  const { say } = messagesOf(dataset);
  const { quoted } = homeScope(publication);
  const used = new Set(quoted);
  const toSide = (id: string, title: 'home.praised' | 'home.criticized', polarity: 'positive' | 'negative') => {
    const count = `${polarity}_count` as const;
    const aspects = strongest(
      insights.aspects.filter(({ enough }) => enough),
      count,
    )
      .slice(0, MOST)
      .map((aspect) => {
        const example = exampleOf(insights, dataset.reviews, aspect, polarity, used);
        if (example) used.add(example.quote.review_id);
        const part = aspect[count];
        return {
          aspect,
          share: say('home.of_mentions', { part, count: aspect.mention_count, unclear: aspect.unclear_count }),
          quotes: example ? [showQuote(example.quote, publication, noteOf(example, publication))] : [],
        };
      });
    return aspects.length === 0 ? [] : [{ id, title, aspects }];
  };
  const sides = [...toSide('praise', 'home.praised', 'positive'), ...toSide('criticism', 'home.criticized', 'negative')];
  return sides.length === 0 ? undefined : { sides, readBy: readBy(publication) };
}

function noteOf({ verdict: { source, basis } }: Example, { dataset }: Publication): string | undefined {
  const { say } = messagesOf(dataset);
  if (source === 'editor') return say('home.corrected');
  if (source !== 'engine') return say('home.read_by', { model: source });
  return basis === 'text' ? undefined : say('home.with_stars');
}

function readBy({ dataset, insights }: Publication): string {
  const { say, list } = messagesOf(dataset);
  const { engine, models: names, modelTexts, corrected } = readersOf(insights);
  const { analysed: count, with_text: texts } = insights.coverage;
  const read = readOf(insights.coverage);
  const models = list(names);
  return [
    engine || names.length === 0
      ? say('home.read_by_program', { count, read, texts })
      : say('home.read_by_model', { count, models, read, texts }),
    engine && names.length > 0 && say('home.model_texts', { count: modelTexts, models }),
    corrected > 0 && say('home.corrected_texts', { count: corrected }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The sources of all verdicts of a business. */
export function readersOf({ per_review, method }: Pick<InsightsDocument, 'per_review' | 'method'>) {
  const texts = Object.values(per_review).map(({ aspects }) => new Set(aspects.map(({ source }) => source)));
  const models = new Set(texts.flatMap((sources) => [...sources]).filter((source) => source !== 'engine' && source !== 'editor'));
  return {
    /** Whether the engine gave any verdict. */
    engine: texts.some((sources) => sources.has('engine')),
    /** Other models by name, and how many texts have their verdicts. */
    models: [...models].sort(),
    modelTexts: texts.filter((sources) => [...sources].some((source) => models.has(source))).length,
    /** How many texts have a verdict that an editor corrected. */
    corrected: method.corrections,
  };
}
