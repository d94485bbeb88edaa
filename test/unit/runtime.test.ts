import { expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../sidecar/runtime.ts';

test('random values have the length asked for, and fractions are below one', () => {
  expect(systemRandom.bytes(16)).toHaveLength(16);
  expect(systemRandom.bytes(16)).not.toEqual(systemRandom.bytes(16));
  const fraction = systemRandom.fraction();
  expect(fraction >= 0 && fraction < 1).toBe(true);
});

test('a system timer calls back when its time has come, and never after it is cancelled', async () => {
  const called: string[] = [];
  systemClock.setTimer(systemClock.now() - 1, () => called.push('cancelled'))();
  await new Promise<void>((resolve) => {
    systemClock.setTimer(systemClock.now() + 1, resolve);
    // Its own timers keep no process alive, so this one does.
    setTimeout(() => {}, 50);
  });
  expect(called).toEqual([]);
});
