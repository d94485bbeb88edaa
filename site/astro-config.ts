import { mkdir, readlink, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroInlineConfig } from 'astro';
import type { Environment } from './contract/environment.ts';
import { reviews } from './integration.ts';
import { basePathOf } from './shared/base-path.ts';

/** Our Astro configuration. It only writes to CACHE_DIR, so everything else can be read-only. */
export function astroConfig({ BASE_URL, CACHE_DIR }: Pick<Environment, 'BASE_URL' | 'CACHE_DIR'>) {
  const site = import.meta.dirname;
  const cache = path.resolve(CACHE_DIR);
  return {
    integrations: [reviews()],
    site: BASE_URL,
    base: basePathOf(BASE_URL) || '/',
    cacheDir: path.join(cache, 'cache'),
    trailingSlash: 'always',
    build: { format: 'directory', inlineStylesheets: 'never' },
    // Keep white space in reviews as the customer wrote it.
    compressHTML: false,
    vite: {
      // The Content-Security-Policy allows no inline scripts.
      build: { assetsInlineLimit: 0 },
      cacheDir: path.join(cache, 'vite'),
      server: { fs: { allow: [path.dirname(site), path.dirname(cache)] } },
    },
    devToolbar: { enabled: false },
  } satisfies AstroInlineConfig;
}

/**
 * Makes the options for running Astro from our commands. With CACHE_DIR as its root, it finds no configuration, pages or styles of other
 * programs. A link lets bundled modules find our packages wherever npm, npx or pnpm put them.
 */
export async function standalone({ CACHE_DIR }: Pick<Environment, 'CACHE_DIR'>) {
  const root = path.resolve(CACHE_DIR);
  const packages = path.dirname(path.dirname(fileURLToPath(import.meta.resolve('astro/package.json'))));
  const link = path.join(root, 'node_modules');
  await mkdir(root, { recursive: true });
  if ((await readlink(link).catch(() => undefined)) !== packages) {
    await rm(link, { force: true });
    // Another build may have made it in the meantime.
    await symlink(packages, link, 'junction').catch(() => undefined);
  }
  return { root, configFile: false, logLevel: 'error' } satisfies AstroInlineConfig;
}
