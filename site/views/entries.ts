import { reviewPagePath } from '../contract/paths.ts';
import type { Review } from '../contract/review.ts';
import { messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { entityKinds, listingsOf } from './listings.ts';
import { placeOf } from './review-platforms.ts';
import { sampleDate, sampleText } from './search-page.ts';
import { changesOf, verificationOf } from './verification.ts';

/** A review with everything that its entry in a list shows. */
export function toEntry(review: Review, publication: Publication) {
  const { dataset, insights } = publication;
  const { id, source, source_url, mentions } = review;
  const words = messagesOf(dataset);
  const listings = listingsOf(publication);
  const goneSince = dataset.removedAtSource.get(id);
  return {
    review,
    /** The address of its page. */
    path: reviewPagePath(id),
    language: insights.per_review[id]?.language ?? undefined,
    /** Its address at its source, as long as it is there. */
    sourceUrl: goneSince === undefined ? source_url : null,
    /** Where it was written, how it was verified, and what the business changed, as text. */
    place: placeOf(source, dataset, words),
    verified: verificationOf(review, dataset, words),
    changes: changesOf(review, words),
    /** The day from which its source no longer had it. */
    goneSince,
    /** The lists of what it mentions. */
    tags: entityKinds.flatMap(({ kind }) => mentions[kind].flatMap((key) => listings.pathOf(kind, key) ?? [])),
  };
}

export type Entry = ReturnType<typeof toEntry>;

/** The template that the search fills in: an entry with everything that one can have, with placeholders in braces. */
export function templateEntry(publication: Publication): Entry {
  const { dataset, baseUrl } = publication;
  const [review] = dataset.reviews;
  if (!review) throw new Error('views: a search without reviews');
  const { entities } = listingsOf(publication);
  const sample: Review = {
    ...review,
    author: '{author}',
    rating: 5,
    date: sampleDate,
    text: sampleText,
    owner_reply: { text: '{reply}', date: sampleDate },
    photos: [{ path: '', width: 1, height: 1 }],
  };
  return {
    ...toEntry(sample, publication),
    sourceUrl: `${baseUrl}/`,
    place: '{place}',
    verified: '{verified}',
    changes: '{changes}',
    goneSince: sampleDate,
    tags: Object.values(entities).flat().slice(0, 1),
  };
}
