import { hash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { hashParts } from '../../site/content/hash-parts.ts';
import { oncePer } from '../../site/content/once-per.ts';
import { writeWhole } from '../../site/content/write/write-file.ts';
import { reviewPagePath } from '../../site/contract/paths.ts';
import type { Publication } from '../../site/publication.ts';
import { listingPageInputs, plainListingPages, sharedListingInputs } from '../../site/views/listing-page-inputs.ts';
import { pagePath } from '../../site/views/listings.ts';
import { reviewPageInputs, sharedPageInputs } from '../../site/views/review-page-inputs.ts';
import { type FileRecord, fileOf } from './files.ts';
import type { PublishedTree } from './last-publication.ts';
import { type Links, linkOrCopy } from './links.ts';
import { hashOfPageCode } from './pages/code.ts';

/** In the folder of the generations. The SHA-256 of a page, by that of its inputs: no text of a customer, so a takedown needn't reach it. */
const FILE = '.pages.json';
const cacheFile = z.record(z.string(), z.string());

const LINKS_PER_TURN = 100;

/**
 * Links the pages of reviews and of lists that needn't be rendered again from the generation `last` into `stage`, and returns their records
 * by public path. Each is read and compared with its hash, so that a damaged one is rendered anew.
 */
export async function keepPages(
  publication: Publication,
  last: PublishedTree | undefined,
  stage: string,
  links: Links,
): Promise<Map<string, FileRecord>> {
  const kept = new Map<string, FileRecord>();
  if (!last) return kept;
  const known = await readCache(path.dirname(last.folder));
  for (const [publicPath, key] of await pageKeys(publication)) {
    const record = last.document.files[publicPath];
    // One with compressed variants beside it is long, and rare.
    if (!record || record.br || record.gzip || known[key] !== record.sha256) continue;
    if (linkIntact(fileOf(last.folder, publicPath), fileOf(stage, publicPath), record, links))
      kept.set(publicPath, { sha256: record.sha256, identity: record.identity });
    // Signals and messages of the process that started the build are heard between turns of the event loop.
    if (kept.size % LINKS_PER_TURN === 0) await setImmediate();
  }
  return kept;
}

/** Remembers, in the folder of the generations, which inputs the pages of this build were printed from. A folder that can't be written to is no error. */
export async function rememberPages(publication: Publication, records: ReadonlyMap<string, FileRecord>, store: string): Promise<void> {
  const entries = [...(await pageKeys(publication))].flatMap(([publicPath, key]) => {
    const record = records.get(publicPath);
    return record ? [[key, record.sha256]] : [];
  });
  // A build without pages says nothing of them.
  if (entries.length === 0) return;
  await writeWhole(path.join(store, FILE), JSON.stringify(Object.fromEntries(entries))).catch(() => {});
}

async function readCache(store: string): Promise<Readonly<Record<string, string>>> {
  try {
    return cacheFile.parse(JSON.parse(await readFile(path.join(store, FILE), 'utf8')));
  } catch {
    // Absent or damaged: every page is rendered, to the same bytes.
    return {};
  }
}

/** Whether `existing` has the bytes of the record, and is now at `fresh` as well. */
function linkIntact(existing: string, fresh: string, { sha256, identity }: FileRecord, links: Links): boolean {
  try {
    mkdirSync(path.dirname(fresh), { recursive: true });
    linkOrCopy(links, existing, fresh);
    if (hashOf(fresh, identity.bytes) === sha256) return true;
  } catch {
    // The generation is being removed by another build.
  }
  // The page that is printed instead would be written into the earlier generation's file, too.
  rmSync(fresh, { force: true });
  return false;
}

let room = Buffer.alloc(65_536);

/** The SHA-256 of a file that should have so many bytes. All are read into the same memory, since allocating takes longer than reading. */
function hashOf(file: string, bytes: number): string {
  if (bytes >= room.length) room = Buffer.alloc(2 * bytes);
  const descriptor = openSync(file, 'r');
  try {
    // One more than it should have, which shows that it has grown.
    return hash('sha256', room.subarray(0, readSync(descriptor, room, 0, bytes + 1, 0)));
  } finally {
    closeSync(descriptor);
  }
}

/** The hash of what each page that may be kept is printed from, by the page's path. */
const pageKeys = oncePer(async (publication: Publication): Promise<ReadonlyMap<string, string>> => {
  const code = await hashOfPageCode();
  const review = hashParts(code, sharedPageInputs(publication));
  const listing = hashParts(code, sharedListingInputs(publication));
  return new Map([
    ...publication.dataset.reviews.map(({ id }) => [reviewPagePath(id), hashParts(review, reviewPageInputs(publication, id))] as const),
    ...plainListingPages(publication).map(
      (page) => [pagePath(page.listing, page.number), hashParts(listing, listingPageInputs(publication, page))] as const,
    ),
  ]);
});
