import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/lab/free-port.ts';

export interface RunningProgram {
  readonly url: string;
  /** Returns everything the program has printed. */
  log(): string;
  stop(): Promise<void>;
}

/** How to start a program, and what it prints once it listens. */
interface Start {
  readonly args: readonly string[];
  readonly env?: SpawnOptions['env'];
  readonly listening: RegExp;
}

/** Starts a third-party server with its own folder and port. Resolves once it listens; rejects with its log if it ends first. */
export async function startProgram(program: string, prepare: (home: string, port: number) => Promise<Start>): Promise<RunningProgram> {
  const home = await mkdtemp(path.join(os.tmpdir(), `open-reviews-${path.basename(program)}-`));
  const port = await freePort();
  const { args, env, listening } = await prepare(home, port);
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        if (listening.test(log)) resolve();
      });
    child.once('exit', () => reject(new Error(`${program} ended: ${log}`)));
  }).catch(async (error) => {
    await rm(home, { recursive: true, force: true });
    throw error;
  });
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => log,
    stop: async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(home, { recursive: true, force: true });
    },
  };
}
