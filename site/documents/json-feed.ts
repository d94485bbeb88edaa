import type { Dataset } from '../content/dataset.ts';
import type { Site } from '../contract/headers.ts';
import { mediaTypeOf, paths } from '../contract/paths.ts';
import { pickPlain } from '../contract/review-fields.ts';
import { feedTitle, toFeedItems } from './feed-items.ts';

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
    _review: {
      rating: review.rating,
      source: review.source,
      verified: review.verified,
      verification: review.verification,
      changed_by_business: review.changed_by_business,
      mentions: review.mentions,
      owner_reply: review.owner_reply,
      removed_at_source: review.removed_at_source,
      ...pickPlain(review),
    },
  }));
  const feed = {
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
