import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/cli/free-port.ts';
import { root } from './run-script.ts';

export const CADDY = '/usr/bin/caddy';

/** Why what needs Caddy can't run here; undefined where it can. */
export const caddyMissing =
  spawnSync(CADDY, ['version']).status === 0 ? undefined : `${CADDY} is not installed (Debian: apt-get install caddy)`;

export interface RunningCaddy {
  readonly url: string;
  stop(): Promise<void>;
}

/** Runs Debian's Caddy with the Caddyfile of scripts/hosts/README.md in front of the server at `origin`, without TLS and its admin port. */
export async function startCaddy(origin: string): Promise<RunningCaddy> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'open-reviews-caddy-'));
  const port = await freePort();
  const config = path.join(home, 'Caddyfile');
  const [, recipe = ''] = /^```caddyfile\n([^`]*)^```$/m.exec(await readFile(path.join(root, 'scripts/hosts/README.md'), 'utf8')) ?? [];
  const here = recipe.replace('reviews.example.com', `http://127.0.0.1:${port}`).replace('127.0.0.1:4321', origin.replace('http://', ''));
  await writeFile(config, `{\n\tadmin off\n}\n${here}`);
  const child = spawn(CADDY, ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('serving initial configuration')) resolve();
    });
    child.once('exit', () => reject(new Error(`caddy ended: ${log}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(home, { recursive: true, force: true });
    },
  };
}
