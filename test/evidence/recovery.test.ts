import { expect, test } from 'vitest';
import { acts, faults, interruptAll } from './recovery.ts';

/** How far an act gets, as shares of its changes of files. Each act has each fault, and so has each share. */
const SHARES = [0, 0.45, 0.9];

test('after a kill, an error or a full disk during any act, the next command recovers', async () => {
  const { runs } = await interruptAll((changes, act) =>
    SHARES.map((share, index) => ({ fault: faults[(act + index) % faults.length] ?? 'kill', step: Math.floor(share * changes) })),
  );
  expect(runs).toBe(SHARES.length * Object.keys(acts).length);
});
