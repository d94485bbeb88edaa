import { type EntityKind, entityKinds } from '../content/catalog.ts';
import type { Dataset } from '../content/dataset.ts';
import { isCovered } from '../content/source-rights.ts';
import type { InsightsDocument } from '../contract/insights.ts';
import { entityFolders, entityPaths, pagePaths } from '../contract/paths.ts';
import type { Review } from '../contract/review.ts';
import { messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { oncePer } from '../shared/algorithms.ts';

/** The page size of lists of reviews. */
export const reviewsPerPage = 25;

/** A list of reviews with its own address, in pages of `reviewsPerPage`. */
export interface Listing {
  readonly path: string;
  /** Its name in the filters: "5 stars", "Lighting". */
  readonly label: string;
  readonly reviews: readonly Review[];
  /** Its catalog entry: a technician's or area's name, or a service's id. */
  readonly entity?: { readonly kind: EntityKind; readonly key: string };
  readonly rating?: number;
}

/** All lists of a publication, cached because every page needs them. */
export const listingsOf = oncePer(({ dataset }: Pick<Publication, 'dataset'>) => {
  const { reviews } = dataset;
  const { say } = messagesOf(dataset);
  const byKind = (list: (kind: EntityKind) => readonly Listing[]) => ({
    services: list('services'),
    technicians: list('technicians'),
    service_areas: list('service_areas'),
  });
  const entities = byKind((kind) => entityListings(dataset, kind));
  const index = new Map(
    Object.entries(entities).map(([kind, list]) => [kind, new Map(list.map((listing) => [listing.entity?.key, listing]))]),
  );
  const all: Listing = { path: pagePaths.reviews, label: say('reviews.all'), reviews };
  return {
    all,
    /** Five stars first. */
    stars: [5, 4, 3, 2, 1].map(
      (rating): Listing => ({
        path: `${pagePaths.stars}${rating}/`,
        label: say('reviews.stars', { count: rating }),
        reviews: reviews.filter((review) => review.rating === rating),
        rating,
      }),
    ),
    /** The most mentioned first, equally mentioned ones in the order of the catalog. */
    entities,
    /** `entities` without empty lists. */
    mentioned: byKind((kind) => entities[kind].filter((listing) => listing.reviews.length > 0)),
    /** The list of a catalog entry; undefined for an unknown key. */
    pathOf: (kind: EntityKind, key: string) => index.get(kind)?.get(key),
  };
});

function entityListings({ catalog, reviews }: Dataset, kind: EntityKind): Listing[] {
  const entries = catalog.filter((entry) => entry.kind === kind);
  const paths = entityPaths(
    kind,
    entries.map(({ key }) => key),
  );
  const mentioning = new Map<string, Review[]>(entries.map(({ key }) => [key, []]));
  for (const review of reviews) for (const key of review.mentions[kind]) mentioning.get(key)?.push(review);
  const listings = entries.map(({ key, name }) => ({
    path: paths.get(key) ?? '',
    label: name,
    reviews: mentioning.get(key) ?? [],
    entity: { kind, key },
  }));
  return listings.sort((a, b) => b.reviews.length - a.reviews.length);
}

/** One page of a list. */
export interface ListingPage {
  readonly listing: Listing;
  /** The page number, from 1. */
  readonly number: number;
  readonly count: number;
}

/** The pages of a list; an empty list has one. */
export function pagesOf(listing: Listing): ListingPage[] {
  const count = Math.max(1, Math.ceil(listing.reviews.length / reviewsPerPage));
  return Array.from({ length: count }, (_, index) => ({ listing, number: index + 1, count }));
}

/** The address of a page; `number` is from 1. */
export function pagePath({ path }: Listing, number: number): string {
  return number === 1 ? path : `${path}page/${number}/`;
}

/** The addresses of the pages before and after a page; undefined if there is none. */
export function neighborsOf({ listing, number, count }: ListingPage) {
  return {
    previous: number > 1 ? pagePath(listing, number - 1) : undefined,
    next: number < count ? pagePath(listing, number + 1) : undefined,
  };
}

/** The reviews on one page. */
export function reviewsOn({ listing, number }: ListingPage): readonly Review[] {
  return listing.reviews.slice((number - 1) * reviewsPerPage, number * reviewsPerPage);
}

/** Whether the policy lets search engines list a page that shows these reviews. */
export function areIndexed(reviews: readonly Pick<Review, 'source'>[], { policy }: Pick<Dataset, 'policy'>): boolean {
  return reviews.every(({ source }) => isCovered(policy.indexed, source, policy));
}

/** The static paths of the catalog: the pages of each entry, and the index of each kind that has any (its `page` is undefined). */
export function toEntityPaths(publication: Pick<Publication, 'dataset'>) {
  const { entities } = listingsOf(publication);
  return entityKinds.flatMap((kind) => {
    const { root } = entityFolders[kind];
    const folder = root.slice(1, -1);
    const pages = toStaticPaths(root, entities[kind]);
    const index = pages.length === 0 ? [] : [{ params: { listing: undefined }, props: { page: undefined } }];
    return [...index, ...pages].map(({ params, props }) => ({ params: { folder, ...params }, props: { kind, ...props } }));
  });
}

/** The static paths of a rest route at `root` over some lists, with the page as its props. */
export function toStaticPaths(root: string, listings: readonly Listing[]) {
  return listings
    .flatMap(pagesOf)
    .map((page) => ({ path: pagePath(page.listing, page.number), page }))
    .map(({ path, page }) => ({ params: { listing: path.slice(root.length, -1) || undefined }, props: { page } }));
}

/** The numbers of the pages that a page links to: the first, the last and its neighbors; null where some are skipped. */
export function pagerOf({ number, count }: ListingPage): (number | null)[] {
  const near = (other: number) => other === 1 || other === count || Math.abs(other - number) <= 2;
  const numbers = Array.from({ length: count }, (_, index) => index + 1).filter(near);
  return numbers.flatMap((other, index) => (index > 0 && other - (numbers[index - 1] ?? 0) > 1 ? [null, other] : [other]));
}

/** The insights of a catalog entry; undefined if there are none. */
export function entityInsight({ entities }: Pick<InsightsDocument, 'entities'>, kind: EntityKind, key: string) {
  return entities[kind].find((entity) => ('id' in entity ? entity.id : entity.name) === key);
}

const reviewIndex = oncePer(({ dataset: { reviews } }: Pick<Publication, 'dataset'>) => {
  const groups = Map.groupBy(reviews, ({ author, rating, date }) => JSON.stringify([author, rating, date]));
  const alike = new Map(
    [...groups.values()].flatMap((group) => group.map(({ id }, place) => [id, group.length === 1 ? 0 : group.length - place] as const)),
  );
  return new Map(
    reviews.map((review, place) => [
      review.id,
      {
        review,
        newer: reviews[place - 1],
        older: reviews[place + 1],
        /** Distinguishes reviews with the same author, stars and day, from 1 for the oldest; 0 if there is only one. */
        alike: alike.get(review.id) ?? 0,
      },
    ]),
  );
});

/** A published review by its id, with the reviews before and after it. @throws Error for an id that isn't published */
export function reviewOf(id: string, publication: Pick<Publication, 'dataset'>) {
  const placed = reviewIndex(publication).get(id);
  if (!placed) throw new Error(`views: no review ${id}`);
  return placed;
}
