import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Identity, makeAuthority } from '../../scripts/lab/bench/certificates.ts';
import { type BenchChild, startChild } from '../../scripts/lab/bench/child.ts';
import type { HubProcessOptions } from '../../scripts/lab/bench/hub-process.ts';
import { openPostgres } from '../../sidecar/hub/store/postgres.ts';
import { ENDED_STATES, LIVE_STATES, type Subscription } from '../../sidecar/hub/store/records.ts';
import type { Store } from '../../sidecar/hub/store/store.ts';
import { openSqlite } from '../../sidecar/hub/store/store-thread.ts';
import { paths } from '../../site/contract/paths.ts';
import { type Received, Subscriber, type SubscriberReply } from '../hub/subscriber.ts';

const TOPIC = `http://hub.test${paths.atomFeed}`;
const LONGEST_LIFE_MS = 800;
const ROUNDS_PER_CHECK = 10;
const ENDED = -1;

/** A callback's answer to a POST, and which life of the hub sent the POST. A life lasts from start to kill. */
interface Given {
  readonly isSuccess: boolean;
  readonly life: number;
}

/** What the subscriber knows about one subscription. */
interface Known {
  readonly path: string;
  readonly isFlaky: boolean;
  readonly given: Given[];
  lastBody: string;
  isUnsubscribed: boolean;
}

export interface HubKillReport {
  readonly kills: number;
  readonly acknowledged: number;
  readonly posts: number;
  readonly ended: number;
}

/**
 * Returns every number of consecutive failures that the hub may have counted. The last answer before a kill may or may not have been
 * stored; all others were. `ENDED` stands for three failures.
 */
export function possibleFailures(given: readonly Given[], currentLife: number): ReadonlySet<number> {
  let counts = new Set([0]);
  const inOrder = given.toSorted((a, b) => a.life - b.life);
  for (const [index, { isSuccess, life }] of inOrder.entries()) {
    const isUncertain = inOrder[index + 1]?.life !== life && life !== currentLife;
    const next = [...counts].map((count) => (count === ENDED ? ENDED : isSuccess ? 0 : count === 2 ? ENDED : count + 1));
    counts = new Set(isUncertain ? [...counts, ...next] : next);
  }
  return counts;
}

/** The hub keeps its subscriptions in SQLite unless there is a `databaseUrl`. */
export interface KillOptions {
  readonly databaseUrl?: string | undefined;
  readonly random?: () => number;
}

class KillLoop {
  readonly #folder = mkdtempSync(join(tmpdir(), 'hub kill '));
  readonly #topicsFile = join(this.#folder, 'topics.json');
  readonly #authority = makeAuthority();
  readonly #known = new Map<string, Known>();
  readonly #options: KillOptions;
  readonly #random: () => number;
  #subscriber = new Subscriber(this.#identity());
  #child: BenchChild | undefined;
  #life = 0;
  #edition = 0;
  #calm = false;
  #asked = 0;

  constructor(options: KillOptions) {
    this.#options = options;
    this.#random = options.random ?? Math.random;
  }

  #identity(): Identity {
    return this.#authority.issue(['127.0.0.1']);
  }

  async run(rounds: number): Promise<HubKillReport> {
    try {
      await this.#subscriber.start();
      this.#subscriber.behavior = (received) => this.#answer(received);
      this.#write();
      for (let round = 1; round <= rounds; round += 1) {
        await this.#live();
        if (round % ROUNDS_PER_CHECK === 0 || round === rounds) await this.#check();
      }
      return this.#report(rounds);
    } finally {
      await this.#child?.end('SIGKILL');
      await this.#subscriber.stop();
      rmSync(this.#folder, { recursive: true });
    }
  }

  #report(kills: number): HubKillReport {
    const all = [...this.#known.values()];
    const ended = all.filter(({ given }) => possibleFailures(given, this.#life).has(ENDED));
    return { kills, acknowledged: all.length, posts: this.#subscriber.posts().length, ended: ended.length };
  }

  #write(): void {
    this.#edition += 1;
    const text = JSON.stringify({ [paths.atomFeed]: `edition ${this.#edition}` });
    writeFileSync(`${this.#topicsFile}.next`, text);
    renameSync(`${this.#topicsFile}.next`, this.#topicsFile);
  }

  #answer({ method, target, headers, body }: Received): SubscriberReply {
    if (method === 'GET') return 'echo';
    const known = this.#known.get(target);
    const isSuccess = this.#calm || known?.isFlaky !== true || this.#random() < 0.5;
    // A POST may be read after its hub was killed and the next one has started.
    known?.given.push({ isSuccess, life: Number(/life=(\d+)/.exec(String(headers.link))?.[1]) });
    if (isSuccess && known !== undefined) known.lastBody = body.toString();
    return { status: isSuccess ? 204 : 500 };
  }

  async #start(): Promise<void> {
    this.#life += 1;
    const options: HubProcessOptions = {
      port: 0,
      dataDir: join(this.#folder, 'data'),
      databaseUrl: this.#options.databaseUrl,
      callbackCa: this.#authority.certificate,
      topicsFile: this.#topicsFile,
      speed: 1,
      life: this.#life,
      log: false,
    };
    this.#child = await startChild(new URL('../../scripts/lab/bench/hub-process.ts', import.meta.url), options);
  }

  /** Runs one life: random requests, publications and deliveries, then kill -9 at a random moment. */
  async #live(): Promise<void> {
    await this.#start();
    const work = this.#work();
    await new Promise((resolve) => setTimeout(resolve, this.#random() * LONGEST_LIFE_MS));
    await this.#child?.end('SIGKILL');
    await work;
  }

  /** Sends requests until the hub is killed. */
  async #work(): Promise<void> {
    try {
      for (;;) {
        await Promise.all([this.#subscribe(), this.#subscribe(), this.#renew()]);
        this.#write();
        await this.#post({ 'hub.mode': 'publish', 'hub.url': TOPIC });
        if (this.#random() < 0.3) await this.#unsubscribe();
      }
    } catch {
      // The hub was killed.
    }
  }

  async #post(form: Readonly<Record<string, string>>): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${this.#child?.firstLine}${paths.hub}`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    if (response.status !== 202) throw new Error(`the hub answered ${response.status}`);
  }

  #ask(mode: string, path: string): Promise<void> {
    return this.#post({ 'hub.mode': mode, 'hub.topic': TOPIC, 'hub.callback': this.#subscriber.url(path) });
  }

  /** Records the subscription before sending the request, and forgets it unless the hub answers 202. */
  async #subscribe(): Promise<void> {
    this.#asked += 1;
    const path = `/${this.#asked}`;
    const known: Known = { path, isFlaky: this.#random() < 0.2, given: [], lastBody: '', isUnsubscribed: false };
    this.#known.set(path, known);
    await this.#ask('subscribe', path).catch((error: unknown) => {
      this.#known.delete(path);
      throw error;
    });
  }

  /** Picks a subscription that never fails: a renewal resets the failure count at a moment that the subscriber doesn't know. */
  #steady(): Known | undefined {
    const all = [...this.#known.values()].filter(({ isFlaky, isUnsubscribed }) => !isFlaky && !isUnsubscribed);
    return all[Math.floor(this.#random() * all.length)];
  }

  async #renew(): Promise<void> {
    const known = this.#steady();
    if (known !== undefined) await this.#ask('subscribe', known.path);
  }

  async #unsubscribe(): Promise<void> {
    const known = this.#steady();
    if (known === undefined) return;
    known.isUnsubscribed = true;
    await this.#ask('unsubscribe', known.path);
  }

  /** Runs a life without a kill, and checks that the hub kept all its promises. */
  async #check(): Promise<void> {
    await this.#start();
    const { databaseUrl: url } = this.#options;
    const store = await (url === undefined ? openSqlite(join(this.#folder, 'data')) : openPostgres({ url }));
    try {
      await this.#quiet(store);
      await this.#compareCounts(store);
      this.#calm = true;
      this.#write();
      await this.#post({ 'hub.mode': 'publish', 'hub.url': TOPIC });
      await this.#published(store);
      await this.#quiet(store);
      this.#compareBodies(await this.#bySubscription(store));
    } finally {
      this.#calm = false;
      await store.close();
      await this.#child?.end('SIGTERM');
    }
  }

  async #published(store: Store): Promise<void> {
    const wanted = `edition ${this.#edition}`;
    for (;;) {
      const [topic] = (await store.topics()).filter(({ path }) => path === paths.atomFeed);
      if (Buffer.from(topic?.body ?? []).toString() === wanted) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Resolves when nothing is pending, due or under way. */
  async #quiet(store: Store): Promise<void> {
    for (;;) {
      const { pendingRequests } = await store.counts();
      if (pendingRequests === 0 && !(await this.#isDue(store))) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Returns whether anything can be delivered now. Only a callback that answered 500 waits, until there is a newer version. */
  async #isDue(store: Store): Promise<boolean> {
    const now = Date.now();
    for (const { id, deliveredVersion, currentVersion, failures, nextAttemptAt } of await store.list(['active'], 0, 1_000_000)) {
      if (deliveredVersion === currentVersion) continue;
      if (failures === 0 || nextAttemptAt <= now || (await store.byId(id))?.attempts[0]?.version !== currentVersion) return true;
    }
    return false;
  }

  async #bySubscription(store: Store): Promise<ReadonlyMap<string, Subscription>> {
    const all = await store.list([...LIVE_STATES, ...ENDED_STATES], 0, 1_000_000);
    return new Map(all.map((one) => [new URL(one.callback).pathname, one]));
  }

  async #compareCounts(store: Store): Promise<void> {
    // A retry may become due while the store is read, so the counts before and after it are both correct.
    const before = new Map([...this.#known.values()].map(({ path, given }) => [path, given.length]));
    const stored = await this.#bySubscription(store);
    for (const { path, given, isUnsubscribed } of this.#known.values()) {
      const subscription = stored.get(path);
      if (subscription === undefined) throw new Error(`${path} was acknowledged but is lost`);
      // An unsubscription that was not acknowledged may or may not have been stored.
      if (isUnsubscribed) continue;
      const earlier = given.slice(0, before.get(path));
      const possible = new Set([...possibleFailures(given, this.#life), ...possibleFailures(earlier, this.#life)]);
      const count = subscription.state === 'active' ? subscription.failures : ENDED;
      if (possible.has(count)) continue;
      const details = await store.byId(subscription.id);
      const message = `${path} is ${subscription.state} with ${count} failures; possible: ${[...possible].join(', ')}`;
      throw new Error(`${message}\nlife ${this.#life}, given ${JSON.stringify(given)}\nstored ${JSON.stringify(details?.attempts)}`);
    }
  }

  #compareBodies(stored: ReadonlyMap<string, Subscription>): void {
    for (const { path, lastBody } of this.#known.values()) {
      const subscription = stored.get(path);
      if (subscription?.state === 'active' && lastBody !== `edition ${this.#edition}`) {
        throw new Error(`${path} missed edition ${this.#edition}: it has ${JSON.stringify(lastBody)}`);
      }
      if (subscription?.state === 'active' && subscription.failures > 0)
        throw new Error(`${path} answered 204 and has ${subscription.failures} failures`);
    }
  }
}

/** Kills a hub `rounds` times at random moments. Rejects with the first promise that it broke. */
export function killLoop(rounds: number, options: KillOptions = {}): Promise<HubKillReport> {
  return new KillLoop(options).run(rounds);
}

if (import.meta.main) {
  const [rounds = '200', databaseUrl] = process.argv.slice(2);
  const report = await killLoop(Number(rounds), { databaseUrl });
  console.log(
    `${report.kills} kills -9: ${report.acknowledged} acknowledged subscriptions, none lost; ${report.posts} POSTs, no update missed; every count right, ${report.ended} ended by three failures`,
  );
}
