import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Dataset } from '../../site/content/dataset.ts';
import { SetupError } from '../../site/contract/environment.ts';
import { paths } from '../../site/contract/paths.ts';
import type { ReviewsDocument } from '../../site/contract/reviews-document.ts';
import { counted } from '../../site/views/words.ts';
import type { PublishedTree } from './last-publication.ts';

/** The name of the invented business in `content/`. A build of another business may replace it without asking. */
export const DEMO_NAME = 'Harbor & Pine Electric';

/**
 * Whether this is a different business from the published one: another name, and no review in common. Without `replace` that
 * throws a SetupError that names both, unless the published one is the demo, which any business may replace. False if nothing was
 * published.
 */
export async function replacesOtherBusiness(
  { business, reviews }: Pick<Dataset, 'business' | 'reviews'>,
  disk: PublishedTree | undefined,
  { CONTENT_DIR, DIST_DIR }: { readonly CONTENT_DIR: string; readonly DIST_DIR: string },
  replace: boolean,
): Promise<boolean> {
  const published = disk && (await readReviews(disk.folder));
  if (!published || published.business.name === business.name) return false;
  const ids = new Set(published.reviews.map(({ id }) => id));
  if (ids.size === 0 || reviews.some(({ id }) => ids.has(id))) return false;
  if (replace || published.business.name === DEMO_NAME) return true;
  throw new SetupError(
    `build: ${DIST_DIR} publishes "${published.business.name}" (${counted(ids.size, 'review')}), and ${CONTENT_DIR} is "${business.name}" with no review in common; nothing was published
Set CONTENT_DIR or DIST_DIR to the right folder, in .env once and for all; or say --replace to publish "${business.name}" instead`,
  );
}

async function readReviews(folder: string): Promise<ReviewsDocument | undefined> {
  try {
    return JSON.parse(await readFile(path.join(folder, paths.reviews), 'utf8')) as ReviewsDocument;
  } catch {
    return undefined;
  }
}
