/**
 * SQL that SQLite and PostgreSQL both understand, on one connection: values stand for `$1`, `$2` ..., tables are in the schema `hub`,
 * and rows have the column names of the statement.
 */
export interface Statements {
  all<Row extends object>(sql: string, ...values: readonly unknown[]): Promise<Row[]>;
  get<Row extends object>(sql: string, ...values: readonly unknown[]): Promise<Row | undefined>;
  /** Returns how many rows have changed. */
  run(sql: string, ...values: readonly unknown[]): Promise<number>;
  /** Until the transaction ends, no other one holds the lock of this name. */
  lock(name: string): Promise<void>;
}

/** The operations that differ between databases. */
export interface Database extends Statements {
  /** Whether several servers may work on it. */
  readonly isShared: boolean;
  /** How far the database's clock is ahead of this server's: claims are compared by the database's. */
  readonly clockOffsetMs: number;
  /** Runs `work` as a whole or not at all. */
  transaction<Result>(work: (sql: Statements) => Promise<Result>): Promise<Result>;
  /**
   * A transaction that stores what a callback has answered. It waits some seconds for a database that is away; `isRepeated` means that an
   * earlier try may have been stored nevertheless.
   */
  record<Result>(work: (sql: Statements, isRepeated: boolean) => Promise<Result>): Promise<Result>;
  /** Overwrites deleted bytes, so that a withdrawn text remains in no file of a table. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}
