import { writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { makeAuthority } from '../../scripts/lab/bench/certificates.ts';
import { type Child, startChild } from '../../scripts/lab/bench/child.ts';
import { paths } from '../../site/contract/paths.ts';
import { type Received, type Reply, Subscriber } from '../hub/subscriber.ts';
import { type Answer, ask } from '../support/ask.ts';
import { buildSite, stopBuilder } from '../support/build-site.ts';
import { workshop } from '../support/copy-content.ts';
import { Postgres } from '../support/postgres.ts';
import { NOBODY } from '../support/run-script.ts';
import { removeTemporaryFolders } from '../support/temporary-folder.ts';
import type { InstanceOptions } from './instance.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const CLAIM_SECONDS = 10;
const LOOK_MS = 100;
/** How long anything may take that must come true. */
const PATIENCE_MS = 180_000;

export interface InstancesOptions {
  readonly instances: number;
  readonly subscribers: number;
  readonly kills: number;
  readonly rebuilds: number;
  readonly secondsBetweenKills: number;
  readonly outageSeconds: number;
}

export interface InstancesReport {
  readonly kills: number;
  readonly editions: number;
  /** Subscribers that have the last content. */
  readonly upToDate: number;
  readonly active: number;
  readonly posts: number;
  /** POSTs of content that the subscriber had already acknowledged. */
  readonly repeated: number;
  /** POSTs of older content than the subscriber had acknowledged. */
  readonly outOfOrder: number;
  readonly answers: number;
  /** What readers and searchers got besides 200. */
  readonly faults: readonly string[];
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Repeats `look` until it is true. Rejects, naming what never came, where it takes too long. */
async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await look())) {
    if (performance.now() > end) throw new Error(`never came: ${what}`);
    await pause(LOOK_MS);
  }
}

/** Hands connections to the living instances in turn, and to the next one where one refuses. */
class Balancer {
  readonly ports = new Set<number>();
  readonly #server: Server;
  #turn = 0;

  constructor() {
    this.#server = createServer((client) => {
      client.on('error', () => {});
      this.#hand(client, [...this.ports].length);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #hand(client: Socket, tries: number): void {
    const ports = [...this.ports];
    this.#turn += 1;
    const port = ports[this.#turn % ports.length];
    if (port === undefined || tries === 0) return void client.destroy();
    const upstream = connect(port, '127.0.0.1');
    const refuse = () => this.#hand(client, tries - 1);
    upstream.once('error', refuse);
    upstream.once('connect', () => {
      upstream.off('error', refuse);
      upstream.on('error', () => client.destroy());
      client.once('close', () => upstream.destroy());
      upstream.once('close', () => client.destroy());
      client.pipe(upstream).pipe(client);
    });
  }
}

/** What one subscriber has acknowledged. */
interface Held {
  edition: number;
}

class Fleet {
  readonly #options: InstancesOptions;
  readonly #postgres: Postgres;
  readonly #balancer = new Balancer();
  readonly #authority = makeAuthority();
  readonly #subscriber = new Subscriber(this.#authority.issue(['127.0.0.1']));
  readonly #children: (Child | undefined)[];
  readonly #held = new Map<string, Held>();
  readonly #editions = new Map<string, number>();
  readonly #faults: string[] = [];
  #variables: Readonly<Record<string, string>> = {};
  #places = { content: '', dist: '' };
  #origin = '';
  #answers = 0;
  #repeated = 0;
  #outOfOrder = 0;
  #isOver = false;

  constructor(options: InstancesOptions, postgres: Postgres) {
    this.#options = options;
    this.#postgres = postgres;
    this.#children = Array.from({ length: options.instances }, () => undefined);
  }

  async run(): Promise<InstancesReport> {
    try {
      await this.#prepare();
      const readers = [this.#read('/reviews.json'), this.#read(`${paths.search}?query=edition`)];
      await this.#subscribeAll();
      await Promise.all([this.#killAgainAndAgain(), this.#rebuildAgainAndAgain(), this.#stopDatabase()]);
      await this.#rebuild();
      await until('the last content at every subscriber', async () => this.#upToDate() === this.#options.subscribers);
      const report = await this.#report();
      this.#isOver = true;
      await Promise.all(readers);
      return report;
    } finally {
      this.#isOver = true;
      await Promise.all(this.#children.map((child) => child?.end('SIGKILL')));
      await Promise.all([this.#subscriber.stop(), this.#balancer.stop(), stopBuilder()]);
    }
  }

  async #prepare(): Promise<void> {
    const { folder, content, dist } = await workshop('minimal');
    await mkdir(path.join(content, 'reviews'));
    this.#places = { content, dist };
    const certificate = path.join(folder, 'ca.pem');
    writeFileSync(certificate, this.#authority.certificate);
    this.#variables = {
      PORT: '0',
      BASE_URL: NOBODY,
      DIST_DIR: dist,
      RATE_LIMIT: '0',
      HUB_DATABASE_URL: await this.#postgres.database(),
      CALLBACK_CA_FILE: certificate,
      CALLBACK_ALLOW_CIDRS: '127.0.0.0/8',
    };
    this.#subscriber.behaviour = (received) => this.#answer(received);
    this.#origin = await this.#balancer.start();
    await this.#subscriber.start();
    await this.#rebuild();
    await Promise.all(this.#children.map((_, index) => this.#startInstance(index)));
  }

  async #startInstance(index: number): Promise<void> {
    const options: InstanceOptions = {
      variables: { ...this.#variables, DATA_DIR: `${this.#places.dist} data ${index}` },
      claimSeconds: CLAIM_SECONDS,
    };
    const child = await startChild(new URL('./instance.ts', import.meta.url), options);
    this.#children[index] = child;
    this.#balancer.ports.add(Number(child.firstLine));
  }

  async #rebuild(): Promise<void> {
    const { content, dist } = this.#places;
    const edition = this.#editions.size + 1;
    const review = `- { source_id: r1, date: 2024-02-10, rating: 5, author: A, text: "edition ${edition}", verified: true }\n`;
    await writeFile(path.join(content, 'reviews/all.yaml'), review);
    await buildSite(content, dist, { BASE_URL: NOBODY });
    this.#editions.set(`edition ${edition}`, edition);
  }

  #answer({ method, target, body }: Received): Reply {
    if (method === 'GET') return 'echo';
    const held = this.#held.get(target);
    const edition = Number(/edition (\d+)/.exec(body.toString())?.[1]);
    if (held !== undefined) {
      if (held.edition === edition) this.#repeated += 1;
      if (held.edition > edition) this.#outOfOrder += 1;
      held.edition = edition;
    }
    return { status: 204 };
  }

  /** Asks until the hub has accepted: a request may meet an instance that is just being killed. */
  async #subscribeAll(): Promise<void> {
    for (let index = 0; index < this.#options.subscribers; index += 1) {
      const target = `/${index}`;
      this.#held.set(target, { edition: 0 });
      const form = { 'hub.mode': 'subscribe', 'hub.topic': NOBODY + paths.atomFeed, 'hub.callback': this.#subscriber.url(target) };
      const body = new URLSearchParams(form).toString();
      await until('a 202', async () => (await this.#ask(paths.hub, { method: 'POST', headers: FORM, body }))?.status === 202);
    }
    await until('all subscriptions', async () => (await this.#active()) === this.#options.subscribers);
  }

  /** Undefined where the connection broke. */
  async #ask(target: string, asking = {}): Promise<Answer | undefined> {
    try {
      return await ask(this.#origin, target, asking);
    } catch {
      return undefined;
    }
  }

  async #active(): Promise<number> {
    const answer = await this.#ask(paths.health);
    return answer === undefined ? 0 : (JSON.parse(answer.text).hub?.subscriptions?.active ?? 0);
  }

  /** A reader that asks again where its connection broke, as every cache does. */
  async #read(target: string): Promise<void> {
    while (!this.#isOver) {
      const answer = await this.#ask(target);
      if (answer !== undefined) this.#answers += 1;
      if (answer !== undefined && answer.status !== 200) this.#faults.push(`${target}: ${answer.status}`);
      await pause(LOOK_MS);
    }
  }

  async #killAgainAndAgain(): Promise<void> {
    for (let kill = 0; kill < this.#options.kills; kill += 1) {
      await pause(this.#options.secondsBetweenKills * 1000);
      const index = kill % this.#children.length;
      const child = this.#children[index];
      this.#balancer.ports.delete(Number(child?.firstLine));
      await child?.end('SIGKILL');
      await this.#startInstance(index);
    }
  }

  async #rebuildAgainAndAgain(): Promise<void> {
    for (let rebuild = 0; rebuild < this.#options.rebuilds; rebuild += 1) await this.#rebuild();
  }

  async #stopDatabase(): Promise<void> {
    await pause(this.#options.secondsBetweenKills * 1500);
    await this.#postgres.pause();
    await pause(this.#options.outageSeconds * 1000);
    await this.#postgres.resume();
  }

  #upToDate(): number {
    return [...this.#held.values()].filter(({ edition }) => edition === this.#editions.size).length;
  }

  async #report(): Promise<InstancesReport> {
    let active = 0;
    await until('counts', async () => {
      active = await this.#active();
      return active > 0;
    });
    return {
      kills: this.#options.kills,
      editions: this.#editions.size,
      upToDate: this.#upToDate(),
      active,
      posts: this.#subscriber.posts().length,
      repeated: this.#repeated,
      outOfOrder: this.#outOfOrder,
      answers: this.#answers,
      faults: this.#faults,
    };
  }
}

/**
 * Several servers on one PostgreSQL behind a balancer: one is killed again and again, the database is stopped for a while, and the content changes. Resolves
 * when every subscriber has the last content; rejects where one never gets it.
 */
export async function runInstances(options: InstancesOptions): Promise<InstancesReport> {
  const postgres = await Postgres.start();
  try {
    return await new Fleet(options, postgres).run();
  } finally {
    await postgres.stop();
  }
}

if (import.meta.main) {
  const [subscribers = 1_000, kills = 20] = process.argv.slice(2).map(Number);
  const options = { instances: 3, subscribers, kills, rebuilds: 10, secondsBetweenKills: 4, outageSeconds: 10 };
  const report = await runInstances(options);
  removeTemporaryFolders();
  for (const fault of report.faults) console.log(fault);
  console.log(
    `3 instances, ${report.kills} kills -9, PostgreSQL away for 10 s, ${report.editions} editions: ${report.upToDate} of ${subscribers} subscribers have the last one, ${report.active} are active; ${report.posts} POSTs, ${report.repeated} repeated, ${report.outOfOrder} out of order; ${report.answers} answers to readers, ${report.faults.length} faults`,
  );
  process.exitCode = report.upToDate === subscribers && report.active === subscribers && report.faults.length === 0 ? 0 : 1;
}
