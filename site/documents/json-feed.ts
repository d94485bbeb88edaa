import { z } from 'zod';
import type { Dataset } from '../content/dataset.ts';
import type { Site } from '../contract/headers.ts';
import { limits } from '../contract/limits.ts';
import { mediaTypeOf, paths } from '../contract/paths.ts';
import { review as publishedReview } from '../contract/review.ts';
import { pickPlain, publishedShape } from '../contract/review-fields.ts';
import { feedTitle, toFeedItems } from './feed-items.ts';

/** The fields of a review in the feed, in their order. */
const feedReview = z.object({
  ...publishedReview.pick({
    rating: true,
    source: true,
    verified: true,
    verification: true,
    changed_by_business: true,
    mentions: true,
    owner_reply: true,
    removed_at_source: true,
  }).shape,
  ...pickPlain(publishedShape),
});

const author = z.object({ name: z.string(), url: z.url().optional(), avatar: z.url().optional() });

/** `/api/feed.json`: JSON Feed 1.1, where fields without a value are left out. */
export const jsonFeed = z.object({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  description: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  language: z.string().describe('The language of the site (BCP 47)'),
  authors: z.array(author).describe('The business'),
  hubs: z.array(z.object({ type: z.literal('WebSub'), url: z.url() })),
  items: z
    .array(
      z.object({
        id: z.url().describe('The page of the review'),
        url: z.url(),
        external_url: z.url().optional().describe('The review at its source'),
        title: z.string(),
        content_text: z.string().describe('The review and the reply to it as plain text'),
        date_published: z.iso.datetime().describe('Midnight UTC of the day on which it was written'),
        date_modified: z.iso.datetime().describe('Midnight UTC of the last day on which it is known to have changed'),
        authors: z.array(author).describe('The customer'),
        tags: z.array(z.string()).describe('The stars, and the services, technicians and service areas that it mentions'),
        attachments: z
          .array(z.object({ url: z.url(), mime_type: z.string() }))
          .optional()
          .describe('The customer’s photos'),
        _review: feedReview.describe('Fields of the review, as in reviews.json'),
      }),
    )
    .describe(`The ${limits.feedItems} newest reviews, newest first`),
});

/** The bytes of `/api/feed.json`: JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/), with the hub and `_review`. */
export function printJsonFeed(dataset: Dataset, { baseUrl, hubUrl }: Site): string {
  const items = toFeedItems(dataset, baseUrl).map(({ url, title, text, published, modified, tags, review }) => ({
    id: url,
    url,
    external_url: review.source_url ?? undefined,
    title,
    content_text: text,
    date_published: published,
    date_modified: modified,
    authors: [{ name: review.author, avatar: review.author_avatar_url ?? undefined }],
    tags,
    ...(review.photos.length === 0
      ? {}
      : { attachments: review.photos.map(({ path }) => ({ url: baseUrl + path, mime_type: mediaTypeOf(path) })) }),
    _review: feedReview.parse(review),
  }));
  const feed: z.infer<typeof jsonFeed> = {
    version: 'https://jsonfeed.org/version/1.1',
    ...feedTitle(dataset),
    home_page_url: `${baseUrl}/`,
    feed_url: baseUrl + paths.jsonFeed,
    language: dataset.language,
    authors: [{ name: dataset.business.name, url: dataset.business.url ?? `${baseUrl}/` }],
    hubs: [{ type: 'WebSub', url: hubUrl }],
    items,
  };
  return `${JSON.stringify(feed, null, 1)}\n`;
}
