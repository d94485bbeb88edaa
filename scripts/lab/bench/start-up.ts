import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bundleServer } from '../../build/server-bundle.ts';
import { freePort } from '../../cli/free-port.ts';
import { cpuSeconds, median } from './load.ts';

const TURNS = 7;
const BASE_URL = 'http://reviews.localhost:9';

/** Requests before there is anything to search delay the start. */
const POLL_MS = 10;

/** From the start of the process to the answer of a first search by words, and the memory held then; prints both. */
export async function benchStartUp(distDir: string, label: string): Promise<void> {
  await bundleServer();
  const runs: Awaited<ReturnType<typeof startOnce>>[] = [];
  for (let turn = 0; turn <= TURNS; turn++) runs.push(await startOnce(distDir));
  // The first one compiles what the others find compiled.
  const warm = runs.slice(1);
  const middle = (pick: (run: (typeof runs)[number]) => number) => Math.round(median(warm.map(pick)));
  console.log(
    `start-up, ${label}: searchable after ${middle(({ ms }) => ms)} ms, ${middle(({ ofProcessor }) => ofProcessor)} of the processor (bare node: ${Math.round(await bareNode())} ms), ${middle(({ megabytes }) => megabytes)} MB`,
  );
}

async function startOnce(distDir: string): Promise<{ ms: number; ofProcessor: number; megabytes: number }> {
  const port = await freePort();
  const search = `http://127.0.0.1:${port}/api/reviews/search?query=breaker`;
  const began = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/serve.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DIST_DIR: distDir, DATA_DIR: path.join(distDir, '../data'), BASE_URL, PORT: String(port), RATE_LIMIT: '0' },
  });
  while (!(await isAnswered(search))) await delay(POLL_MS);
  const ms = performance.now() - began;
  const ofProcessor = 1000 * cpuSeconds(child.pid as number);
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  // It writes the compiled code that the next start finds.
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { ms, ofProcessor, megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024 };
}

async function isAnswered(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.status === 200;
}

async function bareNode(): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const began = performance.now();
    await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
    times.push(performance.now() - began);
  }
  return median(times);
}
