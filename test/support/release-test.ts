import { appendFileSync } from 'node:fs';
import { describe, test } from 'vitest';

/** Whether this run is `npm test -- --release`. */
export const isRelease = process.env['RELEASE_TESTS'] === 'true';

/** How often a random test runs: `many` times in a release, a third as often otherwise. */
export const roundsOf = (many: number): number => (isRelease ? many : Math.ceil(many / 3));

/**
 * Registers a test of something rare and slow that only `npm test -- --release` runs. Other runs don't register it, so they don't count it as
 * skipped. `npm test` lists the titles that tests write to the file LEFT_OUT.
 */
export function releaseTest(title: string, run: () => Promise<void>): void {
  if (isRelease) test(title, run);
  else leaveOut(title);
}

/** Registers a group of tests, hooks included, like `releaseTest`. */
export function releaseGroup(title: string, define: () => void): void {
  if (isRelease) describe(title, define);
  else leaveOut(title);
}

/** The cases of a table: `sample`, and in a release also `rest`. The title says what `rest` is. */
export function withReleaseCases<Case>(title: string, sample: readonly Case[], rest: readonly Case[]): readonly Case[] {
  if (isRelease) return [...sample, ...rest];
  leaveOut(title);
  return sample;
}

function leaveOut(title: string): void {
  const { LEFT_OUT } = process.env;
  if (LEFT_OUT) appendFileSync(LEFT_OUT, `${title}\n`);
}
