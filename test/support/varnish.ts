import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/cli/free-port.ts';
import { root } from './run-script.ts';

const VARNISH = '/usr/sbin/varnishd';

/** Why what needs Varnish can't run here; undefined where it can. */
export const varnishMissing =
  spawnSync(VARNISH, ['-V']).status === 0 ? undefined : `${VARNISH} is not installed (Debian: apt-get install varnish)`;

export interface RunningVarnish {
  readonly url: string;
  stop(): Promise<void>;
}

/** Runs Debian's Varnish with scripts/deploy/varnish.vcl in front of the server at `origin`; `edit` may change that file's text. */
export async function startVarnish(origin: string, edit = (vcl: string) => vcl): Promise<RunningVarnish> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'open-reviews-varnish-'));
  const port = await freePort();
  const file = path.join(home, 'site.vcl');
  const vcl = await readFile(path.join(root, 'scripts/deploy/varnish.vcl'), 'utf8');
  await writeFile(file, edit(vcl.replace('"4321"', `"${new URL(origin).port}"`)));
  const child = spawn(
    VARNISH,
    ['-F', '-j', 'none', '-n', path.join(home, 'work'), '-a', `127.0.0.1:${port}`, '-f', file, '-s', 'malloc,32m', '-T', 'none'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let log = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        if (/Child \(\d+\) said Child starts/.test(log)) resolve();
      });
    child.once('exit', () => reject(new Error(`varnishd ended: ${log}`)));
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
