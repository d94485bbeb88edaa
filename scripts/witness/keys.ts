import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { printVerifierKey } from '../../site/log/note.ts';
import { type CosigningKey, toCosigner } from '../../site/log/signer.ts';
import { readRegularFile } from '../../site/shared/regular-file.ts';
import { createSecret } from '../../site/shared/secret-file.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import type { WitnessStore } from './store.ts';

/** The keys of a witness, for Ed25519 and ML-DSA-44. `cosign` returns the lines of both; `made` is set if this start made them. */
export type WitnessKeys = Readonly<{ verifierKeys: readonly string[]; cosign: CosigningKey['cosign']; made?: 'first start' | 'restored' }>;

/** Private keys: base64 of PKCS #8. */
const keyFile = z.strictObject({ ed25519: z.base64(), 'ml-dsa-44': z.base64() });

/**
 * Reads the keys from `folder`, or makes them. Keys only sign together with the database that knows what they signed before. Without it,
 * they're replaced, so a witness that is restored from a backup never continues with its old keys. @throws SetupError
 */
export async function openKeys(folder: string, name: string, store: WitnessStore): Promise<WitnessKeys> {
  const file = path.join(folder, 'keys.json');
  const known = store.keys();
  const text = readRegularFile(file)?.toString();
  const found = text === undefined ? undefined : await toKeys(name, text).catch(() => undefined);
  if (found && found.verifierKeys.join() === known) return found;
  await rm(file, { force: true });
  const keys = await toKeys(name, await createSecret(file, `${JSON.stringify(makeKeys())}\n`));
  store.replaceKeys(keys.verifierKeys.join());
  return { ...keys, made: known === undefined && text === undefined ? 'first start' : 'restored' };
}

function makeKeys(): z.infer<typeof keyFile> {
  const print = ({ privateKey }: { privateKey: KeyObject }) => privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  try {
    return { ed25519: print(generateKeyPairSync('ed25519')), 'ml-dsa-44': print(generateKeyPairSync('ml-dsa-44')) };
  } catch {
    throw new SetupError(`witness: this Node (${process.version}) has no ML-DSA-44; use Node 24.7 or newer`);
  }
}

async function toKeys(name: string, text: string): Promise<WitnessKeys> {
  const encoded = keyFile.parse(JSON.parse(text));
  const kinds = ['ed25519', 'ml-dsa-44'] as const;
  const decode = (key: string) => createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
  const keys = await Promise.all(kinds.map((kind) => toCosigner(name, kind, decode(encoded[kind]))));
  return {
    verifierKeys: keys.map(({ key }) => printVerifierKey(key)),
    cosign: (text, timestampSeconds) => keys.map((key) => key.cosign(text, timestampSeconds)).join(''),
  };
}
