import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './run-script.ts';
import { type RunningProgram, startProgram } from './running-program.ts';

const VARNISH = '/usr/sbin/varnishd';

/** Why tests that need Varnish can't run here; undefined if they can. */
export const varnishMissing =
  spawnSync(VARNISH, ['-V']).status === 0 ? undefined : `${VARNISH} is not installed (Debian: apt-get install varnish)`;

/**
 * The parameter of the deployment guide, and one that keeps visitors' idle connections open, so Varnish doesn't close one while a request
 * is written to it, even if the machine delays the test.
 */
const parameters = ['backend_idle_timeout=10s', 'timeout_idle=120s'].flatMap((parameter) => ['-p', parameter]);

/** Runs Debian's Varnish with scripts/deploy/varnish.vcl in front of the server at `origin`; `edit` can change the file's text. */
export function startVarnish(origin: string, edit = (vcl: string) => vcl): Promise<RunningProgram> {
  return startProgram(VARNISH, async (home, port) => {
    const file = path.join(home, 'site.vcl');
    const vcl = await readFile(path.join(root, 'scripts/deploy/varnish.vcl'), 'utf8');
    await writeFile(file, edit(vcl.replace('"4321"', `"${new URL(origin).port}"`)));
    const work = path.join(home, 'work');
    return {
      args: ['-F', '-j', 'none', '-n', work, '-a', `127.0.0.1:${port}`, '-f', file, '-s', 'malloc,32m', '-T', 'none', ...parameters],
      listening: /Child \(\d+\) said Child starts/,
    };
  });
}
