import { cp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { astroConfig, standalone } from '../../site/astro-config.ts';
import type { Environment } from '../../site/contract/environment.ts';
import { bundle } from '../../site/documents/bundle.ts';
import { publishFrom } from '../../site/integration.ts';
import type { Publication } from '../../site/publication.ts';
import { ABANDONED_MS, openStage, sweepStages } from './swap.ts';

/** Writes the files of a publication into the empty folder `stage`. */
export type PrintSite = (publication: Publication, stage: string, environment: Environment) => Promise<void>;

/**
 * Builds all pages and documents with Astro. Astro empties its output folder and puts its bundle there, so each build uses a new folder
 * and moves it to `stage` afterwards.
 */
export const printSite: PrintSite = async (publication, stage, environment) => {
  Object.assign(process.env, { ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DISABLE_UPDATE_CHECK: 'true' });
  // The real clock, not SOURCE_DATE_EPOCH, because it is compared with file times.
  await sweepStages(environment.CACHE_DIR, Date.now() - ABANDONED_MS);
  // Below the owner's folder, so the code that Astro bundles finds its packages.
  const folder = path.resolve(await openStage(environment.CACHE_DIR));
  const outDir = path.join(folder, 'site');
  const before = process.cwd();
  // Astro only puts its bundle in the output folder if that is below the current folder.
  if (path.relative(before, outDir).startsWith('..')) process.chdir(folder);
  try {
    publishFrom(() => publication);
    // Astro takes a second to load, and only this needs it.
    const { build } = await import('astro');
    await build({ ...(await standalone(environment)), ...astroConfig(environment), outDir, cacheDir: path.join(folder, 'cache') });
    // The stage may be on another file system, and Windows doesn't replace folders.
    await rename(outDir, stage).catch(() => cp(outDir, stage, { recursive: true }));
  } finally {
    process.chdir(before);
    await rm(folder, { recursive: true, force: true });
  }
};

const HEAD = `#!/usr/bin/env node
// Checks a site of verified reviews against its log: verify.mjs BASE_URL [--state FILE]
// Needs nothing but Node 20.16, Deno 2 or Bun: deno run --allow-net --allow-read --allow-write verify.mjs ...
`;

/** Bundles `site/log/verify.ts` into `/verify.mjs`, unminified so that people can read it. */
export const bundleVerifier = () => bundle('log/verify', { format: 'esm', banner: HEAD });
