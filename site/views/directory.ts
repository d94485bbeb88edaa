import { entityParameters } from '../content/catalog.ts';
import { aggregate, type Dataset } from '../content/dataset.ts';
import type { Review } from '../contract/review.ts';
import { averageOf, showsAverages } from '../insights/averages.ts';
import { largestRemainders, percentOf } from '../insights/counts.ts';
import type { Listing } from './listings.ts';
import { type SmallPicture, smallPictures } from './pictures.ts';

/** The mean of some reviews as a picture, null without any, and as the number that pages print, null unless the list is `averaged`. */
function toStars(reviews: readonly Pick<Review, 'rating'>[], averaged: boolean) {
  const { rating_value: stars, distribution } = aggregate(reviews.map(({ rating }) => rating));
  return { stars, average: averaged ? averageOf(distribution) : null };
}

/** Rows of links to lists of reviews. All have an average, or none does. */
export function toDirectory(listings: readonly Listing[]) {
  const averaged = showsAverages(listings.map(({ reviews }) => reviews.length));
  return listings.map(({ path, label, reviews }) => ({
    path,
    label,
    count: reviews.length,
    ...toStars(reviews, averaged),
  }));
}
export type DirectoryRow = ReturnType<typeof toDirectory>[number];

/** `toDirectory` for people, with the picture of each person who has one. */
export function toPeople(listings: readonly Listing[], dataset: Pick<Dataset, 'pictures'>) {
  const rows = toDirectory(listings);
  return Promise.all(rows.map(async (row, index) => ({ ...row, face: await faceOf(listings[index], dataset) })));
}

/** The picture of the person that a list is about; undefined for anything else. */
export async function faceOf(listing: Listing | undefined, { pictures }: Pick<Dataset, 'pictures'>): Promise<SmallPicture | undefined> {
  const picture = listing?.entity?.kind === 'technicians' ? pictures?.people.get(listing.entity.key) : undefined;
  const [face] = picture ? await smallPictures([picture], 'face') : [];
  return face;
}

/** The API's parameter that finds the reviews of a list. */
const filterOf = ({ rating, entity }: Listing): string =>
  String(new URLSearchParams(entity ? { [entityParameters[entity.kind]]: entity.key } : { rating: String(rating ?? '') }));

const MOST = 8;

/** A group of lists beside a page's reviews: all if they have bars, otherwise the first eight. `index` is the path of the page with all. */
export function toColumnGroup(title: string, listings: readonly Listing[], { bars = false, index }: { bars?: boolean; index?: string }) {
  const shown = bars ? listings : listings.slice(0, MOST);
  const percentages = largestRemainders(listings.map(({ reviews }) => reviews.length));
  const rows = shown.map((listing, place) => ({
    path: listing.path,
    label: listing.label,
    count: listing.reviews.length,
    percent: percentages[place] ?? 0,
    filter: filterOf(listing),
  }));
  return { title, index, bars, rows };
}
export type ColumnGroup = ReturnType<typeof toColumnGroup>;

/** The number of reviews and their stars in each year that has any, newest first. `average` is null if some year has too few for one. */
export function toYears(reviews: readonly Review[]) {
  const byYear = Map.groupBy(reviews, ({ date }) => date.slice(0, 4));
  const most = Math.max(...[...byYear.values()].map(({ length }) => length));
  const averaged = showsAverages([...byYear.values()].map(({ length }) => length));
  return [...byYear].map(([year, of]) => ({
    year,
    count: of.length,
    ...toStars(of, averaged),
    /** The count as a percentage of the year with the most reviews. */
    percent: percentOf(of.length, most),
  }));
}
