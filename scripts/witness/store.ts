import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openSqlite } from '../../sidecar/hub/store/sqlite.ts';
import { printVerifierKey } from '../../site/log/note.ts';
import { type CosigningKey, toCosigner } from '../../site/log/signer.ts';
import { readRegularFile } from '../../site/shared/regular-file.ts';
import { createSecret } from '../../site/shared/secret-file.ts';
import { SetupError } from '../../site/shared/setup-error.ts';

/** The last head of a log that the witness signed, with the log's own signature. `cosignatures` is null if the keys have changed since. */
export type SignedHead = Readonly<{ size: number; root: string; checkpoint: string; cosignatures: string | null; at: number }>;

/** Why a log isn't signed until a person decides, and the two checkpoints that show it. */
export type Hold = Readonly<{ found: string; at: number; before: string; now: string }>;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS keys (printed TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS published (origin TEXT PRIMARY KEY, size INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS holds (origin TEXT PRIMARY KEY, found TEXT, at INTEGER, before TEXT, now TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS signed (origin TEXT PRIMARY KEY, size INTEGER, root TEXT, checkpoint TEXT, cosignatures TEXT, at INTEGER) STRICT`;

/** What the witness must never forget. A change is on the disk when it returns, or it throws and nothing has changed. */
export class WitnessStore {
  readonly #database: DatabaseSync;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#database = openSqlite(path.join(folder, 'witness.sqlite'));
    this.#database.exec(SCHEMA);
  }

  close = (): void => this.#database.close();

  /** The verifier keys that signed what it has; undefined at the first start. */
  keys(): string | undefined {
    return this.#get<{ printed: string }>('SELECT printed FROM keys', {})?.printed;
  }

  replaceKeys(printed: string): void {
    // If this stops in between, the next start replaces the keys again.
    this.#database.exec('UPDATE signed SET cosignatures = NULL; DELETE FROM keys');
    this.#run('INSERT INTO keys VALUES ($printed)', { printed });
  }

  signed(origin: string): SignedHead | undefined {
    return this.#get('SELECT size, root, checkpoint, cosignatures, at FROM signed WHERE origin = $origin', { origin });
  }

  /** The largest size that the witness has seen at the address of a log. */
  published(origin: string): number {
    return this.#get<{ size: number }>('SELECT size FROM published WHERE origin = $origin', { origin })?.size ?? 0;
  }

  setPublished(origin: string, size: number): void {
    this.#run('INSERT OR REPLACE INTO published VALUES ($origin, $size)', { origin, size });
  }

  hold(origin: string): Hold | undefined {
    return this.#get('SELECT found, at, before, now FROM holds WHERE origin = $origin', { origin });
  }

  /** The first reason stays. */
  holdBack(origin: string, hold: Hold): void {
    this.#run('INSERT OR IGNORE INTO holds VALUES ($origin, $found, $at, $before, $now)', { origin, ...hold });
  }

  /** Whether a log was held back, and no longer is. */
  resume(origin: string): boolean {
    return this.#run('DELETE FROM holds WHERE origin = $origin', { origin }) > 0;
  }

  /**
   * Moves a log on from the head `from`, and returns its cosignatures once the new head is on the disk. Undefined if the log has another
   * head by now, or is held back.
   */
  advance(origin: string, from: SignedHead | undefined, head: Omit<SignedHead, 'cosignatures'>, cosign: () => string): string | undefined {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const known = this.signed(origin);
      if (known?.size !== from?.size || known?.root !== from?.root || this.hold(origin)) return undefined;
      const cosignatures = cosign();
      const columns = '$origin, $size, $root, $checkpoint, $cosignatures, $at';
      this.#run(`INSERT OR REPLACE INTO signed VALUES (${columns})`, { origin, ...head, cosignatures });
      this.#database.exec('COMMIT');
      return cosignatures;
    } finally {
      // Some errors, such as a full disk, roll back by themselves.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    }
  }

  #get<Row>(sql: string, values: Readonly<Record<string, string>>): Row | undefined {
    return this.#database.prepare(sql).get(values) as Row | undefined;
  }

  #run(sql: string, values: Readonly<Record<string, string | number>>): number {
    return Number(this.#database.prepare(sql).run(values).changes);
  }
}

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
