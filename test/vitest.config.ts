import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SlowFirst } from './support/slow-first.ts';

/** Files that need a process of their own: they measure its memory or time, or set what holds for the whole process. */
const ALONE = ['test/evidence/**/*.test.ts', 'test/mcp/cost.test.ts', 'test/hub/abuse.test.ts'];

/** What `npm test` runs beside the checks. Sites are built once, in test/support/build-sites.ts. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    globalSetup: ['test/support/install-strangers.ts', 'test/support/own-temporary-folder.ts', 'test/support/build-sites.ts'],
    setupFiles: ['test/support/each-file.ts'],
    sequence: { sequencer: SlowFirst },
    pool: 'forks',
    // Four more than the cores of a small machine: tests that wait for a timer or a browser leave theirs to another.
    maxWorkers: 6,
    // Only what hangs is ended: how long a test takes depends on the machine, and the slowest take a minute and a half on two quiet cores.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // Node loads the files as it does for `npm start`: nothing is transformed, and its compile cache applies.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE, isolate: true } },
      // One after the other in the same few processes, which have loaded and compiled our modules from the second file on.
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...ALONE, 'test/postgres/**', '**/node_modules/**'],
          isolate: false,
        },
      },
    ],
  },
});
