import { oncePer } from '../content/once-per.ts';
import type { Publication } from '../publication.ts';
import { entityInsight } from './entities.ts';
import { type ListingPage, listingsOf, pagesOf, reviewsOn } from './listings.ts';
import { sharedPageInputs } from './review-page-inputs.ts';
import { searchFields } from './search-fields.ts';

// The same for the pages of lists: what such a page begins to show must be in here.

/** What the pages of all lists share: the numbers of reviews in the filters and links, and what the pages of reviews share. */
export const sharedListingInputs = oncePer((publication: Publication): string => {
  const { all, stars, entities } = listingsOf(publication);
  const lists = [all, ...stars, ...Object.values(entities).flat()].map(({ path, label, reviews }) => [path, label, reviews.length]);
  return JSON.stringify([sharedPageInputs(publication), lists, searchFields(publication, all)]);
});

/** The pages that show nothing but their own reviews and some figures: each but a list's first, and those of people with a picture. */
export function plainListingPages(publication: Publication): ListingPage[] {
  const { all, stars, entities } = listingsOf(publication);
  const pictures = publication.dataset.pictures?.people;
  const lists = [all, ...stars, ...Object.values(entities).flat()].filter(({ entity }) => !entity || !pictures?.has(entity.key));
  return lists.flatMap(pagesOf).filter(({ number }) => number > 1);
}

/** What one of these pages has for itself. */
export function listingPageInputs({ dataset, insights }: Publication, page: ListingPage): string {
  const { listing, number, count } = page;
  const { path, label, entity, rating, reviews } = listing;
  const { quotes, aspects, ...figures } = (entity && entityInsight(insights, entity.kind, entity.key)) ?? {};
  const shown = reviewsOn(page).map((review) => [review, dataset.removedAtSource.get(review.id), insights.per_review[review.id]?.language]);
  return JSON.stringify({ path, label, entity, rating, number, count, days: [reviews[0]?.date, reviews.at(-1)?.date], figures, shown });
}
