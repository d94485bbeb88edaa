import type { z } from 'zod';
import type { Dataset } from '../../site/content/dataset.ts';
import { itemsOf, type Place } from '../../site/content/problems.ts';
import { namedFile, readContentFile } from '../../site/content/read/content-files.ts';
import { checkPictures } from '../../site/content/read/pictures.ts';
import { readDataset, readWrittenReviews } from '../../site/content/read/read.ts';
import type { WrittenReview } from '../../site/content/read/written-reviews.ts';
import type { FileName } from '../../site/content/record-schemas.ts';
import { businessFile, policyFile, serviceAreasFile, servicesFile, techniciansFile } from '../../site/content/schemas.ts';
import { takedownFinder } from '../../site/content/takedowns.ts';
import { readTakedowns } from '../content/takedown-files.ts';

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
  /** The file and line of a catalog entry, by its key. */
  readonly catalog: ReadonlyMap<string, Place>;
  /** The files with the people and the services, which may not exist yet. */
  readonly lists: Readonly<Record<'technicians' | 'services', string>>;
  /** The file and line of each source in policy.yaml, by its id. */
  readonly rights: ReadonlyMap<string, Place>;
  /** The file and line of a part of policy.yaml. */
  readonly policyAt: (path: readonly PropertyKey[]) => Place;
  /** Today in the earliest time zone, YYYY-MM-DD. */
  readonly today: string;
}

/** Reads the content of `contentDir`. @throws ContentError with all problems */
export async function viewContent(contentDir: string, today: string): Promise<ContentView> {
  const dataset = readDataset(contentDir);
  await checkPictures(dataset);
  const takedown = takedownFinder(await readTakedowns(contentDir));
  const read = <T extends z.ZodType>(name: FileName, schema: T) => readContentFile(namedFile(contentDir, name), schema);
  const business = await read('business', businessFile);
  const policy = await read('policy', policyFile);
  const catalog = [
    ...itemsOf(await read('services', servicesFile)).map(({ value, at }) => [value.id, at()] as const),
    ...itemsOf(await read('technicians', techniciansFile)).map(({ value, at }) => [value.name, at()] as const),
    ...itemsOf(await read('service-areas', serviceAreasFile)).map(({ value, at }) => [value.name, at()] as const),
  ];
  return {
    contentDir,
    dataset,
    written: readWrittenReviews(contentDir),
    isTakenDown: ({ entry }) => takedown(entry) !== undefined,
    type: business.at(['type']),
    address: business.at(['address']),
    catalog: new Map(catalog),
    lists: { technicians: namedFile(contentDir, 'technicians'), services: namedFile(contentDir, 'services') },
    rights: new Map(Object.keys(policy.value.sources).map((id) => [id, policy.at(['sources', id])])),
    policyAt: policy.at,
    today,
  };
}
