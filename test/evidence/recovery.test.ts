import { expect, test } from 'vitest';
import { acts, interruptAll } from './recovery.ts';

test.each(Object.keys(acts))('after a kill, an error or a full disk during %s, the next command recovers', async (act) => {
  const { runs } = await interruptAll(['kill', 'error', 'full disk'], 23, [act]);
  expect(runs).toBeGreaterThanOrEqual(2);
});
