import { cp, rename } from 'node:fs/promises';
import path from 'node:path';
import type { AstroIntegration } from 'astro';
import { astroConfig, standalone } from '../../site/astro-config.ts';
import type { Environment } from '../../site/contract/environment.ts';
import { publishFrom } from '../../site/integration.ts';
import type { Publication } from '../../site/publication.ts';
import { withStage } from './swap.ts';

/** Writes the files of a publication into the empty folder `stage`. */
export type PrintSite = (publication: Publication, stage: string, environment: Environment) => Promise<void>;

/**
 * Builds all pages and documents with Astro. Astro empties its output folder and puts its bundle there, so each build uses a new folder
 * and moves it to `stage` afterwards.
 */
export const printSite: PrintSite = (...site) => printSiteWith([], ...site);

/** Builds a site like `printSite`, with more integrations for Astro. */
export function printSiteWith(more: readonly AstroIntegration[], ...[publication, stage, environment]: Parameters<PrintSite>) {
  Object.assign(process.env, { ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DISABLE_UPDATE_CHECK: 'true' });
  // Below the owner's folder, so the code that Astro bundles finds its packages.
  return withStage(environment.CACHE_DIR, ['site', 'cache'], (folders) => printInto(publication, stage, environment, more, folders));
}

async function printInto(
  publication: Publication,
  stage: string,
  environment: Environment,
  more: readonly AstroIntegration[],
  [outDir = '', cacheDir = '']: readonly string[],
): Promise<void> {
  const before = process.cwd();
  // Astro only puts its bundle in the output folder if that is below the current folder.
  if (path.relative(before, outDir).startsWith('..')) process.chdir(path.dirname(outDir));
  try {
    publishFrom(() => publication);
    // Astro takes a second to load, and only this needs it.
    const { build } = await import('astro');
    const { integrations, ...config } = astroConfig(environment);
    await build({ ...(await standalone(environment)), ...config, integrations: [...integrations, ...more], outDir, cacheDir });
    // The stage may be on another file system, and Windows doesn't replace folders.
    await rename(outDir, stage).catch(() => cp(outDir, stage, { recursive: true }));
  } finally {
    process.chdir(before);
  }
}
