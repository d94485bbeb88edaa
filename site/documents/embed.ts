import { z } from 'zod';
import type { SchemeColor, Theme } from '../content/theme.ts';
import { limits } from '../contract/limits.ts';
import { reviewPagePath } from '../contract/paths.ts';
import { averageOf } from '../insights/averages.ts';
import { messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { truncateWords } from '../shared/text.ts';
import { discloseIn } from '../views/entry-shape.ts';
import { changesOf, disclosuresOf, verificationLabel } from '../views/verification.ts';
import { typefaces } from './theme.ts';

/** `/embed.json`: the data of the widget. */
export const embedDocument = z.object({
  name: z.string(),
  url: z.url().describe('The page with all reviews'),
  rating_value: z.number().nullable(),
  review_count: z.int(),
  language: z.string().describe('The language of `words` and of dates (BCP 47)'),
  words: z
    .object({
      title: z.string(),
      rating: z.string().nullable().describe('The average with one decimal; null with fewer than five reviews'),
      count: z.string(),
      all: z.string(),
      stars: z.string().describe('With {value} for the number of stars'),
    })
    .describe('The widget’s texts, in the language of the site'),
  reviews: z
    .array(
      z.object({
        url: z.url(),
        author: z.string(),
        rating: z.int(),
        date: z.string(),
        day: z.string().describe('The date in the language of the site'),
        text: z.string().describe(`Shortened to ${limits.widgetTextCharacters} characters`),
        verification: z.string().describe('How it was verified, in words'),
        disclosed: z
          .string()
          .nullable()
          .describe('That something was offered for it, or that staff or a relative wrote it, in a few words; null if it says neither'),
        changed: z.string().nullable().describe('What the business changed after import, in words; null if nothing'),
      }),
    )
    .describe(`The ${limits.widgetReviews} newest reviews with text`),
  style: z.record(z.string(), z.string()).describe('The colors and typefaces of the business as CSS properties of the widget'),
});

/** The bytes of `/embed.json`. */
export function printEmbedData({ dataset, baseUrl }: Publication): string {
  const { business, aggregateRating, reviews } = dataset;
  const messages = messagesOf(dataset);
  const { say } = messages;
  const average = averageOf(aggregateRating.distribution);
  const document: z.infer<typeof embedDocument> = {
    name: business.name,
    url: `${baseUrl}/reviews/`,
    rating_value: aggregateRating.rating_value,
    review_count: aggregateRating.review_count,
    language: messages.language,
    words: {
      title: say('frame.title'),
      rating: average === null ? null : messages.average(average),
      count: say('computed.badge_count', { count: aggregateRating.review_count }),
      all: say('frame.read_all'),
      stars: say('computed.stars_of', { stars: '{value}' }),
    },
    reviews: reviews
      .filter(({ text }) => text !== null)
      .slice(0, limits.widgetReviews)
      .map((review) => ({
        url: baseUrl + reviewPagePath(review.id),
        author: review.author,
        rating: review.rating,
        date: review.date,
        day: messages.date(review.date),
        text: truncateWords(review.text ?? '', limits.widgetTextCharacters),
        verification: verificationLabel(review, dataset, messages),
        disclosed: discloseIn(disclosuresOf(review, messages))?.labels ?? null,
        changed: changesOf(review, messages) ?? null,
      })),
    style: styleOf(dataset.theme),
  };
  return `${JSON.stringify(document)}\n`;
}

/** The properties of the widget that a theme changes. */
function styleOf({ scheme, type, accent, star }: Theme): Record<string, string> {
  const { sans, serif = sans } = typefaces[type];
  const both = (color: SchemeColor | undefined) => color && `light-dark(${color.light}, ${color.dark})`;
  const properties = {
    'color-scheme': scheme === 'auto' ? undefined : scheme,
    '--vr-link': both(accent),
    '--vr-star': both(star),
    '--vr-font': sans,
    '--vr-words': serif === 'var(--sans)' ? sans : serif,
  };
  return Object.fromEntries(Object.entries(properties).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
