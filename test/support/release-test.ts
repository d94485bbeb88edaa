import { appendFileSync } from 'node:fs';
import { test } from 'vitest';

/** Whether this run is `npm test -- --release`. */
export const isRelease = process.env['RELEASE_TESTS'] === 'true';

/**
 * Registers a test of something rare and slow that only `npm test -- --release` runs. Other runs don't register it, so they don't count it as
 * skipped. `npm test` lists the titles that tests write to the file LEFT_OUT.
 */
export function releaseTest(title: string, run: () => Promise<void>): void {
  const { LEFT_OUT } = process.env;
  if (isRelease) test(title, run);
  else if (LEFT_OUT) appendFileSync(LEFT_OUT, `${title}\n`);
}
