import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SetupError } from '../../contract/environment.ts';
import { createSecret } from './write-file.ts';

const FILE = 'verification.key';
const KEY_BYTES = 32;

/**
 * Makes a function that hashes invoice and job numbers: HMAC-SHA-256, in hex, with the secret key in `dataDir`, because anybody could try
 * all numbers. The key is created on first use, and only stored if `keep` is true. Case and spacing of numbers don't matter. The function
 * throws a SetupError if the key can't be read or created.
 */
export function referenceHasher(dataDir: string, keep = true): (number: string) => Promise<string> {
  let key: Promise<string> | undefined;
  return async (number) => {
    key ??= verificationKey(path.join(dataDir, FILE), keep);
    return createHmac('sha256', await key)
      .update(normaliseReference(number))
      .digest('hex');
  };
}

/** The hash of one number; see referenceHasher. */
export function verificationReference(dataDir: string, number: string, keep = true): Promise<string> {
  return referenceHasher(dataDir, keep)(number);
}

const normaliseReference = (number: string) => number.trim().replace(/\s+/g, ' ').toUpperCase();

async function verificationKey(file: string, keep: boolean): Promise<string> {
  try {
    const key = ((await read(file)) ?? (keep ? await createSecret(file, newKey()) : newKey())).trim();
    if (/^[0-9a-f]{64}$/.test(key)) return key;
  } catch (error) {
    throw new SetupError(`verification: ${(error as Error).message}; set DATA_DIR to a readable and writable folder`);
  }
  throw new SetupError(`verification: ${file} contains no key; restore it from a backup, or delete it and verify by invoice numbers again`);
}

const newKey = () => `${randomBytes(KEY_BYTES).toString('hex')}\n`;

async function read(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
