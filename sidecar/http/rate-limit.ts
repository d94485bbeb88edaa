import type { ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Headers } from '../../site/contract/headers.ts';
import { limits } from '../../site/contract/limits.ts';
import type { Clock } from '../runtime.ts';

/** Counts a request by its key, unless it is refused; IP addresses are grouped by `clientKey`. Undefined if there is no limit. */
export type RateLimiter = (key: string) => Quota | undefined;

/** The quota of a key after a request. */
export interface Quota {
  /** Whether the request is accepted. */
  readonly ok: boolean;
  readonly perMinute: number;
  /** How many more requests would be accepted now. */
  readonly remaining: number;
  /** The seconds over which to spread the remaining requests so that none is refused; with none left, the seconds until the next one. */
  readonly seconds: number;
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
 * `perMinute` is also the size of a burst; 0 turns the limit off. Beyond `maxKeys` keys, the least recently used one is forgotten.
 */
export function rateLimiter(perMinute: number, clock: Clock, maxKeys: number = limits.rateLimitKeys): RateLimiter {
  const emptyAt = new Map<string, number>();
  const intervalMs = MINUTE_MS / perMinute;
  // The interval isn't a whole number of milliseconds, so sums of it are rounded.
  const toleranceMs = intervalMs / 100;
  const began = clock.now();
  if (perMinute === 0) return () => undefined;

  const remember = (key: string, time: number) => {
    emptyAt.delete(key);
    emptyAt.set(key, time);
    for (const oldest of emptyAt.keys()) {
      if (emptyAt.size <= maxKeys) break;
      emptyAt.delete(oldest);
    }
  };

  return (from) => {
    const key = clientKey(from);
    const now = clock.now() - began;
    const emptyNow = Math.max(emptyAt.get(key) ?? now, now);
    /** How much too early a request would be if the bucket were empty at `time` after it. */
    const waitMs = (time: number) => time - now - MINUTE_MS;
    const ok = waitMs(emptyNow + intervalMs) <= toleranceMs;
    const empty = ok ? emptyNow + intervalMs : emptyNow;
    if (ok) remember(key, empty);
    const nextWaitMs = waitMs(empty + intervalMs);
    if (nextWaitMs > toleranceMs) return { ok, perMinute, remaining: 0, seconds: Math.ceil(nextWaitMs / 1000) };
    const remaining = Math.floor((toleranceMs - nextWaitMs) / intervalMs) + 1;
    return { ok, perMinute, remaining, seconds: Math.ceil((remaining * intervalMs - toleranceMs) / 1000) };
  };
}

/**
 * Counts a request, and adds `RateLimit` and `RateLimit-Policy` for the policy of this name to its response
 * (draft-ietf-httpapi-ratelimit-headers-11, 3 and 4). A client that spreads the remaining quota over `t` is never refused; a refusal's `t`
 * equals its `Retry-After`, as section 6 requires. Returns the headers of the refusal; undefined if the request is accepted.
 */
export function countRequest(response: ServerResponse, policy: string, limiter: RateLimiter, client: string): Headers | undefined {
  const quota = limiter(client);
  if (quota === undefined) return undefined;
  const { ok, perMinute, remaining, seconds } = quota;
  response.setHeader('RateLimit-Policy', `"${policy}";q=${perMinute};w=${MINUTE_MS / 1000}`);
  response.setHeader('RateLimit', `"${policy}";r=${remaining};t=${seconds}`);
  return ok ? undefined : { 'Retry-After': String(seconds) };
}
