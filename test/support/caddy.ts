import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './run-script.ts';
import { type RunningProgram, startProgram } from './running-program.ts';

export const CADDY = '/usr/bin/caddy';

/** Why tests that need Caddy can't run here, or undefined if they can. */
export const caddyMissing =
  spawnSync(CADDY, ['version']).status === 0 ? undefined : `${CADDY} is not installed (Debian: apt-get install caddy)`;

/** Starts Debian's Caddy in front of the server at `origin`, with the Caddyfile in scripts/hosts/README.md but no TLS or admin port. */
export function startCaddy(origin: string): Promise<RunningProgram> {
  return startWith(async (address) => {
    const [, recipe = ''] = /^```caddyfile\n([^`]*)^```$/m.exec(await readFile(path.join(root, 'scripts/hosts/README.md'), 'utf8')) ?? [];
    // The order matters: a free port may start with 4321.
    return recipe.replace('127.0.0.1:4321', origin.replace('http://', '')).replace('reviews.example.com', address);
  });
}

/** Starts Caddy with the files of `folder`, and with the directives that a build wrote to it, or to the folder of `base` in it. */
export function startCaddyFiles(folder: string, base = ''): Promise<RunningProgram> {
  return startWith((address) => `${address} {\n\troot * "${folder}"\n\timport "${folder}${base}/_Caddyfile"\n}\n`);
}

/** Starts Caddy with a site's block for an address of this machine. */
function startWith(block: (address: string) => string | Promise<string>): Promise<RunningProgram> {
  return startProgram(CADDY, async (home, port) => {
    const config = path.join(home, 'Caddyfile');
    await writeFile(config, `{\n\tadmin off\n}\n${await block(`http://127.0.0.1:${port}`)}`);
    return {
      args: ['run', '--config', config, '--adapter', 'caddyfile'],
      env: { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
      listening: /serving initial configuration/,
    };
  });
}
