import type { z } from 'zod';
import type { Dataset } from '../../site/content/dataset.ts';
import type { Place } from '../../site/content/problems.ts';
import { namedFile, readContentFile } from '../../site/content/read/named-file.ts';
import { checkPictures } from '../../site/content/read/pictures.ts';
import { itemsOf } from '../../site/content/read/placed.ts';
import { readDataset, readWrittenReviews } from '../../site/content/read/read.ts';
import type { WrittenReview } from '../../site/content/read/written-reviews.ts';
import type { FileName } from '../../site/content/record-schemas.ts';
import { businessFile, policyFile, serviceAreasFile, servicesFile, techniciansFile } from '../../site/content/schemas.ts';
import { takedownFinder } from '../../site/content/takedowns.ts';
import { readTakedowns } from '../../site/content/write/takedown-files.ts';

/** Valid content: the reviews, and the dataset that would be published. */
export interface ContentView {
  readonly contentDir: string;
  readonly dataset: Dataset;
  readonly written: readonly WrittenReview[];
  readonly isTakenDown: (review: WrittenReview) => boolean;
  /** The file and line of the business's type. */
  readonly type: Place;
  /** The file and line of the business's address. */
  readonly address: Place;
  /** The file and line of a catalogue entry, by its key. */
  readonly catalogue: ReadonlyMap<string, Place>;
  /** The file and line of each source that policy.yaml has rights of, by its id. */
  readonly rights: ReadonlyMap<string, Place>;
  /** Today in the earliest time zone, YYYY-MM-DD. */
  readonly today: string;
}

/** Reads the content of `contentDir`. @throws ContentError with all problems */
export async function viewContent(contentDir: string, today: string): Promise<ContentView> {
  const dataset = readDataset(contentDir);
  await checkPictures(dataset);
  const takedown = takedownFinder(await readTakedowns(contentDir));
  const catalogue = await Promise.all([
    placesOf(contentDir, 'services', servicesFile, ({ id }) => id),
    placesOf(contentDir, 'technicians', techniciansFile, ({ name }) => name),
    placesOf(contentDir, 'service-areas', serviceAreasFile, ({ name }) => name),
  ]);
  return {
    contentDir,
    dataset,
    written: readWrittenReviews(contentDir),
    isTakenDown: ({ entry }) => takedown(entry) !== undefined,
    type: await placeInBusiness(contentDir, 'type'),
    address: await placeInBusiness(contentDir, 'address'),
    catalogue: new Map(catalogue.flat()),
    rights: await placesOfRights(contentDir),
    today,
  };
}

async function placesOf<Item>(
  contentDir: string,
  name: FileName,
  schema: z.ZodType<readonly Item[]>,
  key: (item: Item) => string,
): Promise<[string, Place][]> {
  const items = itemsOf(await readContentFile(namedFile(contentDir, name), schema));
  return items.map(({ value, at }) => [key(value), at()]);
}

async function placeInBusiness(contentDir: string, key: string): Promise<Place> {
  const { at } = await readContentFile(namedFile(contentDir, 'business'), businessFile);
  return at([key]);
}

async function placesOfRights(contentDir: string): Promise<ContentView['rights']> {
  const { value, at } = await readContentFile(namedFile(contentDir, 'policy'), policyFile);
  return new Map(Object.keys(value.sources).map((id) => [id, at(['sources', id])]));
}
