import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './run-script.ts';
import { type RunningProgram, startProgram } from './running-program.ts';

export const CADDY = '/usr/bin/caddy';

/** Why what needs Caddy can't run here; undefined where it can. */
export const caddyMissing =
  spawnSync(CADDY, ['version']).status === 0 ? undefined : `${CADDY} is not installed (Debian: apt-get install caddy)`;

/** Runs Debian's Caddy with the Caddyfile of scripts/hosts/README.md in front of the server at `origin`, without TLS and its admin port. */
export function startCaddy(origin: string): Promise<RunningProgram> {
  return startProgram(CADDY, async (home, port) => {
    const config = path.join(home, 'Caddyfile');
    const [, recipe = ''] = /^```caddyfile\n([^`]*)^```$/m.exec(await readFile(path.join(root, 'scripts/hosts/README.md'), 'utf8')) ?? [];
    // In this order: a free port may begin with 4321.
    const here = recipe.replace('127.0.0.1:4321', origin.replace('http://', '')).replace('reviews.example.com', `http://127.0.0.1:${port}`);
    await writeFile(config, `{\n\tadmin off\n}\n${here}`);
    return {
      args: ['run', '--config', config, '--adapter', 'caddyfile'],
      env: { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
      listening: /serving initial configuration/,
    };
  });
}
