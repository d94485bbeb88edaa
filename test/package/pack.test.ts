import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeAuthority } from '../../scripts/lab/bench/certificates.ts';
import { freePort } from '../../scripts/lab/free-port.ts';
import { toolDefinitions } from '../../site/contract/mcp-tools/tools.ts';
import { mediaTypeOf, paths, topicPaths } from '../../site/contract/paths.ts';
import { apiEndpoints } from '../../site/documents/endpoints.ts';
import { Subscriber } from '../hub/subscriber.ts';
import { ask, mapWide } from '../support/ask.ts';
import { BAKERY, BAKERY_REVIEWS, bakerySite, configure, startAstro } from '../support/astro-site.ts';
import { buildSite } from '../support/build-site.ts';
import { installNode, npm, type Owner, run, startServing } from '../support/installed.ts';
import { copyProject, type Packed, pack, packProject } from '../support/pack.ts';
import { isRelease, releaseTest } from '../support/release-test.ts';
import { ask as askTools, openSession } from '../support/rpc.ts';
import { root } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { bytesOf, describeFolder, makeWritable } from './folders.ts';
import { nextOf, type Type, typeWith } from './typed.ts';

const place = temporaryFolder();

describe('the package', () => {
  const authority = makeAuthority();
  const takeout = path.join(root, 'test/fixtures/exports/google-takeout');
  const subscriber = new Subscriber(authority.issue(['127.0.0.1']));
  const owners: Record<string, Owner> = {};
  const installed = () => path.join(place, 'oldest/node_modules/open-reviews');
  const clone = path.join(place, 'clone');
  const acme = path.join(place, 'acme');
  /** Types on the oldest Node that can run a clone. */
  let type: Type;
  /** What `npm run new` printed. */
  let made: string;
  /** The tarball that a release installs. */
  let packed: Packed;
  const nodeOf = (version: string) => installNode(path.join(place, `node ${version}`), version);

  beforeAll(async () => {
    await writeFile(path.join(place, 'package.json'), '{"private": true}');
    const latest = isRelease ? nodeOf('latest') : undefined;
    const [node20, oldest, newest] = await Promise.all([nodeOf('20.19.0'), nodeOf('22.18.0'), latest, copyProject(clone)]);
    type = typeWith(node20);
    made = await type(clone, 'npm run new -- ../acme --name "Acme Electric"');
    const from = isRelease ? place : acme;
    // Installing takes as long as building, so only a release installs a second time, as owners without a clone do.
    if (isRelease) {
      packed = await packProject(path.join(place, 'packed'));
      await npm(place, ['install', packed.tarball]);
    }
    await subscriber.start();
    await writeFile(path.join(place, 'ca.pem'), authority.certificate);
    for (const [name, node, base] of [
      ['oldest', oldest, '/reviews'],
      ['newest', newest, ''],
    ] as const) {
      if (node === undefined) continue;
      const PORT = String(await freePort());
      const BASE_URL = `http://localhost:${PORT}${base}`;
      const variables = {
        PORT,
        BASE_URL,
        CALLBACK_CA_FILE: path.join(place, 'ca.pem'),
        CALLBACK_ALLOW_CIDRS: '127.0.0.0/8',
        RATE_LIMIT: '0',
      };
      const folder = path.join(place, name);
      owners[name] = { folder, node, variables };
      const options = ['--name', 'Acme Electric', '--country', 'US', '--no-install'];
      expect(await run({ folder: from, node, variables: {} }, 'new', folder, ...options)).toMatchObject({ code: 0 });
    }
    // Install the package once for all folders.
    if (isRelease) await rename(path.join(from, 'node_modules'), path.join(place, 'oldest/node_modules'));
    else await symlink('../acme/node_modules', path.join(place, 'oldest/node_modules'));
    if (newest) await symlink('../oldest/node_modules', path.join(place, 'newest/node_modules'));
    return () => subscriber.stop();
  });

  const ownerOf = (name: string): Owner => owners[name] as Owner;
  const addressOf = ({ variables }: Owner) => new URL(variables['BASE_URL'] ?? '');
  const below = (owner: Owner, publicPath: string) => addressOf(owner).pathname.replace(/\/$/, '') + publicPath;

  test('npm run new in a clone on Node 20.19 makes a folder that works at once', async () => {
    expect(await type(place, 'node --version')).toBe('v20.19.0\n');
    expect(nextOf(made)).toBe('cd ../acme && npm run desk');
    expect(await readdir(acme)).toEqual(expect.arrayContaining(['node_modules', 'package-lock.json', 'open-reviews-1.0.0.tgz']));
    expect(await type(clone, nextOf(made), /Stop it with Ctrl-C/)).toContain('The desk is open.');
  });

  releaseTest('a folder restored from its backup installs its program and builds with the commands that restore prints', async () => {
    const backup = (await type(acme, 'npm run --silent backup -- ../backups')).split('\n')[0] ?? '';
    const restored = await type(acme, `npx open-reviews --root ../restored restore ${backup}`);
    expect(nextOf(restored)).toBe('cd ../restored && npm ci && npm run build');
    await type(acme, nextOf(restored));
    expect(existsSync(path.join(place, 'restored/dist/index.html'))).toBe(true);
  });

  releaseTest('inside an Astro site, the commands that npm run new prints install the program and check the content', async () => {
    const site = path.join(place, 'my site');
    await mkdir(site);
    await writeFile(path.join(site, 'package.json'), '{ "private": true, "dependencies": { "astro": "^7.0.0" } }');
    const typeHere = typeWith(path.dirname(process.execPath));
    const inSite = await typeHere(clone, 'npm run new -- "../my site/reviews" --name "Acme Electric"');
    await typeHere(clone, nextOf(inSite));
    const again = await typeHere(clone, 'npm run new -- "../my site/others" --name "Acme Electric"');
    expect(await typeHere(clone, nextOf(again))).toContain('would be published: 0 of 0 reviews');
  });

  releaseTest('asks for a newer Node.js on an unsupported version', async () => {
    expect(await run({ ...ownerOf('oldest'), node: await nodeOf('20.19.0') }, 'build')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Open Reviews needs Node.js 22.18 or newer, and this is 20.19.0: install a newer one from https://nodejs.org.\n',
    });
  });

  releaseTest('creates a folder on each Node that its packages support, because the folder has its own', async () => {
    const owner = { ...ownerOf('oldest'), node: await nodeOf('20.19.0') };
    const created = await run(owner, 'new', '../by an older node', '--name', 'Acme Electric', '--country', 'US', '--no-install');
    expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining('npm install && npm run desk\n') });
  });

  test.each(isRelease ? ['oldest', 'newest'] : ['oldest'])(
    'on the %s Node, imports and checks a Takeout export, and publishes it from a read-only folder',
    async (name) => {
      const owner = ownerOf(name);
      expect(await run(owner, 'import', takeout, '--location', '20')).toMatchObject({ code: 0 });
      expect(await run(owner, 'check')).toMatchObject({ code: 0 });
      const before = await describeFolder(installed());
      await makeWritable(installed(), false);
      const server = await startServing(owner, 'start');
      onTestFinished(() => server.stop());
      await requestEverything(owner);
      await subscribe(owner);
      await server.stop();
      await makeWritable(installed(), true);
      expect(await describeFolder(installed())).toEqual(before);
    },
  );

  test('on the Node that runs the tests, checks and serves what the oldest published, with its subscription', async () => {
    const owner = { ...ownerOf('oldest'), node: path.dirname(process.execPath) };
    expect(await run(owner, 'check')).toMatchObject({ code: 0 });
    const server = await startServing(owner, 'serve');
    onTestFinished(() => server.stop());
    await requestEverything(owner);
    expect((await run(owner, 'hub', 'list')).stdout).toContain(subscriber.url('/oldest'));
    await server.stop();
  });

  test('publishes the same files as a clone of the repository', async () => {
    const { folder, variables } = ownerOf('oldest');
    const DIST_DIR = path.join(folder, 'dist of a clone');
    const { BASE_URL = '' } = variables;
    await buildSite(folder, DIST_DIR, { BASE_URL });
    const [here, there] = [await bytesOf(path.join(folder, 'dist')), await bytesOf(DIST_DIR)];
    expect([...here.keys()]).toEqual([...there.keys()]);
    expect([...here].filter(([file, bytes]) => there.get(file) !== bytes).map(([file]) => file)).toEqual([]);
  });

  releaseTest('adds pages to another Astro site without changing its own, and a sidecar beside it answers searches', async () => {
    const { node } = ownerOf('newest');
    const folder = await bakerySite(await strictPackages());
    const build = async (name: string, ours?: object) => {
      await configure(folder, {}, ours, { entry: 'open-reviews/astro' });
      expect(await startAstro(folder, 'build', '--outDir', name).ended).toMatchObject({ code: 0, stderr: '' });
      return bytesOf(path.join(folder, name));
    };
    const alone = await build('alone');
    const all = await build('dist', { at: BAKERY.at, layout: './src/layouts/Base.astro' });
    expect([...alone].filter(([file, bytes]) => all.get(file) !== bytes)).toEqual([]);
    const PORT = String(await freePort());
    const owner = { folder, node, variables: { PORT, BASE_URL: BAKERY_REVIEWS, DIST_DIR: `dist${BAKERY.at}` } };
    const server = await startServing(owner, 'sidecar');
    onTestFinished(() => server.stop());
    const { text } = await ask(`http://127.0.0.1:${PORT}`, `${BAKERY.base}${BAKERY.at}${paths.search}?query=lamp`);
    expect(JSON.parse(text)).toMatchObject({ matched: 1 });
    await server.stop();
  });

  releaseTest('has types for the configuration of an Astro site', async () => {
    const file = path.join(place, 'strict', 'config.ts');
    await strictPackages();
    await writeFile(
      file,
      `import type { AstroIntegration } from 'astro';
import reviews from 'open-reviews/astro';
export const ours: AstroIntegration = reviews({ at: '/reviews' });
// @ts-expect-error
reviews({ at: 1 });
`,
    );
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...flags, file], { cwd: path.dirname(file), encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, '']);
  });

  /** Links packages as pnpm does: the site finds only those that it names, and here another version of one of our dependencies. */
  async function strictPackages(): Promise<string> {
    const folder = path.join(place, 'strict', 'node_modules');
    if (existsSync(folder)) return folder;
    await mkdir(path.join(folder, 'intl-messageformat'), { recursive: true });
    await writeFile(path.join(folder, 'intl-messageformat', 'index.js'), 'throw new Error("another version");\n');
    for (const name of ['astro', 'open-reviews', '.bin'])
      await symlink(path.join(place, 'oldest/node_modules', name), path.join(folder, name));
    return folder;
  }

  releaseTest('keeps the build, the log and the subscriptions after an upgrade', async () => {
    const file = path.join(packed.contents, 'package.json');
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), version: '99.0.0' }));
    await npm(ownerOf('oldest').folder, ['install', await pack(packed.contents, '--ignore-scripts')]);
    for (const owner of Object.values(owners)) expect(await run(owner, '--version')).toEqual({ code: 0, stdout: '99.0.0\n', stderr: '' });
    const owner = ownerOf('newest');
    const published = await logOf(owner);
    const server = await startServing(owner, 'serve');
    onTestFinished(() => server.stop());
    await requestEverything(owner);
    const { stdout } = await run(owner, 'hub', 'list');
    expect(stdout).toContain(subscriber.url(`/${path.basename(owner.folder)}`));
    const review = ['--date', '2025-02-03', '--rating', '4', '--author', 'Ben', '--text', 'Swept up.', '--method', 'vouched'];
    expect(await run(owner, 'review', 'add', ...review)).toMatchObject({ code: 0 });
    expect(await run(owner, 'build')).toMatchObject({ code: 0, stdout: expect.stringContaining('1 new (1 added)') });
    expect((await logOf(owner)).size).toBe(published.size + 1);
    await subscriber.until(() => subscriber.posts(`/${path.basename(owner.folder)}`).length === 1);
    await server.stop();
  });

  /** Requests every document, page, file and endpoint. */
  async function requestEverything(owner: Owner): Promise<void> {
    const { origin } = addressOf(owner);
    const { files } = JSON.parse((await ask(origin, below(owner, paths.generation))).text) as { readonly files: object };
    const published = Object.keys(files).filter((publicPath) => publicPath !== '/404.html');
    const answers = await mapWide(published, 8, async (publicPath) => {
      const { status, headers, body } = await ask(origin, below(owner, publicPath));
      return [publicPath, status, headers['content-type'], body.length > 0];
    });
    expect(answers).toEqual(published.map((publicPath) => [publicPath, 200, mediaTypeOf(publicPath), true]));
    const examples = apiEndpoints.map(({ example }) => example);
    const statuses = examples.map(async (example) => [example, (await ask(origin, below(owner, example))).status]);
    expect(await Promise.all(statuses)).toEqual(examples.map((example) => [example, 200]));
    expect(JSON.parse((await ask(origin, below(owner, paths.health))).text).status).toBe('ok');
    const mcp = origin + below(owner, paths.mcp);
    const listed = await askTools(mcp, await openSession(mcp), 'tools/list');
    expect(listed.json?.result?.tools?.map((tool) => tool.name)).toEqual(toolDefinitions.map((tool) => tool.name));
  }

  async function subscribe(owner: Owner): Promise<void> {
    const callback = `/${path.basename(owner.folder)}`;
    const topic = `${owner.variables['BASE_URL']}${topicPaths[0]}`;
    const body = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.topic': topic, 'hub.callback': subscriber.url(callback) }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await ask(addressOf(owner).origin, below(owner, paths.hub), { method: 'POST', headers, body })).status).toBe(202);
    await subscriber.until((received) => received.some(({ target }) => target.startsWith(callback)));
  }
});

/** Reads the log's origin and size in an owner's `dist`. */
async function logOf({ folder }: Owner): Promise<{ readonly origin: string; readonly size: number }> {
  const [origin = '', size] = (await readFile(path.join(folder, 'dist/log/checkpoint'), 'utf8')).split('\n');
  return { origin, size: Number(size) };
}
