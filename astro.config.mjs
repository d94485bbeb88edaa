import { defineConfig } from 'astro/config';
import { basePathOf } from './site/contract/base-path.ts';
import { readEnvironment } from './site/contract/environment.ts';

const { BASE_URL } = readEnvironment(process.env);

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  site: BASE_URL,
  base: basePathOf(BASE_URL) || '/',
  // Nothing but .astro is written below this folder, so that the rest may be read-only.
  cacheDir: './.astro/cache',
  trailingSlash: 'always',
  build: { format: 'directory', inlineStylesheets: 'never' },
  // White space between words of a review is the customer's.
  compressHTML: false,
  // The Content-Security-Policy lets no script run that stands in a page.
  vite: { build: { assetsInlineLimit: 0 }, cacheDir: '.astro/vite' },
  devToolbar: { enabled: false },
});
