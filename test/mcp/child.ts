import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { root, scriptEnvironment } from '../support/run-script.ts';

export interface Child {
  readonly port: number;
  readonly pid: number;
  /** Kills the process with SIGKILL; resolves when it has exited. */
  kill(): Promise<void>;
}

/** Starts the server in its own process, like `npm run sidecar`; resolves when it listens. */
export async function startChild(environment: Readonly<Record<string, string>>): Promise<Child> {
  const child = spawn(process.execPath, ['scripts/open-reviews.ts', 'sidecar'], {
    cwd: root,
    env: { ...scriptEnvironment(), RATE_LIMIT: '0', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /:(\d+)$/.exec(line)?.[1];
    if (port !== undefined) return { port: Number(port), pid: child.pid ?? 0, kill: () => kill(child) };
  }
  throw new Error('the server ended before it listened');
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await gone;
}

/** Runs a module with this version of Node; resolves with its output and exit code. */
export async function run(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
