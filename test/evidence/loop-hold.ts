import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../../scripts/build/build.ts';
import { generateContent } from '../../scripts/lab/bench/generate.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { paths } from '../../site/contract/paths.ts';
import { fuzz, fuzzTarget } from '../support/fuzz.ts';
import { type FuzzKind, fuzzRequests } from '../support/fuzz-requests.ts';
import { printDocuments } from '../support/print-documents.ts';
import type { Holds } from './hold-probe.ts';

/**
 * `node test/evidence/loop-hold.ts [REVIEWS] [COUNT] [SEED]`: starts the server with 10,000 generated reviews, sends COUNT fuzzed requests
 * of each kind, one at a time and 16 at a time, and publishes several times while searches run. Prints the longest time that each of these
 * blocked the server's event loop (M11). Fails above 50 ms of processor time, or if a request gets a 5xx or no answer.
 */
const [reviews = '10000', count = '2000', seed = '20261121'] = process.argv.slice(2);
const AIM_MS = 50;
const BASE_URL = 'http://reviews.localhost:9';
const WIDTHS = [1, 16];
const PUBLICATIONS = 3;
const SEARCH_EVERY_MS = 10;

const folder = await mkdtemp(path.join(os.tmpdir(), 'open-reviews-hold-'));
const places = { CONTENT_DIR: path.join(folder, 'content'), DIST_DIR: path.join(folder, 'dist'), DATA_DIR: path.join(folder, 'data') };
const publish = () =>
  build({ environment: readEnvironment({ ...places, BASE_URL }), now: Date.now, onProgress: () => {}, print: printDocuments });
try {
  await generateContent(places.CONTENT_DIR, Number(reviews));
  await publish();
  const { server, url } = await startServer();
  try {
    const { longestMs, faults } = await measure(server, url);
    console.log(`longest of all: ${longestMs.toFixed(1)} ms of processor time, aim ${AIM_MS}; ${faults} faults`);
    process.exitCode = longestMs > AIM_MS || faults > 0 ? 1 : 0;
  } finally {
    server.kill();
    await once(server, 'exit');
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Prints a row for each kind of request. */
async function measure(server: ChildProcess, url: string) {
  let longestMs = 0;
  let faults = 0;
  const report = async (what: string, more = '') => {
    const { cpuMs, wallMs } = await takeHolds(server);
    longestMs = Math.max(longestMs, cpuMs);
    console.log(`${what}: ${cpuMs.toFixed(1)} ms of processor time, ${wallMs.toFixed(1)} by the clock${more}`);
  };
  console.log(`${reviews} reviews, ${count} requests of each kind, seed ${seed}; the longest hold of the event loop`);
  await takeHolds(server);
  const target = await fuzzTarget(url, BASE_URL);
  await report('the first MCP request');
  for (const kind of Object.keys(fuzzRequests) as FuzzKind[]) {
    for (const width of WIDTHS) {
      const statuses = new Map<number, number>();
      const onStatus = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const found = await fuzz(url, Number(count), Number(seed), { kind, target, width, onStatus });
      for (const fault of found) console.log(fault);
      faults += found.length;
      const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${times} of ${status}`);
      await report(`${kind}, ${width} at a time`, ` (${answers.join(', ')})`);
    }
  }
  for (let time = 1; time <= PUBLICATIONS; time++) {
    const searches = await searchUntil(url, publishAnew(url, `Another Electric, part ${time}`));
    await report(`taking up a new generation, ${time} of ${PUBLICATIONS}`, `, ${searches} searches meanwhile`);
  }
  return { longestMs, faults };
}

/** Changes every document, and resolves when the server serves the new ones. */
async function publishAnew(url: string, name: string): Promise<void> {
  await writeFile(path.join(places.CONTENT_DIR, 'business.json'), JSON.stringify({ name }));
  const { generation } = await publish();
  const served = async () => ((await (await fetch(url + paths.health)).json()) as { generation: string }).generation;
  while ((await served()) !== generation.generation) await wait(100);
}

/** Searches, one request after the other, until `end`. Returns how many were answered. Throws if one isn't answered with 200. */
async function searchUntil(url: string, end: Promise<void>): Promise<number> {
  let isOver = false;
  const ended = end.finally(() => {
    isOver = true;
  });
  let count = 0;
  for (; !isOver; count++) {
    const { status } = await fetch(`${url}${paths.search}?query=the&offset=${count % 100}`);
    if (status !== 200) throw new Error(`a search was answered with ${status}`);
    await wait(SEARCH_EVERY_MS);
  }
  await ended;
  return count;
}

/** Runs `npm run serve` on the generated site, with the probe loaded. */
async function startServer(): Promise<{ readonly server: ChildProcess; readonly url: string }> {
  const server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', './test/evidence/hold-probe.ts', 'scripts/open-reviews.ts', 'serve'],
    { env: { ...process.env, ...places, BASE_URL, PORT: '0', RATE_LIMIT: '0' }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
    const url = /^serving .* (http:\S+)$/.exec(line)?.[1];
    if (url !== undefined) return { server, url };
  }
  throw new Error('the server exited before it listened');
}

async function takeHolds(server: ChildProcess): Promise<Holds> {
  const answer = once(server, 'message');
  server.send('holds');
  const [holds] = (await answer) as [Holds];
  return holds;
}
