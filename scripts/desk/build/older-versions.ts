import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../../../site/contract/environment.ts';
import { paths } from '../../../site/contract/paths.ts';
import type { ReviewsDocument } from '../../../site/contract/reviews-document.ts';
import { currentTree, olderGenerations } from '../../content/own-folders.ts';
import { readTakedowns } from '../../content/takedown-files.ts';

/** The last published `reviews.json`; undefined if nothing was published. */
export async function readPublished({ DIST_DIR }: Pick<Environment, 'DIST_DIR'>): Promise<ReviewsDocument | undefined> {
  const tree = await currentTree(DIST_DIR);
  return tree === undefined ? undefined : readReviews(tree);
}

/** Whether the published version, or an older one that is still on this machine, has a review that has been taken down since. */
export async function publishesTakenDown({ CONTENT_DIR, DIST_DIR }: Pick<Environment, 'CONTENT_DIR' | 'DIST_DIR'>): Promise<boolean> {
  const ids = new Set((await readTakedowns(CONTENT_DIR)).map(({ review }) => review));
  if (ids.size === 0) return false;
  const versions = await Promise.all([...olderGenerations(DIST_DIR, ''), path.resolve(DIST_DIR)].map(readReviews));
  return versions.some((version) => version?.reviews.some(({ id }) => ids.has(id)));
}

async function readReviews(folder: string): Promise<ReviewsDocument | undefined> {
  const text = await readFile(path.join(folder, paths.reviews), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as ReviewsDocument);
}
