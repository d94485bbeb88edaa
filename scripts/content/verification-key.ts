import { createHmac, randomBytes } from 'node:crypto';
import path from 'node:path';
import { messageOf } from '../../site/shared/algorithms.ts';
import { readRegularFile } from '../../site/shared/regular-file.ts';
import { createSecret } from '../../site/shared/secret-file.ts';
import { explainFull, SetupError } from '../../site/shared/setup-error.ts';

const FILE = 'verification.key';
const KEY_BYTES = 32;

/** Hashes invoice and job numbers. */
export interface ReferenceHasher {
  /** HMAC-SHA-256, in hex. Case and spacing of the number don't matter. @throws SetupError if the key can't be read */
  hash(number: string): Promise<string>;
  /** Stores the key, if `hash` made one. @throws SetupError if it can't be stored, or if another command has stored a key since */
  keep(): Promise<void>;
}

/** Makes a hasher with the secret key in `dataDir`: without a secret, anybody could try all numbers. If there is no key, it makes one. */
export function referenceHasher(dataDir: string): ReferenceHasher {
  const file = path.join(dataDir, FILE);
  let key: Promise<{ readonly text: string; readonly isNew: boolean }> | undefined;
  return {
    async hash(number) {
      key ??= openKey(file);
      return createHmac('sha256', (await key).text)
        .update(normalizeReference(number))
        .digest('hex');
    },
    async keep() {
      const { text, isNew } = (await key) ?? { text: '', isNew: false };
      if (!isNew) return;
      const stored = await createSecret(file, `${text}\n`).catch((error: unknown) => explain(error, file));
      if (stored.trim() !== text)
        throw new SetupError(`verification: another command made ${file} meanwhile; nothing was changed, run it again`);
    },
  };
}

/** The hash of one number; see referenceHasher. The key is only stored if `keep` is true. */
export async function verificationReference(dataDir: string, number: string, keep = true): Promise<string> {
  const file = path.join(dataDir, FILE);
  if (keep && read(file) === undefined) await createSecret(file, `${newKey()}\n`).catch((error: unknown) => explain(error, file));
  return referenceHasher(dataDir).hash(number);
}

const normalizeReference = (number: string) => number.trim().replace(/\s+/g, ' ').toUpperCase();

async function openKey(file: string): Promise<{ readonly text: string; readonly isNew: boolean }> {
  const stored = read(file);
  const text = (stored ?? newKey()).trim();
  if (/^[0-9a-f]{64}$/.test(text)) return { text, isNew: stored === undefined };
  throw new SetupError(`verification: ${file} contains no key; restore it from a backup, or delete it and verify by invoice numbers again`);
}

function explain(cause: unknown, file: string): never {
  const error = explainFull(cause, file);
  if (error instanceof SetupError) throw error;
  throw new SetupError(`verification: ${messageOf(error)}; set DATA_DIR to a readable and writable folder`);
}

const newKey = () => randomBytes(KEY_BYTES).toString('hex');

const read = (file: string): string | undefined => readRegularFile(file)?.toString();
