import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../../sidecar/hub/store/store.ts';
import { openSqlite } from '../../../sidecar/hub/store/store-thread.ts';
import { limits } from '../../../site/contract/limits.ts';
import { mediaTypes, paths } from '../../../site/contract/paths.ts';
import { Callbacks } from './callbacks.ts';
import { makeAuthority } from './certificates.ts';
import { type BenchChild, startChild } from './child.ts';
import type { HubProcessOptions } from './hub-process.ts';
import { cpuSeconds } from './load.ts';
import type { PostLoopOptions } from './post-loop.ts';

const BODY_BYTES = 32_768;
const ROUNDS = 5;
/** The number of subscriptions, and how many of ten callbacks hang. */
const CASES: readonly (readonly [count: number, hanging: number])[] = [
  [1_000, 0],
  [1_000, 1],
  [10_000, 0],
  [10_000, 1],
];
const LATENCY_PAUSE_MS = 5;
const LOOP_AT_ONCE = 128;

const authority = makeAuthority();
const folder = mkdtempSync(join(tmpdir(), 'hub bench '));
const topicsFile = join(folder, 'topics.json');
let editions = 0;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const quantile = (values: readonly number[], q: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * q)] ?? Number.NaN;

function newBody(): string {
  editions += 1;
  return `<feed>${editions} ${'review '.repeat(BODY_BYTES / 7)}`.slice(0, BODY_BYTES);
}

/** Writes the next edition in one step, as a build does. */
function writeTopics(): void {
  writeFileSync(`${topicsFile}.next`, JSON.stringify({ [paths.atomFeed]: newBody() }));
  renameSync(`${topicsFile}.next`, topicsFile);
}

/** Stores `count` subscriptions, whose callbacks respond or hang. */
async function seed(store: Store, port: number, count: number, kind: 'cb' | 'hang'): Promise<void> {
  const at = Date.now();
  const caps = { perHost: 1_000_000, total: 1_000_000, perSubscription: 1 };
  const callbackOf = (index: number) => `https://127.0.0.1:${port}/${kind}/${index}`;
  const requests = Array.from({ length: count }, (_, index) => ({
    mode: 'subscribe' as const,
    topic: paths.atomFeed,
    topicGiven: paths.atomFeed,
    callback: callbackOf(index),
    callbackGiven: callbackOf(index),
    host: '127.0.0.1',
    secret: null,
    leaseSeconds: limits.hub.defaultLeaseSeconds,
    token: `${kind} ${index}`,
    at,
  }));
  await Promise.all(requests.map((request) => store.accept(request, caps)));
  const pending = await store.claimRequests('verification', at, count);
  await Promise.all(pending.map(({ id }) => store.confirm(id, at)));
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

interface Speed {
  readonly perSecond: number;
  /** Processor time per delivery, in milliseconds, which other work on the machine affects least. */
  readonly cpuMs: number;
}

interface FanOut extends Speed {
  readonly restingMb: number;
  readonly peakMb: number;
  readonly latenciesMs: readonly number[];
}

class BenchHub {
  readonly #child: BenchChild;
  readonly #url: string;
  readonly #callbacks: Callbacks;
  #late = 0;

  constructor(child: BenchChild, callbacks: Callbacks) {
    this.#child = child;
    this.#url = `http://127.0.0.1:${child.firstLine}`;
    this.#callbacks = callbacks;
  }

  #post(form: Readonly<Record<string, string>>): Promise<Response> {
    return fetch(this.#url + paths.hub, { method: 'POST', body: new URLSearchParams(form) });
  }

  async #timeRequest(): Promise<number> {
    this.#late += 1;
    const callback = `https://127.0.0.1:${this.#callbacks.port}/late/${this.#late}`;
    const begin = performance.now();
    const response = await this.#post({
      'hub.mode': 'subscribe',
      'hub.topic': `http://hub.test${paths.reviews}`,
      'hub.callback': callback,
    });
    await response.text();
    if (response.status !== 202) throw new Error(`the hub answered ${response.status}`);
    return performance.now() - begin;
  }

  /** Publishes and waits for `count` deliveries. With `measureRequests`, it keeps subscribing meanwhile. */
  async fanOut(count: number, measureRequests: boolean): Promise<FanOut> {
    const pid = this.#child.process.pid ?? 0;
    await this.#callbacks.reset();
    writeTopics();
    const restingMb = residentMb(pid);
    let peakMb = restingMb;
    const watch = setInterval(() => {
      peakMb = Math.max(peakMb, residentMb(pid));
    }, 20);
    const begin = performance.timeOrigin + performance.now();
    const cpuBegin = cpuSeconds(pid);
    await this.#post({ 'hub.mode': 'publish', 'hub.url': `http://hub.test${paths.atomFeed}` });
    const latenciesMs: number[] = [];
    let isOver = false;
    const all = this.#callbacks.until(count).finally(() => {
      isOver = true;
    });
    while (measureRequests && !isOver) {
      latenciesMs.push(await this.#timeRequest());
      await pause(LATENCY_PAUSE_MS);
    }
    const { lastAt } = await all;
    clearInterval(watch);
    return {
      perSecond: (count / (lastAt - begin)) * 1000,
      cpuMs: ((cpuSeconds(pid) - cpuBegin) * 1000) / count,
      restingMb,
      peakMb,
      latenciesMs,
    };
  }

  /** Resolves when nothing is under way or waiting. */
  async quiet(): Promise<void> {
    for (;;) {
      const counters = (await (await fetch(this.#url + paths.health)).json()) as { deliveries_under_way: number };
      if (counters.deliveries_under_way === 0) return;
      await pause(200);
    }
  }
}

async function runLoop(callbacks: Callbacks, count: number): Promise<Speed> {
  const options: PostLoopOptions = {
    ca: authority.certificate,
    port: callbacks.port,
    count,
    concurrency: LOOP_AT_ONCE,
    body: newBody(),
    contentType: mediaTypes.atom,
  };
  const child = await startChild(new URL('./post-loop.ts', import.meta.url), options);
  await child.end();
  const [ms = '', cpu = ''] = child.firstLine.split(' ');
  return { perSecond: (count / Number(ms)) * 1000, cpuMs: Number(cpu) / count };
}

function medianSpeed(all: readonly Speed[]): Speed {
  return { perSecond: median(all.map(({ perSecond }) => perSecond)), cpuMs: median(all.map((one) => one.cpuMs)) };
}

interface Result {
  readonly count: number;
  readonly hanging: number;
  readonly loop: Speed;
  readonly hub: Speed;
  readonly restingMb: number;
  readonly peakMb: number;
  readonly latencies: readonly number[];
}

/** Alternates between the loop and the hub, so other work on the machine affects both. */
async function measure(callbacks: Callbacks, count: number, hanging: number): Promise<Result> {
  const dataDir = join(folder, `${count} ${hanging}`);
  writeTopics();
  const answering = (count / 10) * (10 - hanging);
  const store = await openSqlite(dataDir);
  await seed(store, callbacks.port, answering, 'cb');
  const options: HubProcessOptions = { port: 0, dataDir, callbackCa: authority.certificate, topicsFile, speed: 1, life: 1, log: false };
  const child = await startChild(new URL('./hub-process.ts', import.meta.url), options);
  const hub = new BenchHub(child, callbacks);
  await hub.quiet();
  await hub.fanOut(answering, false);
  await hub.quiet();
  // After the warm-up, because a callback hangs only once: later updates wait until its retry is due.
  await seed(store, callbacks.port, count - answering, 'hang');
  await store.close();
  const rounds = hanging > 0 ? 1 : ROUNDS;
  const loops: Speed[] = [];
  const fanOuts: FanOut[] = [];
  for (let round = 0; round < rounds; round += 1) {
    loops.push(await runLoop(callbacks, answering));
    fanOuts.push(await hub.fanOut(answering, false));
    await hub.quiet();
  }
  const busy = hanging > 0 ? [] : (await hub.fanOut(answering, true)).latenciesMs;
  await child.end();
  return {
    count,
    hanging,
    loop: medianSpeed(loops),
    hub: medianSpeed(fanOuts),
    restingMb: fanOuts[0]?.restingMb ?? Number.NaN,
    peakMb: Math.max(...fanOuts.map((one) => one.peakMb)),
    latencies: busy,
  };
}

/** Prints the hub's figures; scripts/lab/README.md quotes the ratios. Arguments select cases by their number of subscriptions. */
async function main(): Promise<void> {
  const callbacks = await Callbacks.start(authority);
  try {
    console.log(`${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)} before the start`);
    const only = process.argv.slice(2).map(Number);
    for (const [count, hanging] of CASES.filter(([count]) => only.length === 0 || only.includes(count))) {
      const { loop, hub, restingMb, peakMb, latencies } = await measure(callbacks, count, hanging);
      console.log(
        `${count} subscriptions${hanging > 0 ? ', a tenth hanging' : ''}: ${Math.round(hub.perSecond)} deliveries/s, bare loop ${Math.round(loop.perSecond)}/s, ratio ${(hub.perSecond / loop.perSecond).toFixed(2)}; processor time of one ${hub.cpuMs.toFixed(2)} ms, in the loop ${loop.cpuMs.toFixed(2)} ms; memory ${Math.round(restingMb)} MB before, ${Math.round(peakMb)} MB at most`,
      );
      if (latencies.length > 0) {
        console.log(
          `  202 during the fan-out: median ${median(latencies).toFixed(2)} ms, p95 ${quantile(latencies, 0.95).toFixed(2)} ms, ${latencies.length} requests`,
        );
      }
    }
  } finally {
    await callbacks.stop();
    rmSync(folder, { recursive: true });
  }
}

await main();
