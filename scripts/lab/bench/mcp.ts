import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from '../../../site/contract/environment.ts';
import { build } from '../../build/build.ts';
import { runCommand } from '../../cli/run-command.ts';
import { type Load, measure } from './mcp-load.ts';

/**
 * `node scripts/lab/bench/mcp.ts [seconds]`: MCP flows and tool calls of the demo's server in a second of one core, beside the
 * same Express with a constant answer and the SDK's plain recipe. The servers take turns, so that a busy machine slows all.
 */
const SECONDS = Number(process.argv[2] ?? 4);
const ROUNDS = 3;
const KINDS = ['ours', 'constant', 'plain'] as const;
type Kind = (typeof KINDS)[number];

interface Result extends Load {
  /** Megabytes resident at the end. */
  readonly resident: number;
}

await runCommand(async () => {
  const dist = path.join(await mkdtemp(path.join(os.tmpdir(), 'bench-mcp-')), 'dist');
  const environment = readEnvironment({
    DIST_DIR: dist,
    DATA_DIR: path.join(path.dirname(dist), 'data'),
    BASE_URL: 'http://reviews.localhost:9',
  });
  await build({ environment, now: Date.now, onProgress: () => {} });
  const results: Record<Kind, Result[]> = { ours: [], constant: [], plain: [] };
  for (let round = 0; round < ROUNDS; round++) for (const kind of KINDS) results[kind].push(await measureKind(kind, dist));
  const median = (kind: Kind, field: keyof Result) =>
    results[kind].map((result) => result[field]).toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  for (const kind of KINDS) {
    console.log(
      `${kind.padEnd(9)} ${row(median(kind, 'flows'), 'flows/s')} ${row(median(kind, 'calls'), 'calls/s')} ${row(median(kind, 'resident'), 'MB resident')}`,
    );
  }
  for (const other of ['plain', 'constant'] as const) {
    const ratio = (field: 'flows' | 'calls') => (median('ours', field) / median(other, field)).toFixed(2);
    console.log(`ours / ${other}: flows ${ratio('flows')}, calls ${ratio('calls')}`);
  }
});

function row(figure: number, unit: string): string {
  return `${Math.round(figure).toString().padStart(6)} ${unit}`;
}

interface Usage {
  readonly cpuSeconds: number;
  readonly residentMegabytes: number;
}

async function measureKind(kind: Kind, dist: string): Promise<Result> {
  const child = fork(fileURLToPath(new URL('mcp-server.ts', import.meta.url)), [kind], {
    env: { ...process.env, DIST_DIR: dist, BASE_URL: 'http://reviews.localhost:9' },
  });
  const told = async <T>() => (await once(child, 'message'))[0] as T;
  const usage = () => {
    child.send('usage');
    return told<Usage>();
  };
  try {
    const { url } = await told<{ url: string }>();
    const load = await measure(`${url}/mcp`, SECONDS, async () => (await usage()).cpuSeconds);
    return { ...load, resident: (await usage()).residentMegabytes };
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}
