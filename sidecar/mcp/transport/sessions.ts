import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { limits } from '../../../site/contract/limits.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Random } from '../../runtime/random.ts';

/** Sessions without state: the id says when it was made and carries the proof (M02). */
export interface Sessions {
  /** A new session's id, visible ASCII; `batches` where a protocol version that has them was agreed. */
  open(batches?: boolean): string;
  /** Whether an open session was opened with `batches`. */
  allowsBatches(id: string): boolean;
  /** Whether `id` was issued with one of the keys, within its lifetime, and wasn't ended here. */
  isOpen(id: string): boolean;
  /** Ends an open session; best effort, since other instances don't hear of it (M03). */
  end(id: string): void;
}

export interface SessionsOptions {
  /** The first signs; every one verifies. */
  readonly keys: readonly [string, ...string[]];
  readonly clock: Clock;
  readonly random: Random;
}

const NONCE_BYTES = 16;
const BATCHES = '.b';
const ID = /^([0-9a-z]{1,9}\.[\w-]{22}(?:\.b)?)\.([\w-]{43})$/;

export function createSessions({ keys, clock, random }: SessionsOptions): Sessions {
  const ended = new Set<string>();
  // When they were made: an agent's session names itself in each of its calls.
  const recent = new LRUCache<string, number>({ max: limits.mcp.recentSessions });
  const nowSeconds = () => Math.floor(clock.now() / 1000);

  const isSigned = (claims: string, signature: string) => keys.some((key) => areEqual(sign(key, claims), signature));
  /** When a session was made, in seconds since 1970; undefined for an id that isn't ours. */
  const readIssued = (id: string) => {
    const [, claims = '', signature = ''] = ID.exec(id) ?? [];
    if (!isSigned(claims, signature)) return undefined;
    const issued = Number.parseInt(claims, 36);
    recent.set(id, issued);
    return issued;
  };
  return {
    open: (batches = false) => {
      const claims = `${nowSeconds().toString(36)}.${random.bytes(NONCE_BYTES).toString('base64url')}${batches ? BATCHES : ''}`;
      return `${claims}.${sign(keys[0], claims)}`;
    },
    allowsBatches: (id) => ID.exec(id)?.[1]?.endsWith(BATCHES) ?? false,
    isOpen: (id) => {
      const issued = recent.get(id) ?? readIssued(id);
      return issued !== undefined && nowSeconds() - issued < limits.mcp.sessionSeconds && !ended.has(id);
    },
    end: (id) => {
      ended.add(id);
      for (const oldest of ended) {
        if (ended.size <= limits.mcp.endedSessions) break;
        ended.delete(oldest);
      }
    },
  };
}

function sign(key: string, claims: string): string {
  return createHmac('sha256', key).update(`mcp-session ${claims}`).digest('base64url');
}

/** Compares the encoded forms: several base64 strings decode to the same bytes, but only one is the id that was issued. */
function areEqual(expected: string, given: string): boolean {
  return expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));
}
