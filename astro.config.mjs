import { defineConfig } from 'astro/config';
import { basePathOf } from './site/contract/base-path.ts';
import { readEnvironment } from './site/contract/environment.ts';
import { reviews } from './site/integration.ts';

const { BASE_URL } = readEnvironment(process.env);

export default defineConfig({
  integrations: [reviews()],
  srcDir: './site',
  publicDir: './site/public',
  site: BASE_URL,
  base: basePathOf(BASE_URL) || '/',
  // Builds write only to .astro here, so the rest of the checkout can be read-only.
  cacheDir: './.astro/cache',
  trailingSlash: 'always',
  // Pages are written while others are rendered, which makes large builds a quarter faster.
  build: { format: 'directory', inlineStylesheets: 'never', concurrency: 8 },
  // Keep white space in reviews as the customer wrote it.
  compressHTML: false,
  // The Content-Security-Policy allows no inline scripts.
  vite: { build: { assetsInlineLimit: 0 }, cacheDir: '.astro/vite' },
  devToolbar: { enabled: false },
});
