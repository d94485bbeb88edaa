import { describe, expect, test } from 'vitest';
import { clientKey, rateLimiter } from '../../sidecar/http/rate-limit.ts';
import { systemClock } from '../../sidecar/runtime/clock.ts';
import { systemRandom } from '../../sidecar/runtime/random.ts';

function limiterAt(perMinute: number, maxKeys = 100) {
  const clock = { ms: 1_000_000, now: () => clock.ms, setTimer: systemClock.setTimer };
  return { clock, limiter: rateLimiter({ perMinute, clock, maxKeys }) };
}

describe('a rate limit', () => {
  test('lets the whole allowance of a minute pass at once, and says when the next may come', () => {
    const { clock, limiter } = limiterAt(60);
    const taken = Array.from({ length: 61 }, () => limiter.take('a'));
    expect(taken.filter(({ ok }) => ok)).toHaveLength(60);
    expect(taken[60]).toEqual({ ok: false, retryAfterSeconds: 1 });
    clock.ms += 1000;
    expect(limiter.take('a')).toEqual({ ok: true });
    expect(limiter.take('a')).toEqual({ ok: false, retryAfterSeconds: 1 });
    clock.ms += 60_000;
    expect(Array.from({ length: 60 }, () => limiter.take('a')).every(({ ok }) => ok)).toBe(true);
  });

  test('counts every client apart and forgets the one heard of longest ago', () => {
    const { limiter } = limiterAt(1, 2);
    expect(['a', 'b', 'a', 'c', 'b', 'a'].map((key) => limiter.take(key).ok)).toEqual([true, true, false, true, false, true]);
  });

  test('of 0 is none', () => {
    const { limiter } = limiterAt(0);
    expect(Array.from({ length: 1000 }, () => limiter.take('a').ok)).not.toContain(false);
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['a name', 'a name'],
])('%s counts as %s', (address, key) => {
  expect(clientKey(address)).toBe(key);
});

test('chance gives as many bytes as asked for and fractions below one', () => {
  expect(systemRandom.bytes(16)).toHaveLength(16);
  expect(systemRandom.bytes(16)).not.toEqual(systemRandom.bytes(16));
  const fraction = systemRandom.fraction();
  expect(fraction >= 0 && fraction < 1).toBe(true);
});

test('a timer of the machine calls back once its time has come, and never when cancelled', async () => {
  const called: string[] = [];
  systemClock.setTimer(systemClock.now() - 1, () => called.push('cancelled'))();
  await new Promise<void>((resolve) => {
    systemClock.setTimer(systemClock.now() + 1, resolve);
    // Its own timers keep no process alive, so this one does.
    setTimeout(() => {}, 50);
  });
  expect(called).toEqual([]);
});
