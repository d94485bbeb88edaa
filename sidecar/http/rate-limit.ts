import type { ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Clock } from '../runtime.ts';

export type Taking = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number };

/** Counts requests by key. An IP address counts as its client: see `clientKey`. */
export interface RateLimiter {
  take(key: string): Taking;
  /** The remaining quota of a key; undefined if there is no limit. */
  standing(key: string): Standing | undefined;
}

export interface Standing {
  readonly perMinute: number;
  /** How many requests would be accepted now. */
  readonly remaining: number;
  /** The seconds over which to spread these so that none is refused; with none left, the seconds until the next one. */
  readonly seconds: number;
}

export interface RateLimiterOptions {
  /** Also the size of a burst; 0 turns the limit off. */
  readonly perMinute: number;
  readonly clock: Clock;
  /** How many keys are kept; the least recently used one is evicted first. */
  readonly maxKeys: number;
}

const MINUTE_MS = 60_000;

/**
 * The key under which an address is counted: IPv6 by its /64, which belongs to one customer; a mapped IPv4 address as IPv4; anything else
 * unchanged.
 */
export function clientKey(address: string): string {
  if (!isIPv6(address)) return address;
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [, ...mapped] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostname) ?? [];
  if (mapped.length > 0) {
    const pairs = mapped.map((group) => Number.parseInt(group, 16));
    return pairs.flatMap((pair) => [pair >> 8, pair & 255]).join('.');
  }
  const halves = hostname.slice(1, -1).split('::');
  const [left = [], right = []] = halves.map((half) => half.split(':').filter((group) => group !== ''));
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * GCRA, a leaky bucket with one number per key: the time at which its bucket will be empty (ATM Forum, Traffic Management 4.0, 4.4.2).
 */
export function rateLimiter({ perMinute, clock, maxKeys }: RateLimiterOptions): RateLimiter {
  const emptyAt = new Map<string, number>();
  const intervalMs = MINUTE_MS / perMinute;
  // The interval isn't a whole number of milliseconds, so sums of it are rounded.
  const toleranceMs = intervalMs / 100;
  const began = clock.now();
  if (perMinute === 0) return { take: () => ({ ok: true }), standing: () => undefined };

  const remember = (key: string, time: number) => {
    emptyAt.delete(key);
    emptyAt.set(key, time);
    for (const oldest of emptyAt.keys()) {
      if (emptyAt.size <= maxKeys) break;
      emptyAt.delete(oldest);
    }
  };

  /** When the bucket of `key` would be empty again after one more request, and by how long that request would come too early. */
  const nextOf = (key: string) => {
    const now = clock.now() - began;
    const next = Math.max(emptyAt.get(key) ?? now, now) + intervalMs;
    return { next, waitMs: next - now - MINUTE_MS };
  };

  return {
    take(from) {
      const key = clientKey(from);
      const { next, waitMs } = nextOf(key);
      if (waitMs > toleranceMs) return { ok: false, retryAfterSeconds: Math.ceil(waitMs / 1000) };
      remember(key, next);
      return { ok: true };
    },
    standing(from) {
      const { waitMs } = nextOf(clientKey(from));
      if (waitMs > toleranceMs) return { perMinute, remaining: 0, seconds: Math.ceil(waitMs / 1000) };
      const remaining = Math.floor((toleranceMs - waitMs) / intervalMs) + 1;
      return { perMinute, remaining, seconds: Math.ceil((remaining * intervalMs - toleranceMs) / 1000) };
    },
  };
}

/**
 * Adds `RateLimit` and `RateLimit-Policy` for the policy of this name (draft-ietf-httpapi-ratelimit-headers-11, 3 and 4). A client that
 * spreads the remaining quota over `t` is never refused; a refusal's `t` equals its `Retry-After`, as section 6 requires.
 */
export function announceLimit(response: ServerResponse, policy: string, standing: Standing | undefined): void {
  if (standing === undefined) return;
  const { perMinute, remaining, seconds } = standing;
  response.setHeader('RateLimit-Policy', `"${policy}";q=${perMinute};w=${MINUTE_MS / 1000}`);
  response.setHeader('RateLimit', `"${policy}";r=${remaining};t=${seconds}`);
}
