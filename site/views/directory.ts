import type { Dataset } from '../content/dataset.ts';
import { percentOf } from '../insights/counts.ts';
import { mean } from '../shared/algorithms.ts';
import type { Listing } from './listings.ts';
import { type SmallPicture, smallPictures } from './pictures.ts';

/** Rows of links to lists of reviews. `stars` is the mean of a list; null without reviews. */
export function toDirectory(listings: readonly Listing[]) {
  return listings.map(({ path, label, reviews }) => ({
    path,
    label,
    count: reviews.length,
    stars: mean(reviews.map(({ rating }) => rating)),
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

const MOST = 8;

/** A group of lists beside a page's reviews: all if they have bars, otherwise the first eight. `index` is the path of the page with all. */
export function toColumnGroup(title: string, listings: readonly Listing[], { bars = false, index }: { bars?: boolean; index?: string }) {
  const total = listings.reduce((sum, { reviews }) => sum + reviews.length, 0);
  const shown = bars ? listings : listings.slice(0, MOST);
  const rows = shown.map(({ path, label, reviews }) => ({ path, label, count: reviews.length, percent: percentOf(reviews.length, total) }));
  return { title, index, bars, rows };
}
export type ColumnGroup = ReturnType<typeof toColumnGroup>;
