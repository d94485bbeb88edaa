import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

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
    const file = path.join(folder, 'witness.sqlite');
    closeSync(openSync(file, 'a', 0o600));
    this.#database = new DatabaseSync(file);
    // FULL: a commit is on the disk when it returns, in WAL mode too (https://www.sqlite.org/pragma.html#pragma_synchronous).
    this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; ${SCHEMA}`);
  }

  close = (): void => this.#database.close();

  /** The verifier keys that signed what it has; undefined at the first start. */
  keys(): string | undefined {
    return this.#get<{ printed: string }>('SELECT printed FROM keys', {})?.printed;
  }

  replaceKeys(printed: string): void {
    this.#transaction(() => {
      this.#database.exec('DELETE FROM keys; UPDATE signed SET cosignatures = NULL');
      this.#run('INSERT INTO keys VALUES ($printed)', { printed });
    });
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
    return this.#transaction(() => {
      const known = this.signed(origin);
      if (known?.size !== from?.size || known?.root !== from?.root || this.hold(origin)) return undefined;
      const cosignatures = cosign();
      const columns = '$origin, $size, $root, $checkpoint, $cosignatures, $at';
      this.#run(`INSERT OR REPLACE INTO signed VALUES (${columns})`, { origin, ...head, cosignatures });
      return cosignatures;
    });
  }

  #get<Row>(sql: string, values: Readonly<Record<string, string>>): Row | undefined {
    return this.#database.prepare(sql).get(values) as Row | undefined;
  }

  #run(sql: string, values: Readonly<Record<string, string | number>>): number {
    return Number(this.#database.prepare(sql).run(values).changes);
  }

  #transaction<Result>(work: () => Result): Result {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      // Some errors, such as a full disk, roll back by themselves.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}
