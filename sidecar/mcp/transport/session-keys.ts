import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Environment, SetupError } from '../../../site/contract/environment.ts';
import type { Random } from '../../runtime/random.ts';

const KEY_BYTES = 32;
const FILE = 'session-key';

/**
 * The keys of SESSION_KEYS; without it the one in DATA_DIR, made where there is none (M02). Where it can't be kept there it is
 * one for this process, and the log says so. Throws a SetupError where the file holds something else.
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
  throw new SetupError(`sessions: ${file} holds no key; delete it, and a new one is made (open MCP sessions end then)`);
}

function describeNotKept(dataDir: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const mend = 'Let this user write there, set DATA_DIR to a folder where it may, or set SESSION_KEYS';
  return `DATA_DIR=${dataDir}: the key of MCP sessions cannot be kept there (${reason}), so they end with this process. ${mend}.`;
}

function newKey(random: Random): string {
  return random.bytes(KEY_BYTES).toString('base64url');
}

function readKey(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the key aside and links it into place: of two servers that start at once, both use the key that came first. */
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
