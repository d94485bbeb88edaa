import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Environment, SetupError } from '../../site/contract/environment.ts';
import type { Random } from '../random.ts';

const KEY_BYTES = 32;
const FILE = 'session-key';

/** The keys of SESSION_KEYS; without it the one in DATA_DIR, made where there is none (mcp.md M02). Throws a SetupError. */
export function readSessionKeys(
  { SESSION_KEYS, DATA_DIR }: Pick<Environment, 'SESSION_KEYS' | 'DATA_DIR'>,
  random: Random,
): [string, ...string[]] {
  const [first, ...rest] = SESSION_KEYS ?? [];
  if (first !== undefined) return [first, ...rest];
  const file = path.join(DATA_DIR, FILE);
  try {
    const key = readKey(file) ?? makeKey(file, random);
    if (/^[\w-]{43}$/.test(key)) return [key];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(`sessions: ${reason}; set DATA_DIR to a folder that can be written, or SESSION_KEYS`);
  }
  throw new SetupError(`sessions: ${file} holds no key; delete it, and a new one is made (open MCP sessions end then)`);
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
  writeFileSync(draft, `${random.bytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}
