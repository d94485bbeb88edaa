import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientKey, rateLimiter } from '../../sidecar/http/rate-limit.ts';
import { ManualClock } from '../support/manual-clock.ts';

const limiter = (perMinute: number, maxKeys = 100) => {
  const clock = new ManualClock();
  const take = rateLimiter(perMinute, clock, maxKeys);
  const allowed = (key: string, times: number) =>
    Array.from({ length: times }, () => take(key)).filter((quota) => quota?.ok !== false).length;
  return { clock, take, allowed };
};

test('a minute’s quota can be used at once, then one request at a time', () => {
  const { allowed, clock, take } = limiter(60);
  expect(allowed('a', 100)).toBe(60);
  expect(take('a')).toEqual({ ok: false, perMinute: 60, remaining: 0, seconds: 1 });
  clock.advance(1_000);
  expect(allowed('a', 10)).toBe(1);
  clock.advance(60_000);
  expect(allowed('a', 100)).toBe(60);
});

test('a client that waits as long as it is told gets through', () => {
  for (const perMinute of [1, 7, 60, 600, 7_777]) {
    const { allowed, clock, take } = limiter(perMinute);
    allowed('a', perMinute);
    const refused = take('a');
    if (refused?.ok !== false) throw new Error(`${perMinute} a minute let one more in`);
    clock.advance(refused.seconds * 1_000);
    expect(take('a')?.ok).toBe(true);
  }
});

test('a refused request costs nothing, and clients are counted separately', () => {
  const { allowed, clock } = limiter(60);
  allowed('a', 1_000);
  expect(allowed('b', 60)).toBe(60);
  clock.advance(1_000);
  expect(allowed('a', 1)).toBe(1);
});

test('0 means no limit', () => {
  expect(limiter(0).allowed('a', 10_000)).toBe(10_000);
  expect(limiter(0).take('a')).toBeUndefined();
});

test('exactly as many requests pass as are reported to remain', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 700 }), fc.array(fc.tuple(fc.nat(30), fc.nat(9_999)), { maxLength: 8 }), (perMinute, past) => {
      const { allowed, clock, take } = limiter(perMinute);
      for (const [times, pause] of past) {
        allowed('a', times);
        clock.advance(pause);
      }
      const { remaining = -1 } = take('a') ?? {};
      expect(allowed('a', perMinute + 1)).toBe(remaining);
    }),
  );
});

test('a client that spreads the remaining requests over the reported seconds is never refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 700 }), fc.array(fc.nat(30), { minLength: 1, maxLength: 30 }), (perMinute, bursts) => {
      const { allowed, clock, take } = limiter(perMinute);
      for (const burst of bursts) {
        allowed('a', burst);
        const { remaining = 0, seconds = 0 } = take('a') ?? {};
        for (let sent = 0; sent < remaining; sent++) {
          expect(take('a')?.ok).toBe(true);
          clock.advance((seconds * 1_000) / remaining);
        }
        if (remaining === 0) clock.advance(seconds * 1_000);
        expect(take('a')?.ok).toBe(true);
      }
    }),
  );
});

test('memory is bounded: the least recently used key is forgotten', () => {
  const { allowed } = limiter(1, 2);
  for (const key of ['a', 'b', 'c']) allowed(key, 1);
  expect([allowed('c', 1), allowed('b', 1), allowed('a', 1)]).toEqual([0, 0, 1]);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['callback reader.example', 'callback reader.example'],
  ['', ''],
])('%s counts as %s', (address, key) => expect(clientKey(address)).toBe(key));
