import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Locked, withContentLock } from '../../scripts/content/lock.ts';
import { environmentNames } from '../../site/contract/environment.ts';
import { ask } from '../support/ask.ts';
import { buildDocuments, callProgram, callScript } from '../support/call-command.ts';
import { releaseTest, withReleaseCases } from '../support/release-test.ts';
import { commandEnvironment, root, runScript, startScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

const minimal = path.join(root, 'test/fixtures/minimal');
const envFile = async (text: string) => {
  const file = path.join(folder, 'settings.env');
  await writeFile(file, text);
  return file;
};

test('every setting is explained in the help of npm start', async () => {
  const { stdout } = await callProgram(root, ['start', '--help']);
  const explained = [...stdout.matchAll(/^ {2}([A-Z_]+) +\S.+$/gm)].map(([, name]) => name);
  expect(explained).toEqual([...environmentNames, 'ENV_FILE']);
  expect(stdout).toMatch(/^ {2}PORT +the port the server listens on \(default: 4321\)$/m);
});

describe('the settings file', () => {
  test('provides what the environment doesn’t, and the environment takes precedence', async () => {
    const ENV_FILE = await envFile(`# where the business is\nCONTENT_DIR='${folder}/none'\nDIST_DIR=${folder}/nowhere\n`);
    const result = await callScript('check-content', { ENV_FILE });
    expect([result.code, result.stdout]).toEqual([1, expect.stringContaining(`${folder}/none: found no such folder`)]);
    const other = await callScript('check-content', { ENV_FILE, CONTENT_DIR: minimal });
    expect([other.code, other.stderr]).toEqual([0, '']);
  });

  test('appears in the suggested next command, along with the variables that were set', async () => {
    const ENV_FILE = await envFile(`DIST_DIR='${folder}/none'\n`);
    const result = await callScript('serve', { ENV_FILE, CONTENT_DIR: minimal, DATA_DIR: `${folder}/data` });
    expect(result.stderr).toBe(
      `serve: there is no build in ${folder}/none; run ENV_FILE='${ENV_FILE}' CONTENT_DIR=${minimal} DATA_DIR='${folder}/data' npm run build first\n`,
    );
  });

  test.each([
    ['CONTENT_DIR ../acme', ':2: found "CONTENT_DIR ../acme"; write NAME=VALUE, or # before a comment'],
    ['CONTENTDIR=../acme', ': found the unknown setting CONTENTDIR; write CONTENT_DIR, or remove it'],
  ])('with a line such as %s is refused', async (line, message) => {
    const ENV_FILE = await envFile(`# settings\n${line}\n`);
    const result = await callScript('serve', { ENV_FILE });
    expect(result).toEqual({ code: 1, stdout: '', stderr: `${ENV_FILE}${message}\n` });
  });

  test('must exist if ENV_FILE names it', async () => {
    const result = await callScript('serve', { ENV_FILE: `${folder}/no.env` });
    expect(result.stderr).toBe(`${folder}/no.env: cannot be read (ENOENT); set ENV_FILE to a file of NAME=VALUE lines\n`);
  });

  test('can contain settings of other programs and multiline values', async () => {
    const ENV_FILE = await envFile('NODE_EXTRA="a\nb c\nd"\nexport LOG=off\n');
    const result = await callScript('check-content', { ENV_FILE, CONTENT_DIR: minimal });
    expect([result.code, result.stderr]).toEqual([0, '']);
  });
});

describe('npm start', () => {
  /** Whether a build works in the store, whose lock it holds. */
  const isBuilding = (store: string) =>
    withContentLock(store, async () => false, 0).catch((error: unknown) => {
      if (error instanceof Locked) return true;
      throw error;
    });

  test.each<'SIGTERM' | 'SIGKILL'>(
    withReleaseCases('npm start stops its running build when killed with SIGKILL', ['SIGTERM'], ['SIGKILL']),
  )('stops its running build when killed with %s', async (signal) => {
    const dist = path.join(folder, signal, 'dist');
    const script = startScript('start', { PORT: '0', CONTENT_DIR: minimal, DIST_DIR: dist });
    const store = path.join(folder, signal, '.dist');
    const names = async () => (await readdir(store).catch(() => [])).join(' ');
    await expect.poll(names).toContain('.stage-');
    expect(await isBuilding(store)).toBe(true);
    script.child.kill(signal);
    expect((await script.ended).code).toBe(signal === 'SIGTERM' ? 0 : null);
    await expect.poll(() => isBuilding(store)).toBe(false);
  });

  releaseTest(
    'npm start needs --replace for another business’s build, prints its addresses and a command to paste, serves a site that every user can read, and ends when npm gets SIGTERM',
    async () => {
      const dist = path.join(folder, 'replaced/dist');
      const acme = path.join(folder, 'acme');
      expect((await callScript('new', {}, [acme, '--name', 'Acme'])).code).toBe(0);
      await writeFile(
        path.join(acme, 'reviews/example.yaml'),
        '- { source_id: a, date: 2025-01-01, rating: 5, author: A, verified: true }\n',
      );
      await buildDocuments(acme, dist);
      const other = { PORT: '0', CONTENT_DIR: path.join(root, 'test/fixtures/corner shop'), DIST_DIR: dist, DATA_DIR: `${folder}/d` };
      const refused = await runScript('start', other);
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`${dist} publishes "Acme" (1 review)`)]);
      const npm = spawn('npm', ['start', '--', '--replace'], {
        cwd: root,
        env: commandEnvironment(other),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      npm.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      await expect.poll(() => said).toContain('Ctrl-C');
      const [, origin = '', port] = /pages {6}(http:\/\/localhost:(\d+))\//.exec(said) ?? [];
      expect(said).toContain(
        `in another terminal: CONTENT_DIR='${other.CONTENT_DIR}' DIST_DIR='${dist}' DATA_DIR='${folder}/d' PORT=${port} npm run build\n`,
      );
      const status = () => fetch(`${origin}/healthz`).then((response) => response.status);
      expect(await status()).toBe(200);
      for (const place of ['/reviews.json', '/insights.json', '/api/feed.json', '/feed.xml', '/api/reviews/since/2025-01-01']) {
        expect(said).toContain(origin + place);
        expect((await ask(origin.replace('localhost', '127.0.0.1'), place)).status).toBe(200);
      }
      expect(JSON.parse((await ask(origin.replace('localhost', '127.0.0.1'), '/api/feed.json')).text).feed_url).toBe(
        `${origin}/api/feed.json`,
      );
      // A web server may run as a different user than the build.
      await chmod(folder, 0o755);
      expect(spawnSync('find', ['-L', dist, '!', '-perm', '-o=r']).stdout.toString()).toBe('');
      npm.kill('SIGTERM');
      await once(npm, 'exit');
      await expect.poll(() => status().catch(() => 'nobody')).toBe('nobody');
      expect(JSON.parse(await readFile(path.join(dist, 'reviews.json'), 'utf8')).business.name).toContain('Corner');
    },
  );
});
