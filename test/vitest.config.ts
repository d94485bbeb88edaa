import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { TEST_DEADLINE_MS, WAIT_DEADLINE_MS } from './support/deadlines.ts';
import { SlowFirst } from './support/slow-first.ts';

/** Files that need their own process: they measure its memory or time, or change process-wide state. */
const ALONE = ['test/evidence/**/*.test.ts', 'test/mcp/cost.test.ts', 'test/hub/abuse.test.ts'];

/** The tests that `npm test` runs alongside the checks. Sites are built once, in test/support/build-sites.ts. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // Each undoes what it did after the tests, in reverse order.
    globalSetup: ['install-third-party', 'own-temporary-folder', 'shared-builder', 'build-sites', 'shared-postgres'].map(
      (name) => `test/support/${name}.ts`,
    ),
    setupFiles: ['test/support/each-file.ts'],
    sequence: { sequencer: SlowFirst },
    pool: 'forks',
    // One more than a small machine's cores: a file uses 0.7 to 1 core, and each worker loads our modules, Astro and Chromium once more.
    maxWorkers: 3,
    testTimeout: TEST_DEADLINE_MS,
    hookTimeout: TEST_DEADLINE_MS,
    expect: { poll: { timeout: WAIT_DEADLINE_MS } },
    // Node loads the files as for `npm start`: without transforms, and with its compile cache.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE, isolate: true } },
      // These files run one after another in the same few processes, so our modules are loaded and compiled from the second file on.
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...ALONE, '**/node_modules/**'],
          isolate: false,
        },
      },
    ],
  },
});
