import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface BenchChild {
  readonly process: ChildProcess;
  /** The first printed line. */
  readonly firstLine: string;
  /** Resolves with its exit code; null if it was killed. */
  readonly ended: Promise<number | null>;
  /** Kills it with `signal` and resolves when it is gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** Runs a script with one JSON argument; resolves when it has printed a line, and rejects if it exits before that. */
export async function startChild(script: URL, argument: unknown): Promise<BenchChild> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script.pathname, JSON.stringify(argument)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const line = once(child.stdout, 'data').then(([data]) => String(data).trim());
  const firstLine = await Promise.race([line, exit.then(() => undefined)]);
  if (firstLine === undefined) throw new Error(`${script.pathname} ended before it was ready`);
  return {
    process: child,
    firstLine,
    ended: exit.then(([code]) => code as number | null),
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      await exit;
    },
  };
}
