import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { GenerationDocument } from '../../../site/contract/generation.ts';
import { paths } from '../../../site/contract/paths.ts';
import { freePort } from '../free-port.ts';
import { cpuSeconds, median } from './load.ts';

const TURNS = 7;
const BASE_URL = 'http://reviews.localhost:9';

/** The wait between attempts, because requests delay the start. */
const POLL_MS = 10;

/** The number of concurrent requests of the crawler. */
const CRAWLER_WIDTH = 16;

/** Prints the time from the start of the process to the first search result, and the memory then and after a crawl of every file. */
export async function benchStartUp(distDir: string, label: string): Promise<void> {
  const runs: Start[] = [];
  for (let turn = 0; turn <= TURNS; turn++) runs.push(await startOnce(distDir, turn === TURNS));
  // The first start compiles code for the others.
  const warm = runs.slice(1);
  const middle = (pick: (run: Start) => number) => Math.round(median(warm.map(pick)));
  console.log(
    `start-up, ${label}: searchable after ${middle(({ ms }) => ms)} ms, ${middle(({ ofProcessor }) => ofProcessor)} of the processor (bare node: ${Math.round(await bareNode())} ms), ${middle(({ megabytes }) => megabytes)} MB, and ${Math.round(runs.at(-1)?.megabytesCrawled ?? 0)} MB when every file has been read`,
  );
}

interface Start {
  readonly ms: number;
  readonly ofProcessor: number;
  readonly megabytes: number;
  readonly megabytesCrawled: number | undefined;
}

async function startOnce(distDir: string, isCrawled: boolean): Promise<Start> {
  const port = await freePort();
  const search = `http://127.0.0.1:${port}/api/reviews/search?query=breaker`;
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/open-reviews.ts', 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DIST_DIR: distDir, DATA_DIR: path.join(distDir, '../data'), BASE_URL, PORT: String(port), RATE_LIMIT: '0' },
  });
  while (!(await isAnswered(search))) await delay(POLL_MS);
  const ms = performance.now() - began;
  const ofProcessor = 1000 * cpuSeconds(child.pid as number);
  const megabytes = await megabytesOf(child.pid);
  if (isCrawled) await crawl(distDir, `http://127.0.0.1:${port}`);
  const megabytesCrawled = isCrawled ? await megabytesOf(child.pid) : undefined;
  // On SIGTERM, it writes the compiled code for the next start.
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { ms, ofProcessor, megabytes, megabytesCrawled };
}

async function megabytesOf(pid: number | undefined): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Reads every published file once. */
async function crawl(distDir: string, origin: string): Promise<void> {
  const { files } = JSON.parse(await readFile(path.join(distDir, paths.generation), 'utf8')) as GenerationDocument;
  const queue = new PQueue({ concurrency: CRAWLER_WIDTH });
  await queue.addAll(
    Object.keys(files).map((publicPath) => async () => {
      const { ok, status } = await readWhole(origin + encodeURI(publicPath));
      if (!ok) throw new Error(`${publicPath}: ${status}`);
    }),
  );
}

async function readWhole(url: string): Promise<Response> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response;
}

async function isAnswered(url: string): Promise<boolean> {
  return (await readWhole(url).catch(() => undefined))?.ok === true;
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
