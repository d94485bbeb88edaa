import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/lab/free-port.ts';
import { openPostgres, postgresDatabase } from '../../sidecar/hub/store/postgres.ts';

/** The programs of the newest version: Debian installs each version in its own folder. */
const PROGRAMS = globSync('/usr/lib/postgresql/*/bin')
  .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  .at(-1);

/** Returns the user that PostgreSQL's package creates, because PostgreSQL refuses to run as root. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

/** Why tests that need PostgreSQL can't run here; undefined if they can. */
export const postgresMissing =
  PROGRAMS !== undefined && spawnSync(path.join(PROGRAMS, 'postgres'), ['--version']).status === 0
    ? undefined
    : 'PostgreSQL is not installed in /usr/lib/postgresql (Debian: apt-get install postgresql)';

/** The title of tests that need PostgreSQL. */
export const withPostgres = postgresMissing === undefined ? 'PostgreSQL' : `PostgreSQL: ${postgresMissing}`;

const PASSWORD = 'correct-horse';
const TEMPLATE = 'hub_template';
/** Test data doesn't have to survive a crash, because it is deleted after the test. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'shared_buffers=32MB', 'unix_socket_directories='];

/** The databases that a test file creates in a PostgreSQL server on a loopback port. */
export class Databases {
  readonly port: number;
  readonly #created: string[] = [];
  #admin: ReturnType<typeof postgresDatabase> | undefined;

  constructor(port: number) {
    this.port = port;
  }

  /** Returns the URL of a database, with a password. */
  url(name: string): string {
    return `postgres://hub:${PASSWORD}@127.0.0.1:${this.port}/${name}`;
  }

  /** Creates a database with the hub's empty tables and returns its URL. */
  async database(): Promise<string> {
    const name = `hub_${randomBytes(8).toString('hex')}`;
    // Half the work of copying through the log, the default since PostgreSQL 15.
    await this.#administer(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
    this.#created.push(name);
    return this.url(name);
  }

  /** Deletes the databases that `database` created. */
  async drop(): Promise<void> {
    for (const name of this.#created.splice(0)) await this.#administer(`DROP DATABASE ${name} WITH (FORCE)`);
    await this.#admin?.close();
    this.#admin = undefined;
  }

  /** Runs a statement on a connection that stays open until `drop`. */
  async #administer(sql: string): Promise<void> {
    this.#admin ??= postgresDatabase(this.url('postgres'));
    await this.#admin.run(sql);
  }

  /** Runs a statement in the database at `url`. */
  async run<Row extends object>(url: string, sql: string): Promise<readonly Row[]> {
    const database = postgresDatabase(url);
    try {
      return await database.all<Row>(sql);
    } finally {
      await database.close();
    }
  }
}

/** A PostgreSQL server with its own folder, on a free loopback port. */
export class Postgres extends Databases {
  readonly #folder: string;
  readonly #user = serverUser();
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number) {
    super(port);
    this.#folder = folder;
  }

  /** Creates and starts a server. */
  static async start(): Promise<Postgres> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'open-reviews-postgres-'));
    const server = new Postgres(folder, await freePort());
    chmodSync(folder, 0o700);
    if (server.#user !== undefined) chownSync(folder, server.#user.uid, server.#user.gid);
    const options = ['--pgdata', folder, '--username', 'hub', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'];
    execFileSync(server.#program('initdb'), options, { cwd: folder, stdio: 'ignore', ...server.#user });
    await server.resume();
    await server.#makeTemplate();
    return server;
  }

  /** Creates the tables in a template, because copying them is much faster than creating them. */
  async #makeTemplate(): Promise<void> {
    await this.run(this.url('postgres'), `CREATE DATABASE ${TEMPLATE}`);
    const store = await openPostgres({ url: this.url(TEMPLATE) });
    await store.close();
  }

  /** Runs one of PostgreSQL's programs to completion and returns its output. */
  call(name: string, args: readonly string[]): string {
    return execFileSync(this.#program(name), args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  #program(name: string): string {
    return path.join(PROGRAMS ?? '', name);
  }

  /** The folder with the server's files. */
  get folder(): string {
    return this.#folder;
  }

  /** Starts the server, for the first time or after `pause`. Resolves once it accepts connections. */
  async resume(): Promise<void> {
    const options = [...SETTINGS, 'listen_addresses=127.0.0.1', `port=${this.port}`].flatMap((setting) => ['-c', setting]);
    const child = spawn(this.#program('postgres'), ['-D', this.#folder, ...options], {
      cwd: this.#folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...this.#user,
    });
    this.#child = child;
    let log = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        if (child.exitCode === null) log += text;
        if (log.includes('ready to accept connections')) resolve();
      });
      child.once('exit', () => reject(new Error(`postgres ended: ${log}`)));
    });
  }

  /** Stops the server and breaks all connections. */
  async pause(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    const ended = once(child, 'exit');
    // SIGINT is PostgreSQL's fast shutdown, which doesn't wait for clients.
    child.kill('SIGINT');
    await ended;
  }

  /** Stops the server and deletes its folder. */
  async stop(): Promise<void> {
    await this.drop();
    await this.pause();
    rmSync(this.#folder, { recursive: true });
  }
}
