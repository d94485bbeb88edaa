import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { paths } from '../../site/contract/paths.ts';
import { documentsOf } from '../../site/documents/documents.ts';
import { answersWithin, printSince, toSinceAnswers } from '../../site/documents/since.ts';
import { type Publication, withKept } from '../../site/publication.ts';
import type { PublishedTree } from './last-publication.ts';
import type { Links } from './links.ts';
import { type KeptPages, keepPages, moveKept } from './page-cache.ts';
import { moveStage, openStage, sweepStages } from './swap.ts';

/**
 * Writes the files of a publication into the empty folder `stage`; returns the records of those that it took over from the generation
 * `last`.
 */
export type PrintSite = (publication: Publication, stage: string, last: PublishedTree | undefined, links: Links) => Promise<KeptPages>;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Astro bundles pages in a folder below the working folder, so concurrent builds need one each. */
const PRINTING = path.join(ROOT, '.astro');

/** The whole site by `astro build`, which reads the publication of this process, and renders no page that can be kept. */
export const printSite: PrintSite = async (publication, stage, last, links) => {
  process.env['ASTRO_TELEMETRY_DISABLED'] = '1';
  await sweepStages(PRINTING, Number.POSITIVE_INFINITY);
  const printed = await openStage(PRINTING);
  const aside = await openStage(path.dirname(stage));
  try {
    const kept = await keepPages(publication, last, aside, links);
    withKept(publication, kept);
    // Takes a second to load, which a build that prints no pages has no use for.
    const { build: buildAstro } = await import('astro');
    await buildAstro({ root: ROOT, outDir: printed, logLevel: 'error' });
    await moveStage(printed, stage);
    await moveKept(kept, aside, stage);
    return kept;
  } finally {
    await Promise.all([printed, aside].map((folder) => rm(folder, { recursive: true, force: true })));
  }
};

/** The documents without the pages, which take most of the time; the bytes are the same as in the whole site. */
export const printDocuments: PrintSite = async (publication, stage) => {
  const { reviews } = publication.dataset;
  const write = async (publicPath: string, body: string | Uint8Array) => {
    const file = path.join(stage, publicPath);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, body);
  };
  for (const [publicPath, print] of Object.entries(documentsOf(publication))) await write(publicPath, await print(publication));
  for (const { date, matched } of answersWithin(toSinceAnswers(reviews), publication.sinceBudgetBytes))
    await write(paths.since + date, printSince(reviews, matched));
  return new Map();
};
