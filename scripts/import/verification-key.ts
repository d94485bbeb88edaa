import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../../site/contract/environment.ts';

const FILE = 'verification.key';
const KEY_BYTES = 32;

/**
 * A hash of invoice and job numbers, keyed with `verification.key` in `dataDir`: numbers are few, so that without a key anybody could
 * try them all. The key is made at the first use; with `keep` false, for a dry run, it is forgotten again. Throws a SetupError.
 */
export function referenceHash(dataDir: string, keep: boolean): (number: string) => string {
  let key: string | undefined;
  return (number) => {
    key ??= readKey(path.join(dataDir, FILE), keep);
    return createHmac('sha256', key).update(number.trim().toUpperCase()).digest('hex');
  };
}

function readKey(file: string, keep: boolean): string {
  try {
    const key = read(file) ?? (keep ? make(file) : randomBytes(KEY_BYTES).toString('hex'));
    if (/^[0-9a-f]{64}$/.test(key)) return key;
  } catch (error) {
    throw new SetupError(`import: ${(error as Error).message}; set DATA_DIR to a folder that can be written`);
  }
  throw new SetupError(
    `import: ${file} holds no key; put the right one back, or delete it (references made with it are then never the same again)`,
  );
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the key aside and links it into place: of two imports at once, both use the key that came first. */
function make(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}
