import { Feed } from 'feed';
import type { Dataset } from '../content/dataset.ts';
import type { Site } from '../contract/headers.ts';
import { paths } from '../contract/paths.ts';
import { messagesOf } from '../messages/messages.ts';
import { allowedInXml, escapeHtml } from '../shared/escape.ts';
import { reuseSentence, textRights, toSources } from '../views/sources.ts';
import { feedTitle, toFeedItems } from './feed-items.ts';

/** Text of an element: `feed` doesn't remove what XML forbids, and would read `&amp;` in it as an ampersand. */
const toText = (text: string) => allowedInXml(text).replace(/&/g, '&amp;');

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
  const rights = new Map(sources.map((source) => [source.id, toText(textRights(source, messages))]));
  const items = toFeedItems(dataset, baseUrl);
  const feed = new Feed({
    id: baseUrl + paths.atomFeed,
    title: toText(title),
    description: toText(description),
    link: `${baseUrl}/`,
    feed: baseUrl + paths.atomFeed,
    hub: hubUrl,
    language: dataset.language,
    // RFC 4287 4.2.15 requires a time, and a feed without entries has none of its own.
    updated: new Date(Math.max(0, ...items.map(({ modified }) => Date.parse(modified)))),
    copyright: toText(reuseSentence(dataset)),
    author: { name: toText(dataset.business.name), link: dataset.business.url ?? `${baseUrl}/` },
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
      author: [{ name: toText(review.author) }],
      category: tags.map((tag) => ({ name: allowedInXml(tag), term: allowedInXml(tag) })),
    });
  }
  // The package has no attribute for the language (RFC 4287 2).
  return `${feed.atom1().replace(CATEGORY, escapeAttributes).replace('<feed ', `<feed xml:lang="${dataset.language}" `)}\n`;
}
