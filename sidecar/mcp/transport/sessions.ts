import { createHmac, timingSafeEqual } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../../../site/contract/environment.ts';
import { limits } from '../../../site/contract/limits.ts';
import { messageOf } from '../../../site/shared/algorithms.ts';
import { readRegularFile } from '../../../site/shared/regular-file.ts';
import { createSecret } from '../../../site/shared/secret-file.ts';
import type { Log, Random } from '../../runtime.ts';

const NONCE_BYTES = 16;
const BATCHES = '.b';
const ID = /^([\w-]{22}(?:\.b)?)\.([\w-]{43})$/;

/** The keys of session ids, the current one first. */
export type SessionKeys = readonly [string, ...string[]];

/**
 * Sessions without state: the id carries its own signature. Ids don't expire, since most clients don't recover from a 404. The first key
 * signs; every key verifies.
 */
export function createSessions(keys: SessionKeys, random: Random) {
  const ended = new Set<string>();
  return {
    /** A new id, visible ASCII; `batches` if the agreed protocol version has them. */
    open: (batches = false): string => {
      const claims = `${random.bytes(NONCE_BYTES).toString('base64url')}${batches ? BATCHES : ''}`;
      return `${claims}.${sign(keys[0], claims)}`;
    },
    /** Whether an open session was opened with `batches`. */
    allowsBatches: (id: string) => ID.exec(id)?.[1]?.endsWith(BATCHES) ?? false,
    /** Whether `id` was signed with one of the keys and wasn't ended here. */
    isOpen: (id: string) => {
      const [, claims = '', signature = ''] = ID.exec(id) ?? [];
      return keys.some((key) => areEqual(sign(key, claims), signature)) && !ended.has(id);
    },
    /** Ends a session on this instance only. */
    end: (id: string) => {
      ended.add(id);
      const [oldest] = ended;
      if (ended.size > limits.mcp.endedSessions && oldest !== undefined) ended.delete(oldest);
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;

function sign(key: string, claims: string): string {
  return createHmac('sha256', key).update(`mcp-session ${claims}`).digest('base64url');
}

/** Compares the encoded forms, because several base64 strings decode to the same bytes and only one of them was issued. */
function areEqual(expected: string, given: string): boolean {
  return expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));
}

const KEY_BYTES = 32;
const KEY = /^[\w-]{43}$/;

/**
 * Reads the keys from SESSION_KEYS, or else the key in DATA_DIR, which is made at the first start. A damaged key is replaced, with a
 * warning. If DATA_DIR isn't writable, logs a warning and makes a key that lasts as long as the process.
 */
export async function readSessionKeys(
  { SESSION_KEYS, DATA_DIR }: Pick<Environment, 'SESSION_KEYS' | 'DATA_DIR'>,
  random: Random,
  log: Log,
): Promise<SessionKeys> {
  const [first, ...rest] = SESSION_KEYS ?? [];
  if (first !== undefined) return [first, ...rest];
  const key = random.bytes(KEY_BYTES).toString('base64url');
  try {
    return [await readOrCreateKey(path.join(DATA_DIR, 'session-key'), key, log)];
  } catch (error) {
    log({ level: 'warning', event: 'mcp.session_key_not_kept', message: describeNotKept(DATA_DIR, error) });
    return [key];
  }
}

async function readOrCreateKey(file: string, created: string, log: Log): Promise<string> {
  const stored = readRegularFile(file)?.toString().trim();
  if (stored !== undefined && KEY.test(stored)) return stored;
  if (stored !== undefined) {
    await rm(file, { force: true });
    const message = `${file} was not a valid key, so a new one was made; clients must open new MCP sessions`;
    log({ level: 'warning', event: 'mcp.session_key_replaced', message });
  }
  return (await createSecret(file, `${created}\n`)).trim();
}

function describeNotKept(dataDir: string, error: unknown): string {
  const fix = 'Give this user write permission there, set DATA_DIR to a writable folder, or set SESSION_KEYS';
  return `DATA_DIR=${dataDir}: can't store the key of MCP sessions (${messageOf(error)}), so they end with this process. ${fix}.`;
}
