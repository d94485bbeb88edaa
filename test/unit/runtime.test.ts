import { expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../sidecar/runtime.ts';

test('random values have the requested length, and fractions are from 0 to below 1', () => {
  expect(systemRandom.bytes(16)).toHaveLength(16);
  expect(systemRandom.bytes(16)).not.toEqual(systemRandom.bytes(16));
  const fraction = systemRandom.fraction();
  expect(fraction >= 0 && fraction < 1).toBe(true);
});

test('a system timer fires when its time comes, and never after it is canceled', async () => {
  const called: string[] = [];
  systemClock.setTimer(systemClock.now() - 1, () => called.push('cancelled'))();
  await new Promise<void>((resolve) => {
    systemClock.setTimer(systemClock.now() + 1, resolve);
    // systemClock's timers don't keep the process alive, so this one does.
    setTimeout(() => {}, 50);
  });
  expect(called).toEqual([]);
});
