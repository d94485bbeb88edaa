import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { sortable } from '../../site/content/instant.ts';
import type { ReviewEntry } from '../../site/content/schemas.ts';
import { type IdentifiedEntry, parseEntry, printEntry } from '../../site/content/write/entry-line.ts';
import { areLikelyDuplicates, DUPLICATE_DAYS } from './duplicates.ts';
import { type Incoming, identityOf, isDerivedId, type Reply, scopeOf } from './incoming.ts';

export interface StoredReview {
  readonly entry: IdentifiedEntry;
  /** As printEntry prints it. */
  readonly line: string;
  /** The file and place of a hand-written review, for messages; undefined for the imported file. */
  readonly elsewhere: string | undefined;
}

/** How many reviews of a scope were there, and how many of them are marked as removed now. */
export interface Removals {
  readonly scope: string;
  readonly present: number;
  readonly removed: number;
}

/** The page size: SQLite tables must not be changed while a cursor on them is open. */
const PAGE = 1_000;

/** How many reviews with the same days and stars an added one is compared with. */
const COMPARED = 200;

const PRESENT = 'present = 1 AND elsewhere IS NULL';

const SCHEMA = `
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768;
CREATE TABLE stored (
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, identity TEXT NOT NULL, scope TEXT NOT NULL, date TEXT NOT NULL, line TEXT NOT NULL,
  elsewhere TEXT, reference TEXT, removed INTEGER NOT NULL, present INTEGER NOT NULL DEFAULT 0, seen INTEGER NOT NULL DEFAULT 0,
  before TEXT, added INTEGER NOT NULL);
CREATE INDEX stored_identity ON stored (identity);
CREATE TABLE incoming (n INTEGER PRIMARY KEY, identity TEXT NOT NULL, scope TEXT NOT NULL, at TEXT NOT NULL, json TEXT NOT NULL);
BEGIN`;

/** Made when a step has been read: it slows down inserts. */
const INCOMING_INDEX = 'CREATE INDEX IF NOT EXISTS incoming_identity ON incoming (identity, at, n)';

/**
 * The stored and incoming reviews of an import, in a temporary SQLite database on disk, so that memory use doesn't grow with the number of
 * reviews. SQLite deletes the file of an unnamed database when the process ends or is killed.
 */
export class Staging {
  readonly #database = new DatabaseSync('');
  #isImporting = false;
  readonly #statements = new Map<string, StatementSync>();

  constructor() {
    this.#database.exec(SCHEMA);
  }

  close(): void {
    this.#database.close();
  }

  /** Marks the end of the stored content: later additions and changes are made by this import. */
  beginImport(): void {
    this.#isImporting = true;
  }

  /** Throws where the id exists already. */
  addStored(entry: IdentifiedEntry, elsewhere: string | undefined): void {
    this.#run(
      'INSERT INTO stored (id, identity, scope, date, line, reference, removed, elsewhere, added) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...columnsOf(entry),
      elsewhere ?? null,
      this.#isImporting ? 1 : 0,
    );
  }

  /** Removes what was added from the imported file. */
  forgetOwn(): void {
    this.#run('DELETE FROM stored WHERE elsewhere IS NULL');
  }

  replaceStored(entry: IdentifiedEntry): void {
    const [id, ...others] = columnsOf(entry);
    this.#run(
      `UPDATE stored SET before = COALESCE(before, line),
       identity = ?, scope = ?, date = ?, line = ?, reference = ?, removed = ? WHERE id = ?`,
      ...others,
      id,
    );
  }

  addIncoming(incoming: Incoming): void {
    const at = incoming.entry.source_updated_at;
    this.#run(
      'INSERT INTO incoming (identity, scope, at, json) VALUES (?, ?, ?, ?)',
      incoming.identity,
      incoming.scope,
      at === undefined ? '' : sortable(at),
      JSON.stringify(incoming),
    );
  }

  /** Adds a reply to the incoming review that it answers, unless it has one or answers itself; false where there is no such review. */
  addReply({ replyTo, author, reply }: Reply): boolean {
    this.#database.exec(INCOMING_INDEX);
    const found = this.#statement('SELECT n, json FROM incoming WHERE identity = ?').all(replyTo) as { n: number; json: string }[];
    for (const { n, json } of reply === null ? [] : found) {
      const incoming = JSON.parse(json) as Incoming;
      if (incoming.entry.author === author) continue;
      const entry = { ...incoming.entry, owner_reply: incoming.entry.owner_reply ?? reply };
      this.#run('UPDATE incoming SET json = ? WHERE n = ?', JSON.stringify({ ...incoming, entry }), n);
    }
    return found.length > 0;
  }

  /** By scope, the number of incoming reviews, and when the newest of them was changed (in sortable form; empty without times). */
  scopes(): { scope: string; count: number; newest: string }[] {
    const sql = 'SELECT scope, COUNT(DISTINCT identity) AS count, MAX(at) AS newest FROM incoming GROUP BY scope ORDER BY scope';
    return this.#statement(sql).all() as { scope: string; count: number; newest: string }[];
  }

  dropScope(scope: string): void {
    this.#run('DELETE FROM incoming WHERE scope = ?', scope);
  }

  /** The newest version of each incoming review (the last one of equally new versions), with the stored one of the same identity or id. */
  *pairs(): Generator<{ incoming: Incoming; stored: StoredReview | undefined }> {
    this.#database.exec(INCOMING_INDEX);
    const sql = `SELECT json FROM incoming AS one WHERE n = (
      SELECT n FROM incoming WHERE identity = one.identity ORDER BY at DESC, n DESC LIMIT 1) ORDER BY n`;
    for (const { json } of this.#statement(sql).iterate() as Iterable<{ json: string }>) {
      const incoming = JSON.parse(json) as Incoming;
      yield { incoming, stored: this.find(incoming) };
    }
    this.#database.exec('DROP INDEX incoming_identity; DELETE FROM incoming');
  }

  /** The stored review with the same identity, or with the same id. */
  find({ identity, entry }: Pick<Incoming, 'identity' | 'entry'>): StoredReview | undefined {
    const row = this.#statement('SELECT line, elsewhere FROM stored WHERE identity = ? ORDER BY n DESC LIMIT 1').get(identity);
    return row === undefined ? this.byId(entry.id) : toStored(row as unknown as Row);
  }

  /** Notes for `absent` that an export contains the review. */
  markSeen(step: number, { identity, id }: { readonly identity: string; readonly id?: string | undefined }): void {
    this.#run('UPDATE stored SET seen = ? WHERE identity = ?', step, identity);
    if (id !== undefined) this.#run('UPDATE stored SET seen = ? WHERE id = ?', step, id);
  }

  /** The stored reviews of a scope that this step's export lacks. */
  *absent(scope: string, step: number): Generator<StoredReview> {
    const sql = `SELECT n, line, elsewhere FROM stored WHERE n > ? AND scope = ? AND seen <> ? ORDER BY n LIMIT ${PAGE}`;
    for (const row of this.#pages<Row & { n: number }>(sql, scope, step)) yield toStored(row);
  }

  /** Notes for `removals` the reviews that exist now and aren't marked as removed at their source. */
  noteExisting(): void {
    this.#run('UPDATE stored SET present = 1 WHERE removed = 0 AND present = 0');
  }

  /** By scope, how many reviews `noteExisting` found in the imported file, and how many of them are marked as removed now. */
  removals(): Removals[] {
    const sql = `SELECT scope, COUNT(*) AS present, SUM(removed) AS removed FROM stored WHERE ${PRESENT} GROUP BY scope ORDER BY scope`;
    return this.#statement(sql).all() as unknown as Removals[];
  }

  /** The reviews that `removals` counts as removed, newest first (by date, then id). */
  *removedReviews(): Generator<ReviewEntry> {
    const sql = `SELECT line, elsewhere FROM stored WHERE ${PRESENT} AND removed = 1 ORDER BY date DESC, id DESC`;
    for (const row of this.#statement(sql).iterate()) yield toStored(row as unknown as Row).entry;
  }

  /** The reviews that share a verification reference with one that this import has added or changed. */
  sameReference(): ReviewEntry[][] {
    const sql = `SELECT reference FROM stored WHERE reference IS NOT NULL GROUP BY reference
      HAVING COUNT(*) > 1 AND MAX(added = 1 OR before IS NOT NULL) ORDER BY MIN(n) LIMIT 20`;
    const references = this.#statement(sql).all() as { reference: string }[];
    return references.map(({ reference }) =>
      this.#statement('SELECT line, elsewhere FROM stored WHERE reference = ? ORDER BY n LIMIT 20')
        .all(reference)
        .map((row) => toStored(row as unknown as Row).entry),
    );
  }

  /** Reviews added by this import that are probably stored under another id already. */
  *likelyDuplicates(): Generator<{ added: IdentifiedEntry; other: StoredReview }> {
    this.#database.exec("CREATE INDEX IF NOT EXISTS stored_date ON stored (json_extract(line, '$.rating'), date) WHERE added = 0");
    const added = `SELECT n, line, elsewhere FROM stored WHERE n > ? AND added = 1 ORDER BY n LIMIT ${PAGE}`;
    const near = `SELECT line, elsewhere FROM stored WHERE added = 0 AND json_extract(line, '$.rating') = ?
      AND date BETWEEN date(?, '-${DUPLICATE_DAYS} days') AND date(?, '+${DUPLICATE_DAYS} days') LIMIT ${COMPARED}`;
    for (const row of this.#pages<Row & { n: number }>(added)) {
      const { entry } = toStored(row);
      const others = this.#statement(near).all(entry.rating, entry.date, entry.date) as unknown as Row[];
      // Two ids of the same source are two reviews, unless the ids are ours: of rows without an id and of reviews typed in by hand.
      const mayBeSame = ({ entry: other, elsewhere }: StoredReview) =>
        scopeOf(other) !== scopeOf(entry) || [entry, other].some(({ source_id }) => isDerivedId(source_id)) || elsewhere !== undefined;
      const other = others.map(toStored).find((one) => mayBeSame(one) && areLikelyDuplicates(entry, one.entry));
      if (other !== undefined) yield { added: entry, other };
    }
  }

  byId(id: string): StoredReview | undefined {
    const row = this.#statement('SELECT line, elsewhere FROM stored WHERE id = ?').get(id);
    return row === undefined ? undefined : toStored(row as unknown as Row);
  }

  removeStored(id: string): void {
    this.#run('DELETE FROM stored WHERE id = ?', id);
  }

  /** The reviews that this import has added or changed, with their lines before and after. */
  *changes(): Generator<{ id: string; before: string | null; after: string }> {
    const sql = `SELECT id, CASE WHEN added THEN NULL ELSE before END AS before, line AS after FROM stored
      WHERE elsewhere IS NULL AND (added OR before <> line) ORDER BY n`;
    yield* this.#statement(sql).iterate() as Iterable<{ id: string; before: string | null; after: string }>;
  }

  /** The lines of the imported file, newest first (by date, then id). */
  *lines(): Generator<string> {
    const rows = this.#statement('SELECT line FROM stored WHERE elsewhere IS NULL ORDER BY date DESC, id DESC').iterate();
    for (const { line } of rows as Iterable<{ line: string }>) yield line;
  }

  *#pages<T extends { n: number }>(sql: string, ...values: SQLInputValue[]): Generator<T> {
    let page: T[];
    let after = 0;
    do {
      page = this.#statement(sql).all(after, ...values) as unknown as T[];
      after = page.at(-1)?.n ?? after;
      yield* page;
    } while (page.length === PAGE);
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#statement(sql).run(...values);
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}

interface Row {
  readonly line: string;
  readonly elsewhere: string | null;
}

function columnsOf(entry: IdentifiedEntry) {
  const { id, date, verification, removed_at_source } = entry;
  const isRemoved = removed_at_source === undefined ? 0 : 1;
  return [id, identityOf(entry), scopeOf(entry), date, printEntry(entry), verification?.reference ?? null, isRemoved] as const;
}

function toStored({ line, elsewhere }: Row): StoredReview {
  const entry = parseEntry(line);
  if (entry === undefined) throw new Error(`staging: not a review: ${line}`);
  return { entry, line, elsewhere: elsewhere ?? undefined };
}
