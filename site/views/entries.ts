import { entityKinds } from '../content/catalog.ts';
import { reviewPagePath } from '../contract/paths.ts';
import type { Review } from '../contract/review.ts';
import { messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { discloseIn, faceOf, isLong } from './entry-shape.ts';
import { listingsOf } from './listings.ts';
import { placeOf } from './review-platforms.ts';
import { changesOf, disclosuresOf, factsOf, shortVerification, verificationOf } from './verification.ts';

/** A review with everything that its entry in a list shows. */
export function toEntry(review: Review, publication: Publication) {
  const { dataset, insights } = publication;
  const { id, source, source_url, mentions, date, text, owner_reply, photos, removed_at_source: goneSince } = review;
  const words = messagesOf(dataset);
  const listings = listingsOf(publication);
  return {
    review,
    face: faceOf(review.author),
    path: reviewPagePath(id),
    language: insights.per_review[id]?.language ?? undefined,
    /** Its address at its source; null if it is unknown or was removed there. */
    sourceUrl: goneSince === null ? source_url : null,
    /** Where it was written, how it was verified (in full and in two or three words), and what the business changed, as text. */
    place: placeOf(source, dataset, words),
    verified: verificationOf(review, dataset, words),
    verifiedShort: shortVerification(review.verification.method, words),
    changes: changesOf(review, words),
    facts: factsOf(review, words),
    /** What lists tell readers about it, as labels and in full; undefined for most reviews. */
    disclosed: discloseIn(disclosuresOf(review, words)),
    photoCount: photos.length === 0 ? undefined : words.say('home.photos', { count: photos.length }),
    /** Its dates as text. */
    day: words.date(date),
    replyDay: owner_reply?.date ? words.date(owner_reply.date) : undefined,
    goneDay: goneSince === null ? undefined : words.date(goneSince),
    /** Whether lists fold its text. */
    isLong: isLong(text ?? ''),
    /** The lists of the services, people and areas that it mentions. */
    tags: entityKinds.flatMap((kind) => mentions[kind].flatMap((key) => listings.pathOf(kind, key) ?? [])),
  };
}

export type Entry = ReturnType<typeof toEntry>;

/**
 * The template that the search fills in: an entry with every optional part, and with placeholders in braces. Its links lead to pages that
 * exist.
 */
export function templateEntry(publication: Publication): Entry {
  const { dataset, baseUrl } = publication;
  const [review] = dataset.reviews;
  if (!review) throw new Error('views: a search without reviews');
  return {
    review: {
      ...review,
      author: '{author}',
      rating: 5,
      date: '{date}',
      text: '{text}',
      owner_reply: { text: '{reply}', date: '{replyDate}' },
      removed_at_source: '{gone}',
    },
    face: { initials: '{initials}', tone: '{tone}' },
    path: reviewPagePath(review.id),
    language: '{language}',
    sourceUrl: `${baseUrl}/`,
    place: '{place}',
    verified: '{verified}',
    verifiedShort: '{verifiedShort}',
    changes: '{changes}',
    facts: [],
    disclosed: { labels: '{disclosed}', facts: '{disclosure}' },
    photoCount: '{photos}',
    day: '{day}',
    replyDay: '{replyDay}',
    goneDay: '{goneDay}',
    isLong: true,
    tags: [listingsOf(publication).all],
  };
}
