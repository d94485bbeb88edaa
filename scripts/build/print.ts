import { mkdirSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { basePathOf } from '../../site/contract/base-path.ts';
import type { Environment } from '../../site/contract/environment.ts';
import { paths } from '../../site/contract/paths.ts';
import { documentsOf } from '../../site/documents/documents.ts';
import { answersWithin, printSince, toSinceAnswers } from '../../site/documents/since.ts';
import { type Publication, withKept } from '../../site/publication.ts';
import { type FileRecord, fileOf, recordOf } from './files.ts';
import type { PublishedTree } from './last-publication.ts';
import type { Links } from './links.ts';
import { collectAfter } from './memory.ts';
import { keepPages } from './page-cache.ts';
import { type PageBundle, pageBundle } from './pages/bundle.ts';
import { keepResults } from './pages/results.ts';

/**
 * Writes the files of a publication into the folder `stage`, or takes them over from the generation `last`; returns the records of
 * those that get no compressed variants.
 */
export type PrintSite = (
  publication: Publication,
  stage: string,
  last: PublishedTree | undefined,
  links: Links,
) => Promise<ReadonlyMap<string, FileRecord>>;

/**
 * Prints the whole site by Astro, which reads the publication of this process, and renders no page that can be kept. The pages are bundled from
 * now on, beside all else, unless `signal` ends it.
 */
export function printSite({ BASE_URL }: Pick<Environment, 'BASE_URL'>, signal: AbortSignal): PrintSite {
  const bundling = pageBundle(basePathOf(BASE_URL), signal);
  // What is wrong with it is said where it is waited for.
  bundling.catch(() => {});
  return async (...site) => print(await bundling, ...site);
}

async function print(bundle: PageBundle, ...[publication, stage, last, links]: Parameters<PrintSite>): ReturnType<PrintSite> {
  await cp(bundle.assets, stage, { recursive: true });
  const records = await keepPages(publication, last, stage, links);
  withKept(publication, new Set(records.keys()));
  const [{ printPages }, saveResults] = await Promise.all([bundle.import(), keepResults(bundle.results)]);
  for await (const { path: publicPath, body } of printPages()) {
    write(stage, publicPath, body, records);
    collectAfter(body.length);
    // Signals and messages of the process that started the build are heard between turns of the event loop.
    await setImmediate();
  }
  await saveResults();
  return records;
}

/** The documents without the pages, which take most of the time; the bytes are the same as in the whole site. */
export const printDocuments: PrintSite = async (publication, stage) => {
  const { reviews } = publication.dataset;
  const records = new Map<string, FileRecord>();
  for (const [publicPath, print] of Object.entries(documentsOf(publication))) write(stage, publicPath, await print(publication), records);
  for (const { date, matched } of answersWithin(toSinceAnswers(reviews), publication.sinceBudgetBytes))
    write(stage, paths.since + date, printSince(reviews, matched), records);
  return records;
};

/** Synchronously, as most files are so small that a thread would take longer to be told. */
function write(stage: string, publicPath: string, body: string | Uint8Array, records: Map<string, FileRecord>): void {
  const file = fileOf(stage, publicPath);
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.length);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  const record = recordOf(publicPath, bytes);
  if (record) records.set(publicPath, record);
}
