import { createHmac, timingSafeEqual } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../../site/contract/environment.ts';
import { limits } from '../../../site/contract/limits.ts';
import { messageOf } from '../../../site/shared/algorithms.ts';
import { readRegularFile } from '../../../site/shared/regular-file.ts';
import { SetupError } from '../../../site/shared/setup-error.ts';
import type { Random } from '../../runtime.ts';

const NONCE_BYTES = 16;
const BATCHES = '.b';
// Ids from earlier versions have a date before the nonce.
const ID = /^((?:[0-9a-z]{1,9}\.)?[\w-]{22}(?:\.b)?)\.([\w-]{43})$/;

/**
 * Sessions without state: the id carries its own signature. Ids don't expire, since most clients don't recover from a 404. The first key
 * signs; every key verifies.
 */
export function createSessions(keys: readonly [string, ...string[]], random: Random) {
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
const FILE = 'session-key';

/**
 * Reads the keys from SESSION_KEYS, or else the key in DATA_DIR, which is made at the first start. If DATA_DIR isn't writable, logs a
 * warning and makes a key that lasts as long as the process.
 * @throws SetupError if the file contains something else
 */
export function readSessionKeys(
  { SESSION_KEYS, DATA_DIR }: Pick<Environment, 'SESSION_KEYS' | 'DATA_DIR'>,
  random: Random,
  log: (line: object) => void,
): [string, ...string[]] {
  const [first, ...rest] = SESSION_KEYS ?? [];
  if (first !== undefined) return [first, ...rest];
  const file = path.join(DATA_DIR, FILE);
  let key: string;
  try {
    key = readKey(file) ?? makeKey(file, random);
  } catch (error) {
    log({ level: 'warning', event: 'mcp.session_key_not_kept', message: describeNotKept(DATA_DIR, error) });
    return [newKey(random)];
  }
  if (/^[\w-]{43}$/.test(key)) return [key];
  throw new SetupError(`sessions: ${file} isn't a valid key; delete it to create a new one (this ends open MCP sessions)`);
}

function describeNotKept(dataDir: string, error: unknown): string {
  const fix = 'Give this user write permission there, set DATA_DIR to a writable folder, or set SESSION_KEYS';
  return `DATA_DIR=${dataDir}: can't store the key of MCP sessions (${messageOf(error)}), so they end with this process. ${fix}.`;
}

function newKey(random: Random): string {
  return random.bytes(KEY_BYTES).toString('base64url');
}

const readKey = (file: string): string | undefined => readRegularFile(file)?.toString().trim();

/** Writes the key to a draft and links it into place, so two servers starting at once use the same key. */
function makeKey(file: string, random: Random): string {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${random.bytes(8).toString('hex')}`;
  writeFileSync(draft, `${newKey(random)}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}
