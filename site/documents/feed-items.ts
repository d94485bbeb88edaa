import type { Dataset } from '../content/dataset.ts';
import { limits } from '../contract/limits.ts';
import { reviewPagePath } from '../contract/paths.ts';
import type { Review } from '../contract/review.ts';
import { type Messages, messagesOf } from '../messages/messages.ts';
import { sourceLabel } from '../views/review-platforms.ts';
import { factsOf } from '../views/verification.ts';

/** The newest 50 reviews, newest first, as both feeds publish them. */
export function toFeedItems(dataset: Dataset, baseUrl: string) {
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
export function feedTitle(dataset: Dataset) {
  const { say } = messagesOf(dataset);
  const { name } = dataset.business;
  return { title: say('computed.feed_title', { name }), description: say('computed.feed_description', { name }) };
}
