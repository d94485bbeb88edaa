import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { paths } from '../../../site/contract/paths.ts';
import { Callbacks } from '../bench/callbacks.ts';
import { type Authority, makeAuthority } from '../bench/certificates.ts';
import { type BenchChild, startChild } from '../bench/child.ts';
import type { HubProcessOptions } from '../bench/hub-process.ts';
import { cpuSeconds, median } from '../bench/load.ts';
import type { HubServerOptions } from './hub-server.ts';

const COUNTS = [1_000, 10_000];
const ROUNDS = 3;
const BODY_BYTES = 32_768;
const REQUESTS_AT_ONCE = 16;
const LOOK_MS = 20;

interface Speed {
  /** Per second, from the first request to the last verified subscription. */
  readonly subscriptions: number;
  /** Per second, from the first POST to the last one. Ours first waits up to a second, to combine several pings. */
  readonly deliveries: number;
  /** Processor time per delivery, in milliseconds. */
  readonly cpuMs: number;
}

let editions = 0;

function writeTopics(topicsFile: string): void {
  editions += 1;
  writeFileSync(
    topicsFile,
    JSON.stringify({ [paths.atomFeed]: `<feed>${editions} ${'review '.repeat(BODY_BYTES / 7)}`.slice(0, BODY_BYTES) }),
  );
}

/** A hub in its own process, as its subscribers and its publisher use it. */
class MeasuredHub {
  readonly #child: BenchChild;
  readonly #origin: string;

  constructor(child: BenchChild) {
    this.#child = child;
    this.#origin = `http://127.0.0.1:${child.firstLine}`;
  }

  async #post(form: Readonly<Record<string, string>>): Promise<void> {
    const response = await fetch(this.#origin + paths.hub, { method: 'POST', body: new URLSearchParams(form) });
    await response.text();
    if (response.status !== 202) throw new Error(`bench: a hub answered ${response.status}`);
  }

  async #until(isReached: (health: { subscriptions: { active: number }; deliveries_under_way: number }) => boolean): Promise<void> {
    while (!isReached(await (await fetch(this.#origin + paths.health)).json())) await pause(LOOK_MS);
  }

  /** Subscribes `count` callbacks; resolves with how many were verified per second. */
  async subscribe(count: number, port: number): Promise<number> {
    let next = 0;
    const lane = async () => {
      while (next < count) {
        const callback = `https://127.0.0.1:${port}/cb/${next++}`;
        await this.#post({ 'hub.mode': 'subscribe', 'hub.topic': `http://hub.test${paths.atomFeed}`, 'hub.callback': callback });
      }
    };
    const begin = performance.now();
    await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, lane));
    await this.#until(({ subscriptions }) => subscriptions.active === count);
    return (count / (performance.now() - begin)) * 1000;
  }

  /** Publishes the topics in the file and waits for `count` deliveries. */
  async deliver(count: number, callbacks: Callbacks): Promise<Omit<Speed, 'subscriptions'>> {
    const pid = this.#child.process.pid ?? 0;
    await callbacks.reset();
    const before = cpuSeconds(pid);
    await this.#post({ 'hub.mode': 'publish', 'hub.url': `http://hub.test${paths.atomFeed}` });
    const { firstAt, lastAt } = await callbacks.until(count);
    await this.#until((health) => health.deliveries_under_way === 0);
    return { deliveries: (count / (lastAt - firstAt)) * 1000, cpuMs: ((cpuSeconds(pid) - before) * 1000) / count };
  }

  stop(): Promise<void> {
    return this.#child.end('SIGKILL');
  }
}

/** One run of a hub: `count` callbacks subscribe, then it delivers two updates, of which only the second counts. */
async function measure(hub: MeasuredHub, count: number, callbacks: Callbacks, topicsFile: string): Promise<Speed> {
  try {
    const subscriptions = await hub.subscribe(count, callbacks.port);
    writeTopics(topicsFile);
    await hub.deliver(count, callbacks);
    writeTopics(topicsFile);
    return { subscriptions, ...(await hub.deliver(count, callbacks)) };
  } finally {
    await hub.stop();
  }
}

interface Pair {
  readonly ours: Speed;
  readonly peer: Speed;
}

/** Measures the two hubs in turn. */
async function comparePairs(count: number, { certificate }: Authority, callbacks: Callbacks, folder: string): Promise<readonly Pair[]> {
  const topicsFile = path.join(folder, 'topics.json');
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    writeTopics(topicsFile);
    const dataDir = path.join(folder, `${count} ${round}`);
    const own: HubProcessOptions = { port: 0, dataDir, callbackCa: certificate, topicsFile, speed: 1, life: 1, log: false };
    const ours = new MeasuredHub(await startChild(new URL('../bench/hub-process.ts', import.meta.url), own));
    const ourSpeed = await measure(ours, count, callbacks, topicsFile);
    const plain: HubServerOptions = { callbackCa: certificate, topicsFile };
    const peer = new MeasuredHub(await startChild(new URL('./hub-server.ts', import.meta.url), plain));
    pairs.push({ ours: ourSpeed, peer: await measure(peer, count, callbacks, topicsFile) });
  }
  return pairs;
}

function row(what: string, kind: keyof Speed, columns: readonly (readonly Pair[])[]): string {
  const cells = columns.map((pairs) => {
    const [ours, peer] = (['ours', 'peer'] as const).map((side) => Number(median(pairs.map((pair) => pair[side][kind])).toPrecision(3)));
    return `${median(pairs.map((pair) => pair.ours[kind] / pair.peer[kind])).toFixed(2)} (${ours} against ${peer})`;
  });
  return `| ${what} | ${cells.join(' | ')} |`;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-peers-hub-'));
const authority = makeAuthority();
const callbacks = await Callbacks.start(authority);
try {
  const columns: (readonly Pair[])[] = [];
  for (const count of COUNTS) columns.push(await comparePairs(count, authority, callbacks, folder));
  const heads = COUNTS.map((count) => `${count.toLocaleString('en')} subscribers`).join(' | ');
  console.log(`| ours as a multiple of a hub in memory behind Express | ${heads} |`);
  console.log(`| --- | ${COUNTS.map(() => '---').join(' | ')} |`);
  console.log(row('subscriptions accepted and verified a second', 'subscriptions', columns));
  console.log(row('deliveries a second', 'deliveries', columns));
  console.log(row('processor time of a delivery, in ms', 'cpuMs', columns));
} finally {
  await callbacks.stop();
  rmSync(folder, { recursive: true });
}
