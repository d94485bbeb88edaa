import { type Dataset, mean } from '../content/dataset.ts';
import type { Listing } from './listings.ts';
import { type SmallPicture, smallPictures } from './pictures.ts';

/** A list of reviews as one row among links to others. */
export interface DirectoryRow {
  readonly path: string;
  readonly label: string;
  readonly count: number;
  /** Mean stars; null without reviews. */
  readonly stars: number | null;
}

export function toDirectory(listings: readonly Listing[]): readonly DirectoryRow[] {
  return listings.map(({ path, label, reviews }) => ({
    path,
    label,
    count: reviews.length,
    stars: mean(reviews.map(({ rating }) => rating)),
  }));
}

/** The same for people, with the face of each who has a picture. */
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

/** Lists that a page links to in the column beside its reviews. */
export interface ColumnGroup {
  readonly title: string;
  /** The page of all lists of this kind. */
  readonly index?: string;
  /** Whether bars show their shares of the reviews. */
  readonly bars: boolean;
  readonly rows: readonly (Pick<DirectoryRow, 'path' | 'label' | 'count'> & { readonly percent: number })[];
}

const MOST = 8;

/** A group of the column: with bars all lists, otherwise the first eight. */
export function toColumnGroup(
  title: string,
  listings: readonly Listing[],
  more: { readonly bars?: boolean; readonly index?: string },
): ColumnGroup {
  const { bars = false } = more;
  const total = listings.reduce((sum, { reviews }) => sum + reviews.length, 0);
  const shown = bars ? listings : listings.slice(0, MOST);
  const rows = shown.map(({ path, label, reviews }) => ({ path, label, count: reviews.length, percent: percentOf(reviews.length, total) }));
  return { ...more, title, bars, rows };
}

/** A share in percent, to one decimal. */
export const percentOf = (count: number, total: number): number => Math.round((count / Math.max(1, total)) * 1000) / 10;
