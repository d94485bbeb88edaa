import { z } from 'zod';
import { reviewPagePath } from '../contract/paths.ts';
import { messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { changesOf, verificationLabel } from '../views/verification.ts';
import { truncate } from '../views/words.ts';

const SHOWN = 3;
const LENGTH = 220;

/** `/embed.json`: the data of the widget. */
export const embedDocument = z.object({
  name: z.string(),
  url: z.url().describe('The page with all reviews'),
  rating_value: z.number().nullable(),
  review_count: z.int(),
  words: z
    .object({
      title: z.string(),
      rating: z.string().nullable(),
      count: z.string(),
      all: z.string(),
      stars: z.string().describe('With {value} for the number of stars'),
    })
    .describe('What the widget says, in the language of the site'),
  reviews: z
    .array(
      z.object({
        url: z.url(),
        author: z.string(),
        rating: z.int(),
        date: z.string(),
        text: z.string().describe('Shortened to 220 characters'),
        verification: z.string().describe('How it was verified, in words'),
        changed: z.string().nullable().describe('What the business changed after import, in words; null if nothing'),
      }),
    )
    .describe('The newest reviews with words'),
});

/** The bytes of `/embed.json`. */
export function printEmbedData({ dataset, baseUrl }: Publication): string {
  const { business, aggregateRating, reviews } = dataset;
  const messages = messagesOf(dataset);
  const { say, stars } = messages;
  const document: z.infer<typeof embedDocument> = {
    name: business.name,
    url: `${baseUrl}/reviews/`,
    rating_value: aggregateRating.rating_value,
    review_count: aggregateRating.review_count,
    words: {
      title: say('frame.title'),
      rating: aggregateRating.rating_value === null ? null : stars(aggregateRating.rating_value),
      count: say('computed.badge_count', { count: aggregateRating.review_count }),
      all: say('frame.read_all'),
      stars: say('computed.stars_of', { stars: '{value}' }),
    },
    reviews: reviews
      .filter(({ text }) => text !== null)
      .slice(0, SHOWN)
      .map((review) => ({
        url: baseUrl + reviewPagePath(review.id),
        author: review.author,
        rating: review.rating,
        date: review.date,
        text: truncate(review.text ?? '', LENGTH),
        verification: verificationLabel(review, dataset, messages),
        changed: changesOf(review, messages) ?? null,
      })),
  };
  return `${JSON.stringify(document)}\n`;
}
