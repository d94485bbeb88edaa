import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readGeneration } from '../../sidecar/generation/generation.ts';
import type { Dataset } from '../../site/content/dataset.ts';
import type { Environment } from '../../site/contract/environment.ts';
import type { GenerationDocument } from '../../site/contract/generation.ts';
import { limits } from '../../site/contract/limits.ts';
import { paths } from '../../site/contract/paths.ts';
import type { ReviewsDocument } from '../../site/contract/reviews-document.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { counted } from '../../site/shared/text.ts';
import { currentTree } from '../content/own-folders.ts';
import { OtherBusiness } from '../log/previous-log.ts';

/** A generation in a folder on this machine. */
export interface PublishedTree {
  readonly folder: string;
  readonly document: GenerationDocument;
}

/** What was published before this build, as far as is known. */
export interface LastPublication {
  /** The generation that `DIST_DIR` points to, whichever address it was built for. */
  readonly disk: PublishedTree | undefined;
  /** The records of what was served at `BASE_URL`: from `DIST_DIR`, if it was built for this address, and from the live site. */
  readonly served: readonly GenerationDocument[];
  /** Whether the site at `BASE_URL` has a record, has none (404), or can't be reached. */
  readonly live: 'found' | 'none' | 'unreachable';
}

/** Reads the last publication from `DIST_DIR` and from the site at `BASE_URL`; another machine may have published since. Never throws. */
export async function readLastPublication({ DIST_DIR, BASE_URL }: Pick<Environment, 'DIST_DIR' | 'BASE_URL'>): Promise<LastPublication> {
  const [disk, live] = await Promise.all([readPublishedTree(DIST_DIR), fetchGeneration(BASE_URL)]);
  const own = disk?.document.base_url === BASE_URL ? [disk.document] : [];
  if (typeof live === 'string') return { disk, served: own, live };
  return { disk, served: [...own, live], live: 'found' };
}

/** The generation behind `distDir`, or undefined if there is none with a readable record. */
export async function readPublishedTree(distDir: string): Promise<PublishedTree | undefined> {
  const folder = await currentTree(distDir);
  if (folder === undefined) return undefined;
  try {
    return { folder, document: await toGenerationDocument(await readFile(path.join(folder, paths.generation))) };
  } catch {
    return undefined;
  }
}

/** The same, which a build has just published. @throws SetupError if there is none */
export async function requirePublishedTree(distDir: string): Promise<PublishedTree> {
  const tree = await readPublishedTree(distDir);
  if (tree === undefined) throw new SetupError(`publish: ${distDir} has no build`);
  return tree;
}

/** The record of the live site, even if it was built for another address: this is the address that serves it. */
async function fetchGeneration(baseUrl: string): Promise<GenerationDocument | 'none' | 'unreachable'> {
  try {
    const { status, document } = await fetchRecord(baseUrl + paths.generation);
    return document ?? (status === 404 ? 'none' : 'unreachable');
  } catch {
    return 'unreachable';
  }
}

/** Fetches a `/generation.json`. There is no document with another status than 2xx, or if it isn't ours. @throws Error without an answer */
export async function fetchRecord(
  url: string,
  cache: RequestCache = 'default',
): Promise<{ readonly status: number; readonly document: GenerationDocument | undefined }> {
  const response = await fetch(url, { cache, signal: AbortSignal.timeout(limits.lastPublicationTimeoutSeconds * 1000) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const { status, ok } = response;
  return { status, document: ok ? await toGenerationDocument(bytes).catch(() => undefined) : undefined };
}

/** Reads the bytes of `/generation.json`. @throws Error if it isn't one that a build has printed */
export async function toGenerationDocument(bytes: Buffer): Promise<GenerationDocument> {
  const { document, files } = await readGeneration(bytes);
  return { ...document, files: Object.fromEntries(files) };
}

/** The name of the demo business in `content/`. Builds of other businesses replace it without `--replace`. */
export const DEMO_NAME = 'Harbor & Pine Electric';

/**
 * Whether this is a different business from the published one: another name, and no review in common. False if no review was published.
 * @throws OtherBusiness if it is, without `replace`, unless the demo is published
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
  throw new OtherBusiness(
    { published: published.business.name, own: business.name },
    `build: ${DIST_DIR} publishes "${published.business.name}" (${counted(ids.size, 'review')}), and ${CONTENT_DIR} is "${business.name}" with no review in common; nothing was published
Set CONTENT_DIR or DIST_DIR to the right folder, in .env for all commands, or use --replace to publish "${business.name}" instead`,
  );
}

async function readReviews(folder: string): Promise<ReviewsDocument | undefined> {
  try {
    return JSON.parse(await readFile(path.join(folder, paths.reviews), 'utf8')) as ReviewsDocument;
  } catch {
    return undefined;
  }
}
