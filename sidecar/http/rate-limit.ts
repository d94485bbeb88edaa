import { isIPv6 } from 'node:net';
import type { Clock } from '../runtime/clock.ts';

export type Taking = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number };

/** Counts requests by key. An IP address counts as its client: see `clientKey`. */
export interface RateLimiter {
  take(key: string): Taking;
}

export interface RateLimiterOptions {
  /** Also the burst that is allowed at once; 0 turns the limit off. */
  readonly perMinute: number;
  readonly clock: Clock;
  /** How many keys are kept; the least recently used one is dropped first. */
  readonly maxKeys: number;
}

const MINUTE_MS = 60_000;

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left;
  const right = tail === '' ? [] : tail.split(':');
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
}

/**
 * The key under which an address is counted: IPv6 by its /64, which is one customer's line; a mapped IPv4 address as IPv4; anything else
 * as it is.
 */
export function clientKey(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return `${groups.slice(0, 4).join(':')}::/64`;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.');
}

/**
 * GCRA, the leaky bucket with one number for each key: the time at which its bucket will be empty (ATM Forum, Traffic Management 4.0,
 * 4.4.2).
 */
export function rateLimiter({ perMinute, clock, maxKeys }: RateLimiterOptions): RateLimiter {
  const emptyAt = new Map<string, number>();
  const intervalMs = MINUTE_MS / perMinute;
  if (perMinute === 0) return { take: () => ({ ok: true }) };

  const remember = (key: string, time: number) => {
    emptyAt.delete(key);
    emptyAt.set(key, time);
    for (const oldest of emptyAt.keys()) {
      if (emptyAt.size <= maxKeys) break;
      emptyAt.delete(oldest);
    }
  };

  return {
    take(from) {
      const key = clientKey(from);
      const now = clock.now();
      const next = Math.max(emptyAt.get(key) ?? now, now) + intervalMs;
      const waitMs = next - now - MINUTE_MS;
      // A tolerance for rounding: the interval is no whole number of milliseconds.
      if (waitMs > 0.001) return { ok: false, retryAfterSeconds: Math.ceil(waitMs / 1000) };
      remember(key, next);
      return { ok: true };
    },
  };
}
