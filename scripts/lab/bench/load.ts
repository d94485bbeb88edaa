import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export interface LoadRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whether a command is in the PATH. */
export async function hasCommand(command: string): Promise<boolean> {
  const child = spawn('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  return code === 0;
}

const CONNECTIONS = 32;

/**
 * Requests per second that the server at `url` answers on its core. wrk sends the requests in turn from the other core for `seconds`.
 * Throws if any response doesn't have `status`.
 */
export async function measureLoad(url: string, requests: readonly LoadRequest[], status: number, seconds: number): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-load-'));
  const script = path.join(folder, 'requests.lua');
  await writeFile(script, printScript(requests, status));
  const args = ['-c', '1', 'wrk', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '60s', '-s', script, url];
  const child = spawn('taskset', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'exit');
  await rm(folder, { recursive: true });
  const result = /RESULT (\S+) (\d+)/.exec(output);
  if (result?.[2] !== '0') throw new Error(`bench: ${url} did not answer ${status} throughout:\n${output}`);
  return Number(result[1]);
}

/** A script for wrk, which sends the requests in turn and counts responses with other statuses. */
function printScript(requests: readonly LoadRequest[], status: number): string {
  const formatted = requests.map(({ path: target, headers = {} }) => {
    const pairs = Object.entries(headers).map(([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`);
    return `wrk.format("GET", ${JSON.stringify(target)}, {${pairs.join(',')}})`;
  });
  return `local requests, at, other = nil, 0, 0
init = function() requests = { ${formatted.join(',\n')} } end
request = function() at = at % #requests + 1; return requests[at] end
response = function(status) if status ~= ${status} then other = other + 1 end end
local threads = {}
setup = function(thread) table.insert(threads, thread) end
done = function(summary)
  local wrong = summary.errors.connect + summary.errors.read + summary.errors.timeout
  for _, thread in ipairs(threads) do wrong = wrong + thread:get("other") end
  print("RESULT " .. summary.requests / summary.duration * 1e6 .. " " .. wrong)
end
`.replace('local requests, at, other = nil, 0, 0', 'requests, at, other = nil, 0, 0');
}

export interface Started {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a server script on core 0 and waits for its line `listening URL`. */
export async function startPinned(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const child = spawn('taskset', ['-c', '0', process.execPath, script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const match = /listening (\S+)/.exec(output);
      if (match?.[1]) resolve(match[1]);
    });
    child.once('exit', () => reject(new Error(`bench: ${script} ended: ${output}`)));
  });
  return {
    url,
    pid: child.pid as number,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** The processor time that all threads of a process have used, in seconds. Linux counts it in hundredths. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The median of several measurements. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Alternates between two measurements and returns the median of the ratios, which varying load on the machine affects least. */
export async function compare(turns: number, ours: () => Promise<number>, peer: () => Promise<number>) {
  const pairs: { ours: number; peer: number }[] = [];
  for (let turn = 0; turn < turns; turn++) pairs.push({ ours: await ours(), peer: await peer() });
  return {
    ratio: median(pairs.map((pair) => pair.ours / pair.peer)),
    ours: median(pairs.map((pair) => pair.ours)),
    peer: median(pairs.map((pair) => pair.peer)),
  };
}
