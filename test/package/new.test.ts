import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { installNode } from '../support/installed.ts';
import { copyProject } from '../support/pack.ts';
import { releaseTest } from '../support/release-test.ts';
import { scriptEnvironment } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const place = temporaryFolder();
const clone = path.join(place, 'clone');
const acme = path.join(place, 'acme');
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  const [node] = await Promise.all([installNode(path.join(place, 'oldest node'), '20.19.0'), copyProject(clone)]);
  // npm needs the settings of the network, such as certificates and proxies.
  const network = Object.entries(process.env).filter(([name]) =>
    /^npm_config_(?!user_agent)|_proxy$|^NODE_EXTRA_CA_CERTS$|^SSL_/i.test(name),
  );
  env = { ...Object.fromEntries(network), ...scriptEnvironment(), CI: '1', PATH: `${node}:${process.env['PATH']}` };
});

/** Types a line in a terminal whose folder is `cwd`. Returns what it prints until that matches `until` or it ends. */
async function type(cwd: string, line: string, until?: RegExp): Promise<string> {
  const shell = spawn('sh', ['-c', line], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(shell, 'close');
  let screen = '';
  const seen = new Promise<void>((resolve) => {
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        screen += text;
        if (until?.test(screen)) resolve();
      });
  });
  await Promise.race([seen, ended]);
  // Ctrl-C reaches every program of the line.
  if (shell.pid !== undefined && shell.exitCode === null && until?.test(screen)) process.kill(-shell.pid, 'SIGINT');
  const [code] = await ended;
  if (until === undefined) expect([line, code, screen]).toEqual([line, 0, screen]);
  return screen;
}

/** The command in the last line of what a command printed. */
const nextOf = (screen: string) => /\nnext: (.*)\n$/.exec(screen)?.[1] ?? `no next line in ${screen}`;

test('npm run new in a clone on Node 20.19 makes a folder that works at once, also when restored from its backup', async () => {
  expect(await type(place, 'node --version')).toBe('v20.19.0\n');
  const made = await type(clone, 'npm run new -- ../acme --name "Acme Electric"');
  expect(nextOf(made)).toBe('cd ../acme && npm run desk');
  expect(await readdir(acme)).toEqual(expect.arrayContaining(['node_modules', 'package-lock.json', 'open-reviews-1.0.0.tgz']));
  expect(await type(clone, nextOf(made), /Stop it with Ctrl-C/)).toContain('The desk is open.');

  const backup = (await type(acme, 'npm run --silent backup -- ../backups')).split('\n')[0] ?? '';
  const restored = await type(acme, `npx open-reviews --root ../restored restore ${backup}`);
  expect(nextOf(restored)).toBe('cd ../restored && npm ci && npm run build');
  await type(acme, nextOf(restored));
  expect(existsSync(path.join(place, 'restored/dist/index.html'))).toBe(true);
});

releaseTest('inside an Astro site, the commands that npm run new in a clone prints install the program and check the content', async () => {
  const site = path.join(place, 'my site');
  await mkdir(site);
  await writeFile(path.join(site, 'package.json'), '{ "private": true, "dependencies": { "astro": "^7.0.0" } }');
  env = { ...env, PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}` };
  const made = await type(clone, 'npm run new -- "../my site/reviews" --name "Acme Electric"');
  await type(clone, nextOf(made));
  const again = await type(clone, 'npm run new -- "../my site/others" --name "Acme Electric"');
  expect(await type(clone, nextOf(again))).toContain('would be published: 0 of 0 reviews');
});
