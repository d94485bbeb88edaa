import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/free-port.ts';

export const CADDY = '/usr/bin/caddy';

/** Why what needs Caddy can't run here; undefined where it can. */
export const caddyMissing =
  spawnSync(CADDY, ['version']).status === 0 ? undefined : `${CADDY} is not installed (Debian: apt-get install caddy)`;

export interface RunningCaddy {
  readonly url: string;
  stop(): Promise<void>;
}

/** Runs Debian's Caddy with the Caddyfile of `dist`, its settings as that file documents them, and its admin port off. */
export async function startCaddy(dist: string, sidecar: string): Promise<RunningCaddy> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'open-reviews-caddy-'));
  const port = await freePort();
  const config = path.join(home, 'Caddyfile');
  // One admin port a machine: the one setting that dist/Caddyfile leaves to its user.
  await writeFile(config, `{\n\tadmin off\n}\nimport "${path.join(dist, 'Caddyfile')}"\n`);
  const child = spawn(CADDY, ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      SITE_ADDRESS: `http://127.0.0.1:${port}`,
      DIST_DIR: dist,
      SIDECAR: sidecar.replace('http://', ''),
    },
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
