import { expect, test } from 'vitest';
import { isRelease } from '../support/release-test.ts';
import { acts, faults, interruptAll } from './recovery.ts';

/** How far an act gets, as shares of its changes of files. In a release, each act has each fault, and so has each share. */
const SHARES = [0, 0.45, 0.9];
const sharesOf = (act: number) => (isRelease ? SHARES : SHARES.filter((_, index) => index === act % SHARES.length));

test('after a kill, an error or a full disk during any act, the next command recovers', async () => {
  const { runs } = await interruptAll((changes, act) =>
    sharesOf(act).map((share) => ({
      fault: faults[(act + SHARES.indexOf(share) + Math.floor(act / SHARES.length)) % faults.length] ?? 'kill',
      step: Math.floor(share * changes),
    })),
  );
  expect(runs).toBe((isRelease ? SHARES.length : 1) * Object.keys(acts).length);
});
