import type { InsightsDocument } from '../contract/insights.ts';
import type { Review } from '../contract/review.ts';
import { type Dataset, mean } from '../dataset/dataset.ts';
import type { CatalogueEntry } from '../dataset/mentions.ts';

const EXAMPLES = 5;

/**
 * What can be said without reading the texts: counts, range, entities by mention, monthly series; sentiment is
 * that of the stars (4 and 5 positive, 3 neutral, 1 and 2 negative). Pure: the same dataset gives the same value.
 */
export function toInsights(dataset: Dataset): InsightsDocument {
  const { reviews, catalogue, business } = dataset;
  const dates = reviews.map(({ date }) => date);
  const latest = dates[0];
  const earliest = dates.at(-1);
  const entities = (kind: CatalogueEntry['kind']) => catalogue.filter((entry) => entry.kind === kind);
  return {
    version: 1,
    generated_at: newestTime(reviews),
    model: { name: 'stars-and-catalogue', version: '1' },
    review_count: reviews.length,
    coverage: { with_text: 0, without_text: 0, analysed: 0, other_language: 0 },
    date_range: earliest && latest ? { earliest, latest } : null,
    overall_sentiment: reviews.length === 0 ? null : starSentiment(reviews),
    aspects: [],
    entities: {
      technicians: entities('technicians').map((entry, index) => ({
        name: entry.name,
        role: business.technicians[index]?.role ?? null,
        ...describeEntity(entry, reviews),
      })),
      services: entities('services').map((entry) => ({ id: entry.key, name: entry.name, ...describeEntity(entry, reviews) })),
      problems: [],
      service_areas: entities('service_areas').map((entry) => ({ name: entry.name, ...describeEntity(entry, reviews) })),
    },
    topics: [],
    temporal: { monthly: monthly(reviews), trend: null },
    per_review: {},
    faq: dataset.faq.map(({ question, answer }) => ({ question, answer, origin: 'business', review_ids: [] })),
    summary: dataset.summary === undefined ? null : { text: dataset.summary, origin: 'editor', figures_text: '' },
    pull_quote: null,
  };
}

/** The time of the newest review or reply, at 00:00 UTC of its day; null without reviews. */
export function newestTime(reviews: readonly Review[]): string | null {
  const dates = reviews.flatMap(({ date, owner_reply }) => (owner_reply ? [date, owner_reply.date] : [date]));
  const newest = dates.sort().at(-1);
  return newest === undefined ? null : `${newest}T00:00:00Z`;
}

function describeEntity(entry: CatalogueEntry, reviews: readonly Review[]) {
  const mentioning = reviews.filter(({ mentions }) => mentions[entry.kind].includes(entry.key));
  return {
    aliases: [...entry.aliases],
    ...starCounts(mentioning),
    aspects: [],
    quotes: [],
    mention_count: mentioning.length,
    rating_value: mean(mentioning.map(({ rating }) => rating)),
    first_date: mentioning.at(-1)?.date ?? null,
    last_date: mentioning[0]?.date ?? null,
    example_review_ids: mentioning.slice(0, EXAMPLES).map(({ id }) => id),
  };
}

function starSentiment(reviews: readonly Review[]) {
  const total = reviews.reduce((sum, { rating }) => sum + rating, 0);
  return { ...starCounts(reviews), score: Math.round((total / reviews.length - 3) * 50) / 100, ...shares(reviews) };
}

function starCounts(reviews: readonly Review[]) {
  const positive = reviews.filter(({ rating }) => rating > 3).length;
  const negative = reviews.filter(({ rating }) => rating < 3).length;
  const neutral = reviews.length - positive - negative;
  return { score: 0, positive_count: positive, neutral_count: neutral, mixed_count: 0, negative_count: negative };
}

/** Percentages with one decimal that add up to exactly 100: the largest remainders are rounded up. */
function shares(reviews: readonly Review[]) {
  const counts = [
    reviews.filter(({ rating }) => rating > 3).length,
    reviews.filter(({ rating }) => rating === 3).length,
    reviews.filter(({ rating }) => rating < 3).length,
  ];
  const permille = counts.map((count) => Math.floor((count * 1000) / reviews.length));
  const remainders = counts.map((count, index) => ({ index, remainder: (count * 1000) % reviews.length }));
  remainders.sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  const missing = 1000 - permille.reduce((sum, share) => sum + share, 0);
  for (const { index } of remainders.slice(0, missing)) permille[index] = (permille[index] ?? 0) + 1;
  const [positive = 0, neutral = 0, negative = 0] = permille.map((share) => share / 10);
  return { positive_pct: positive, neutral_pct: neutral, negative_pct: negative };
}

function monthly(reviews: readonly Review[]): InsightsDocument['temporal']['monthly'] {
  const byMonth = Map.groupBy([...reviews].reverse(), ({ date }) => date.slice(0, 7));
  return [...byMonth].map(([month, of]) => ({
    month,
    review_count: of.length,
    rating_value: mean(of.map(({ rating }) => rating)),
    score: 0,
    ...shares(of),
  }));
}
