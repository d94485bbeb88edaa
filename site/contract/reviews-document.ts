import { z } from 'zod';
import { review } from './review.ts';

const openingHours = z.object({
  days: z.array(z.enum(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])),
  opens: z.string().describe('HH:MM'),
  closes: z.string().describe('HH:MM'),
});

/** The business in `reviews.json`. Unknown fields are null or []. */
export const business = z.object({
  name: z.string(),
  legal_name: z.string().nullable(),
  description: z.string().nullable(),
  url: z.url().nullable(),
  telephone: z.string().nullable(),
  email: z.string().nullable(),
  address: z
    .object({
      street_address: z.string().nullable(),
      locality: z.string().nullable(),
      region: z.string().nullable(),
      postal_code: z.string().nullable(),
      country: z.string().nullable(),
    })
    .nullable(),
  geo: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  opening_hours: z.array(openingHours),
  license: z.object({ number: z.string(), authority: z.string() }).nullable(),
  founded: z.union([z.string(), z.number()]).nullable(),
  services: z.array(z.object({ id: z.string(), name: z.string() })),
  technicians: z.array(z.object({ name: z.string(), role: z.string().nullable() })),
  service_areas: z.array(z.string()),
  same_as: z.array(z.url()),
});
export type Business = z.infer<typeof business>;

export const distribution = z.object({
  '1': z.int(),
  '2': z.int(),
  '3': z.int(),
  '4': z.int(),
  '5': z.int(),
});

export const aggregateRating = z.object({
  rating_value: z.number().nullable().describe('Mean stars, two decimals; null without reviews'),
  review_count: z.int(),
  best_rating: z.literal(5),
  worst_rating: z.literal(1),
  distribution,
});
export type AggregateRating = z.infer<typeof aggregateRating>;

/** `/reviews.json`. */
export const reviewsDocument = z.object({
  business,
  aggregate_rating: aggregateRating,
  reviews: z.array(review).describe('Newest first'),
});
export type ReviewsDocument = z.infer<typeof reviewsDocument>;

/** The response of search and `since`. */
export const reviewList = z.object({
  matched: z.int().describe('Reviews that match, before `limit`'),
  returned: z.int().describe('Reviews in this answer'),
  reviews: z.array(review).describe('Newest first unless another order was requested'),
});
export type ReviewList = z.infer<typeof reviewList>;

/** The separator of reviews in every document. JSON escapes line breaks, so no review contains it. */
export const reviewSeparator = ',\n';

/** The bytes around the reviews in `/reviews.json`. They let a reader find the reviews without parsing the rest. */
export const documentFrame = { open: '\n"reviews":[\n', close: '\n]}\n' } as const;

/**
 * The bytes around the reviews of a list, one review per line. Each review is a separate `JSON.stringify`, so the list since a date is a
 * prefix of the list of all reviews and can be served from the same bytes.
 */
export const listFrame = {
  open: (matched: number, returned: number) => `{"matched":${matched},"returned":${returned},"reviews":[\n`,
  close: '\n]}\n',
} as const;

/** A source of reviews, and the rights to its texts. */
export const sourceRecord = z.object({
  id: z.string().describe('As in the `source` of a review, such as google'),
  name: z.string(),
  rights: z.string().describe('The ownership of the texts, and how you may use them'),
  url: z.url().nullable().describe('The terms that apply, or the source itself'),
  license: z.string().nullable().describe('The license of the texts: an identifier of the SPDX list, or a URL'),
  license_url: z.url().nullable().describe('The URL of the license'),
  open: z.boolean().describe('Whether the license allows anyone to copy and build on the texts'),
  first_party: z.boolean().describe('Whether customers gave these reviews directly to the business'),
  review_count: z.int(),
});
export type SourceRecord = z.infer<typeof sourceRecord>;

/** `/sources.json`: the sources of the published reviews, and the rights to all data. */
export const sourcesDocument = z.object({
  rights: z.string().describe('How you may use this site’s data, in a sentence or two'),
  facts: z.string().describe('How you may use ratings, dates, figures and the analysis'),
  sources: z.array(sourceRecord).describe('Most reviews first'),
});
export type SourcesDocument = z.infer<typeof sourcesDocument>;
