import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createSecret } from '../../../site/content/write/secret-file.ts';
import { type Environment, SetupError } from '../../../site/contract/environment.ts';
import { fromBase64 } from '../../../site/log/bytes.ts';
import { SEED_BYTES } from '../../../site/log/signer.ts';

/** The seeds of LOG_KEY, or else the one in `DATA_DIR/log.key`; the first one signs. Empty where there is neither. Throws a SetupError. */
export async function readLogKeys({ LOG_KEY, DATA_DIR }: Pick<Environment, 'LOG_KEY' | 'DATA_DIR'>): Promise<readonly Uint8Array[]> {
  if (LOG_KEY) return LOG_KEY.map((key) => seedOf(key, 'LOG_KEY'));
  const file = keyFile(DATA_DIR);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new SetupError(`log: ${file} cannot be read (${error.code}); the key of the log is in it`);
  });
  return text === undefined ? [] : [seedOf(text.trim(), file)];
}

/** The file of the key that a build has made. */
export const keyFile = (dataDir: string): string => path.join(dataDir, 'log.key');

function seedOf(text: string, where: string): Uint8Array {
  const seed = fromBase64(text);
  if (seed?.length === SEED_BYTES) return seed;
  throw new SetupError(`log: ${where} holds no key; restore it from a backup, or begin again: npm run build -- --new-log`);
}

/** Makes a key in `DATA_DIR`: of two concurrent builds both use the key that was written first. Throws a SetupError. */
export async function makeLogKey(dataDir: string): Promise<Uint8Array> {
  const file = keyFile(dataDir);
  const secret = `${randomBytes(SEED_BYTES).toString('base64')}\n`;
  const text = await createSecret(file, secret).catch((error: NodeJS.ErrnoException) => {
    throw new SetupError(`log: no key can be kept in ${dataDir} (${error.code}); set DATA_DIR or LOG_KEY`);
  });
  return seedOf(text.trim(), file);
}
