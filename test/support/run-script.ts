import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporary-folder.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** An origin where nothing listens. `fetch` refuses port 9 by itself, so no request leaves the process. */
export const NOBODY = 'http://reviews.localhost:9';

/** The key of every public log in tests, as LOG_KEY. */
export const LOG_KEY = Buffer.alloc(32, 1).toString('base64');

/** Creates a DATA_DIR with the key of trial logs. Otherwise each build with a fresh DATA_DIR would create its own key. */
export function dataFolder(folder: string = temporaryFolder()): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'trial-log.key'), LOG_KEY);
  return folder;
}

/** Returns the variables that our scripts inherit from this process: where to find programs and where to store files. */
export function scriptEnvironment() {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE };
}

/** Returns the environment of one of our commands: `variables` and test defaults, but none of this process's settings. */
export function commandEnvironment(variables: Readonly<Record<string, string | undefined>>) {
  return { ...scriptEnvironment(), CI: '1', ENV_FILE: '', DATA_DIR: variables['DATA_DIR'] ?? dataFolder(), LOG_KEY, ...variables };
}

export interface ScriptResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningScript {
  readonly child: ChildProcess;
  /** Resolves with standard output once `pattern` matches it; rejects if the script ends first. */
  seen(pattern: RegExp): Promise<string>;
  readonly ended: Promise<ScriptResult>;
}

/** Starts a command as `npm run` would, in the environment that `commandEnvironment` returns. */
export function startScript(
  command: string,
  variables: Readonly<Record<string, string | undefined>>,
  cwd = root,
  args: readonly string[] = [],
  checkout = root,
): RunningScript {
  const child = spawn(process.execPath, [`${checkout}/scripts/open-reviews.ts`, command, ...args], {
    cwd,
    env: commandEnvironment(variables),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  return {
    child,
    ended,
    seen: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (pattern.test(stdout)) resolve(stdout);
        };
        child.stdout.on('data', look);
        void ended.then((result) => reject(new Error(`${command} ended: ${JSON.stringify(result)}`)));
        look();
      }),
  };
}

/** Runs a command to completion. */
export function runScript(...given: Parameters<typeof startScript>): Promise<ScriptResult> {
  return startScript(...given).ended;
}

/** Runs a file that isn't one of the program's commands. */
export function runFile(file: string, variables: Readonly<Record<string, string>>, args: readonly string[] = []): Promise<ScriptResult> {
  return new Promise((resolve) => {
    const options = { env: commandEnvironment(variables), cwd: root };
    const child = execFile(process.execPath, [path.join(root, file), ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}
