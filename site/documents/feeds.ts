import { Feed } from 'feed';
import { z } from 'zod';
import type { Dataset } from '../content/dataset.ts';
import type { Site } from '../contract/headers.ts';
import { limits } from '../contract/limits.ts';
import { mediaTypeOf, paths, reviewPagePath } from '../contract/paths.ts';
import { review as publishedReview, type Review } from '../contract/review.ts';
import { pickPlain, publishedShape } from '../contract/review-fields.ts';
import { type Messages, messagesOf } from '../messages/messages.ts';
import { allowedInXml, escapeHtml } from '../shared/escape.ts';
import { sourceLabel } from '../views/review-platforms.ts';
import { reuseSentence, textRights, toSources } from '../views/sources.ts';
import { factsOf } from '../views/verification.ts';

/** The newest 50 reviews, newest first, as both feeds publish them. */
function toFeedItems(dataset: Dataset, baseUrl: string) {
  const { reviews, catalog } = dataset;
  const messages = messagesOf(dataset);
  const serviceNames = new Map(catalog.map(({ key, name }) => [key, name]));
  return reviews.slice(0, limits.feedItems).map((review) => ({
    url: baseUrl + reviewPagePath(review.id),
    title: messages.say('computed.item_title', { rating: review.rating, author: review.author }),
    text: toText(review, dataset, messages),
    /** Midnight UTC of a day, RFC 3339. */
    published: `${review.date}T00:00:00Z`,
    modified: `${modifiedDate(review, dataset)}T00:00:00Z`,
    tags: [
      `${review.rating}-star`,
      ...review.mentions.services.map((id) => serviceNames.get(id) ?? id),
      ...review.mentions.technicians,
      ...review.mentions.service_areas,
    ],
    review,
  }));
}

/** Words, rating, source, plain fields and reply, with empty lines between them. */
function toText(review: Review, dataset: Dataset, messages: Messages): string {
  const { text, rating, author, source, owner_reply } = review;
  const { say } = messages;
  const facts = factsOf(review, messages);
  return [
    text ?? say('computed.item_without_words', { author, rating }),
    say('computed.item_rating', { rating, source: sourceLabel(source, dataset, messages, 'computed.source_direct') }),
    ...(facts.length === 0 ? [] : [`${facts.join('. ')}.`]),
    ...(owner_reply ? [say('computed.item_reply', { name: dataset.business.name, text: owner_reply.text })] : []),
  ].join('\n\n');
}

/** The last day on which a review is known to have changed: when it was written, replied to or last changed at its source. */
export function modifiedDate({ id, date, owner_reply }: Review, { updatedAtSource }: Pick<Dataset, 'updatedAtSource'>): string {
  return [date, owner_reply?.date ?? date, updatedAtSource?.get(id) ?? date].sort().at(-1) ?? date;
}

/** The title and description of the feed. */
function feedTitle(dataset: Dataset) {
  const { say } = messagesOf(dataset);
  const { name } = dataset.business;
  return { title: say('computed.feed_title', { name }), description: say('computed.feed_description', { name }) };
}

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

/** Text of an element: `feed` doesn't remove what XML forbids, and would read `&amp;` in it as an ampersand. */
const toXmlText = (text: string) => allowedInXml(text).replace(/&/g, '&amp;');

/** `feed` declares titles and contents as HTML, so text is escaped first. */
const toHtml = (text: string) => escapeHtml(allowedInXml(text));

/** In an attribute, `feed` only escapes quotes and ampersands. A `<` must be escaped (XML 1.0 3.1), and line breaks become spaces (3.3.3). */
const CATEGORY = /(?<=<category )label="[^"]*" term="[^"]*"(?=\/>)/g;
const escapeAttributes = (attributes: string) =>
  attributes.replace(/</g, '&lt;').replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The bytes of `/feed.xml`: Atom (RFC 4287) with the links that WebSub's discovery requires. */
export function printAtomFeed(dataset: Dataset, { baseUrl, hubUrl }: Site): string {
  const { title, description } = feedTitle(dataset);
  const messages = messagesOf(dataset);
  const sources = toSources(dataset);
  const rights = new Map(sources.map((source) => [source.id, toXmlText(textRights(source, messages))]));
  const items = toFeedItems(dataset, baseUrl);
  const feed = new Feed({
    id: baseUrl + paths.atomFeed,
    title: toXmlText(title),
    description: toXmlText(description),
    link: `${baseUrl}/`,
    feed: baseUrl + paths.atomFeed,
    hub: hubUrl,
    language: dataset.language,
    // RFC 4287 4.2.15 requires a time, and a feed without entries has none of its own.
    updated: new Date(Math.max(0, ...items.map(({ modified }) => Date.parse(modified)))),
    copyright: toXmlText(reuseSentence(dataset)),
    author: { name: toXmlText(dataset.business.name), link: dataset.business.url ?? `${baseUrl}/` },
    generator: false,
  });
  for (const { url, title, text, published, modified, tags, review } of items) {
    feed.addItem({
      id: url,
      link: url,
      title: toHtml(title),
      content: toHtml(text).replace(/\n/g, '<br/>\n'),
      published: new Date(published),
      date: new Date(modified),
      copyright: rights.get(review.source) ?? '',
      author: [{ name: toXmlText(review.author) }],
      category: tags.map((tag) => ({ name: allowedInXml(tag), term: allowedInXml(tag) })),
    });
  }
  // The package has no attribute for the language (RFC 4287 2).
  return `${feed.atom1().replace(CATEGORY, escapeAttributes).replace('<feed ', `<feed xml:lang="${dataset.language}" `)}\n`;
}
