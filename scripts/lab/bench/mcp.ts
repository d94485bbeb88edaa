import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { readEnvironment } from '../../../site/contract/environment.ts';
import { paths } from '../../../site/contract/paths.ts';
import type { ReviewsDocument } from '../../../site/contract/reviews-document.ts';
import { build } from '../../build/build.ts';
import { runCommand } from '../../cli/run-command.ts';
import { generateContent } from './generate.ts';
import { askAll, type Load, measure } from './mcp-load.ts';
import { type BenchCall, toolMix } from './mcp-mix.ts';
import { withoutNulls } from './without-nulls.ts';

/**
 * `node scripts/lab/bench/mcp.ts [seconds] [reviews]`: MCP flows and tool calls per second of processor time, with the demo or generated
 * reviews. Compares them with the SDK's example with the same tools, after checking that it gives the same answers, and with a constant
 * response of the same mean size from Express. The servers take turns, so a busy machine slows all of them.
 */
const SECONDS = Number(process.argv[2] ?? 4);
const REVIEWS = Number(process.argv[3] ?? 0);
const ROUNDS = 3;
const KINDS = ['ours', 'constant', 'plain'] as const;
type Kind = (typeof KINDS)[number];

interface Result extends Load {
  /** Resident megabytes at the end. */
  readonly resident: number;
}

await runCommand(async () => {
  const dist = await buildSite();
  const reviews = JSON.parse(await readFile(path.join(dist, paths.reviews), 'utf8')) as ReviewsDocument;
  const calls = toolMix(reviews.reviews.map(({ id }) => id));
  const bytes = await compareAnswers(dist, calls);
  const results: Record<Kind, Result[]> = { ours: [], constant: [], plain: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of KINDS) results[kind].push(await withServer(kind, dist, bytes, (server) => measureServer(server, calls)));
  }
  const median = (kind: Kind, field: keyof Result) =>
    results[kind].map((result) => result[field]).toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  for (const kind of KINDS) {
    console.log(
      `${kind.padEnd(9)} ${row(median(kind, 'flows'), 'flows/s')} ${row(median(kind, 'calls'), 'calls/s')} ${row(median(kind, 'resident'), 'MB resident')}`,
    );
  }
  for (const other of ['plain', 'constant'] as const) {
    const ratio = (field: 'flows' | 'calls') => (median('ours', field) / median(other, field)).toFixed(2);
    const stateless = (median('ours', 'stateless') / median(other, 'calls')).toFixed(2);
    console.log(`ours / ${other}: flows ${ratio('flows')}, calls ${ratio('calls')}, calls of 2026-07-28 ${stateless}`);
  }
});

function row(figure: number, unit: string): string {
  return `${Math.round(figure).toString().padStart(6)} ${unit}`;
}

/** The folder of the built site. */
async function buildSite(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-mcp-'));
  const [content, dist] = [path.join(folder, 'content'), path.join(folder, 'dist')];
  if (REVIEWS > 0) await generateContent(content, REVIEWS);
  const environment = readEnvironment({
    ...(REVIEWS > 0 ? { CONTENT_DIR: content } : {}),
    DIST_DIR: dist,
    DATA_DIR: path.join(folder, 'data'),
    BASE_URL: 'http://reviews.localhost:9',
  });
  await build({ environment, now: Date.now, onProgress: () => {} });
  return dist;
}

/** The mean size of our answers, in bytes. Throws if the SDK example's answers differ, apart from nulls. */
async function compareAnswers(dist: string, calls: readonly BenchCall[]): Promise<number> {
  const [ours, plain] = (await Promise.all(
    (['ours', 'plain'] as const).map((kind) => withServer(kind, dist, 0, ({ url }) => askAll(url, calls))),
  )) as [string[], string[]];
  const contentOf = (body: string | undefined) => withoutNulls(JSON.parse(body ?? '').result?.structuredContent);
  for (const [index, call] of calls.entries()) {
    const content = contentOf(ours[index]);
    if (content === undefined || !isDeepStrictEqual(content, contentOf(plain[index])))
      throw new Error(`bench: the answers differ to ${JSON.stringify(call)}`);
  }
  const mean = (bodies: readonly string[]) => Math.round(bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0) / bodies.length);
  console.log(`${calls.length} calls, all answered alike; mean size ${mean(ours)} bytes, of the plain recipe ${mean(plain)}`);
  return mean(ours);
}

interface Usage {
  readonly cpuSeconds: number;
  readonly residentMegabytes: number;
}

interface Server {
  /** The address of /mcp. */
  readonly url: string;
  usage(): Promise<Usage>;
}

async function measureServer({ url, usage }: Server, calls: readonly BenchCall[]): Promise<Result> {
  const load = await measure(url, calls, SECONDS, async () => (await usage()).cpuSeconds);
  return { ...load, resident: (await usage()).residentMegabytes };
}

/** Runs `use` with a server of this kind in its own process; `bytes` is the size of a constant response. */
async function withServer<T>(kind: Kind, dist: string, bytes: number, use: (server: Server) => Promise<T>): Promise<T> {
  const child = fork(fileURLToPath(new URL('mcp-server.ts', import.meta.url)), [kind, String(bytes)], {
    env: { ...process.env, DIST_DIR: dist, BASE_URL: 'http://reviews.localhost:9' },
  });
  const told = async <M>() => (await once(child, 'message'))[0] as M;
  try {
    const { url } = await told<{ url: string }>();
    const usage = () => {
      child.send('usage');
      return told<Usage>();
    };
    return await use({ url: `${url}/mcp`, usage });
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}
