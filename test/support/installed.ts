import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { commandEnvironment, root } from './run-script.ts';
import { type RunningProgram, startProgram } from './running-program.ts';

const NPM = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

/** Runs npm in `folder`, with `node` before others in the PATH. Resolves with its output. */
export async function npm(folder: string, args: readonly string[], node = path.dirname(process.execPath)): Promise<string> {
  // npm needs its own settings and those of the network, such as certificates. BASE_URL is from Vitest.
  const env = { ...process.env, BASE_URL: '', PATH: `${node}:${process.env['PATH']}` };
  const { stdout } = await promisify(execFile)('npm', [...NPM, ...args], { cwd: folder, env });
  return stdout;
}

/** Where exact versions of Node are kept between test runs, because installing one takes eight seconds of processor time. */
const KEPT = path.join(root, 'node_modules/.cache/open-reviews-node');

/** Installs a version of Node, in `folder` unless it's an exact version. Returns the folder of its program. */
export async function installNode(folder: string, version: string): Promise<string> {
  const kept = path.join(KEPT, version);
  if (!existsSync(kept)) {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }));
    await npm(folder, ['install', `node@${version}`]);
    if (!/^\d/.test(version)) return path.join(folder, 'node_modules/node/bin');
    await mkdir(KEPT, { recursive: true });
    const draft = await mkdtemp(path.join(KEPT, '.draft-'));
    await cp(path.join(folder, 'node_modules/node'), draft, { recursive: true });
    await rename(draft, kept);
  }
  return path.join(kept, 'bin');
}

export interface Owner {
  /** The owner's folder. */
  readonly folder: string;
  /** The folder of the Node that runs the program. */
  readonly node: string;
  readonly variables: Readonly<Record<string, string>>;
}

const program = ({ folder }: Owner) => path.join(folder, 'node_modules/.bin/open-reviews');
const environmentOf = ({ variables }: Owner) => ({ ...commandEnvironment({ DATA_DIR: '', ...variables }) });

/** Runs the program installed in the owner's folder. */
export async function run(owner: Owner, ...args: readonly string[]) {
  const call = promisify(execFile)(path.join(owner.node, 'node'), [program(owner), ...args], {
    cwd: owner.folder,
    env: environmentOf(owner),
  });
  return call.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

/** Starts a server. Resolves once it serves. */
export function startServing(owner: Owner, command: 'start' | 'serve' | 'sidecar'): Promise<RunningProgram> {
  return startProgram(path.join(owner.node, 'node'), async () => ({
    args: [program(owner), '--root', owner.folder, command],
    env: environmentOf(owner),
    listening: /Ctrl-C|serving (?:everything|search)/,
  }));
}
