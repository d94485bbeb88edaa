import { readFile } from 'node:fs/promises';
import { type BenchChild, startChild } from '../../../scripts/lab/bench/child.ts';
import { freePort } from '../../../scripts/lab/free-port.ts';
import { describeServer } from './describe-server.ts';
import type { ServerProcessOptions } from './server.ts';

interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * Servers in separate processes, each with its own DATA_DIR and address. None uses 127.0.0.1, because connections are made from there, and
 * one of those could take a server's port while it is down.
 */
export class Servers {
  readonly #places: readonly Place[];
  readonly #children = new Map<number, BenchChild>();
  #variables: Readonly<Record<string, string>> = {};

  private constructor(places: readonly Place[]) {
    this.#places = places;
  }

  /** Chooses addresses; nothing runs yet. */
  static async place(count: number): Promise<Servers> {
    return new Servers(
      await Promise.all(Array.from({ length: count }, async (_, index) => ({ host: `127.0.0.${index + 2}`, port: await freePort() }))),
    );
  }

  get addresses(): readonly string[] {
    return this.#places.map(({ host, port }) => `${host}:${port}`);
  }

  /** Starts all servers with these settings. */
  async start(variables: Readonly<Record<string, string>>): Promise<void> {
    this.#variables = variables;
    await Promise.all(this.#places.map((_, index) => this.#startOne(index)));
  }

  /** Kills the next server in turn and starts it again. */
  async kill(turn: number): Promise<void> {
    const index = turn % this.#places.length;
    await this.#children.get(index)?.end('SIGKILL');
    await this.#startOne(index);
  }

  /** Describes each server after a failed run. */
  async describe(): Promise<string> {
    const descriptions = this.#places.map(async ({ host, port }, index) => {
      const log = await readFile(this.#logOf(index), 'utf8').catch(() => '');
      return describeServer(`server ${index}`, `http://${host}:${port}`, log);
    });
    return (await Promise.all(descriptions)).join('\n');
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#children.values()].map((child) => child.end('SIGKILL')));
  }

  #logOf(index: number): string {
    return `${this.#variables['DIST_DIR']} log ${index}`;
  }

  async #startOne(index: number): Promise<void> {
    const { host, port } = this.#places[index] as Place;
    const own = { HOST: host, PORT: String(port), DATA_DIR: `${this.#variables['DIST_DIR']} data ${index}` };
    const options: ServerProcessOptions = {
      variables: { ...this.#variables, ...own },
      log: this.#logOf(index),
    };
    this.#children.set(index, await startChild(new URL('./server.ts', import.meta.url), options));
  }
}
