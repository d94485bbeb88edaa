import { reviewPagePath } from '../contract/paths.ts';
import type { Review } from '../contract/review.ts';
import { messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { entryKind, startsWithVowel } from './entry-shape.ts';
import { entityKinds, listingsOf } from './listings.ts';
import { sourceLabel, sourceName } from './review-platforms.ts';
import { sampleDate, sampleText } from './search-page.ts';
import { changesOf, verificationOf } from './verification.ts';

/** A review with everything that its entry in a list shows. */
export function toEntry(review: Review, publication: Publication) {
  const { dataset, insights } = publication;
  const { id, source, mentions } = review;
  const words = messagesOf(dataset);
  const listings = listingsOf(publication);
  const name = sourceLabel(source, dataset, words);
  return {
    review,
    /** The address of its page. */
    path: reviewPagePath(id),
    language: insights.per_review[id]?.language ?? undefined,
    /** Where it was written, how it was verified, and what the business changed of it, as text. */
    place: source === 'direct' ? name : words.say('home.on_source', { source: name }),
    verified: verificationOf(review, dataset, words),
    changes: changesOf(review, words),
    /** The day from which its source no longer had it. */
    goneSince: dataset.removedAtSource.get(id),
    /** The lists of what it mentions. */
    tags: entityKinds.flatMap(({ kind }) => mentions[kind].flatMap((key) => listings.pathOf(kind, key) ?? [])),
  };
}

export type Entry = ReturnType<typeof toEntry>;

/** The templates of entries that the search fills in, by kind of entry; whatever depends on the review is in braces. */
export function templateEntries(publication: Publication): readonly (readonly [kind: string, entry: Entry])[] {
  const { dataset, baseUrl } = publication;
  const { reviews, removedAtSource } = dataset;
  const { entities } = listingsOf(publication);
  const mentioned = entityKinds.find(({ kind }) => entities[kind].length > 0);
  const key = mentioned && entities[mentioned.kind][0]?.entity?.key;
  const none = { technicians: [], services: [], service_areas: [] };
  const nameOf = (source: string) => sourceName(source, dataset);
  const kindOf = (review: Review) => entryKind(review, { sourceName: nameOf(review.source), goneSince: removedAtSource.get(review.id) });
  const examples = new Map(reviews.map((review) => [kindOf(review), review]));
  return [...examples].map(([kind, review]) => {
    const sample: Review = {
      ...review,
      author: '{author}',
      author_avatar_url: null,
      rating: 5,
      date: sampleDate,
      text: review.text === null ? null : sampleText,
      source: review.source === 'direct' ? 'direct' : startsWithVowel(nameOf(review.source)) ? '{a_source}' : '{source}',
      source_url: `${baseUrl}/`,
      owner_reply: { text: '{reply}', date: sampleDate },
      verification: { ...review.verification, verified_at: review.verification.verified_at && sampleDate },
      mentions: mentioned && key !== undefined ? { ...none, [mentioned.kind]: [key] } : none,
    };
    return [kind, toEntry(sample, publication)];
  });
}
