import { cp, rename } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
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
export const printSite: PrintSite = (publication, stage, environment) => {
  Object.assign(process.env, { ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DISABLE_UPDATE_CHECK: 'true' });
  // Below the owner's folder, so the code that Astro bundles finds its packages.
  return withStage(environment.CACHE_DIR, ['site', 'cache'], (folders) => printInto(publication, stage, environment, folders));
};

async function printInto(
  publication: Publication,
  stage: string,
  environment: Environment,
  [outDir = '', cacheDir = '']: readonly string[],
): Promise<void> {
  const before = process.cwd();
  // Astro only puts its bundle in the output folder if that is below the current folder.
  if (path.relative(before, outDir).startsWith('..')) process.chdir(path.dirname(outDir));
  try {
    publishFrom(() => publication);
    // Astro takes a second to load, and only this needs it.
    const { build } = await import('astro');
    await build({ ...(await standalone(environment)), ...astroConfig(environment), outDir, cacheDir });
    // The stage may be on another file system, and Windows doesn't replace folders.
    await rename(outDir, stage).catch(() => cp(outDir, stage, { recursive: true }));
  } finally {
    process.chdir(before);
  }
}

const HEAD = `#!/usr/bin/env node
// Checks a site of verified reviews against its log: verify.mjs BASE_URL [--state FILE]
// Needs nothing but Node 20.16, Deno 2 or Bun: deno run --allow-net --allow-read --allow-write verify.mjs ...
`;

/** Bundles `site/log/verify.ts` into `/verify.mjs`, unminified so that people can read it. */
export async function bundleVerifier(): Promise<string> {
  const bundle = await rolldown({
    // The bundler's comments name the files relative to this folder.
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    // TypeScript in a clone, JavaScript in the package.
    input: `site/log/verify${path.extname(import.meta.filename)}`,
    platform: 'neutral',
    external: /^node:/,
  });
  const { output } = await bundle.generate({ format: 'esm', banner: HEAD });
  await bundle.close();
  return output[0].code;
}
