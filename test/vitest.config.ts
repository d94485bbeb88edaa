import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { SlowFirst } from './support/slow-first.ts';

/** What `npm test` runs after the checks. Sites are built once, in test/support/build-sites.ts. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/postgres/**'],
    globalSetup: ['test/support/install-strangers.ts', 'test/support/own-temporary-folder.ts', 'test/support/build-sites.ts'],
    setupFiles: ['test/support/remove-folders.ts'],
    sequence: { sequencer: SlowFirst },
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
