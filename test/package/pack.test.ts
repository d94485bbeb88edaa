import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rename, symlink, writeFile } from 'node:fs/promises';
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
import { copyProject, type Packed, pack, packProject, unpack } from '../support/pack.ts';
import { isRelease, releaseTest, withReleaseCases } from '../support/release-test.ts';
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
  const clone = path.join(place, 'clone');
  const acme = path.join(place, 'acme');
  /** Types on the oldest Node that can run a clone. */
  let type: Type;
  /** What `npm run new` printed. */
  let made: string;
  /** The tarball that a release installs, or the one that `npm run new` installed. */
  let packed: Packed;
  const nodeOf = (version: string) => installNode(path.join(place, `node ${version}`), version);

  beforeAll(async () => {
    await writeFile(path.join(place, 'package.json'), '{"private": true}');
    const [node20] = await Promise.all([nodeOf('20.19.0'), copyProject(clone)]);
    type = typeWith(node20);
    made = await type(clone, 'npm run new -- ../acme --name "Acme Electric"');
    await subscriber.start();
    await writeFile(path.join(place, 'ca.pem'), authority.certificate);
    const into = path.join(place, 'packed');
    packed = isRelease ? await packProject(into) : await unpack(path.join(acme, 'open-reviews-1.0.0.tgz'), into);
    await addOwner('acme', path.join(acme, 'node_modules/node/bin'), '/reviews');
    if (isRelease) await installForOthers();
    return () => subscriber.stop();
  });

  /** Adds an owner whose folder is `name`, and who runs the program on `node`. */
  async function addOwner(name: string, node: string, base: string): Promise<Owner> {
    const PORT = String(await freePort());
    const BASE_URL = `http://localhost:${PORT}${base}`;
    const hub = { CALLBACK_CA_FILE: path.join(place, 'ca.pem'), CALLBACK_ALLOW_CIDRS: '127.0.0.0/8' };
    const owner = { folder: path.join(place, name), node, variables: { PORT, BASE_URL, RATE_LIMIT: '0', ...hub } };
    owners[name] = owner;
    return owner;
  }

  /** Installs the package once for the owners on the oldest and the newest Node, as owners without a clone do. */
  async function installForOthers(): Promise<void> {
    await npm(place, ['install', packed.tarball]);
    for (const [name, version, base] of [
      ['oldest', '22.18.0', '/reviews'],
      ['newest', 'latest', ''],
    ] as const) {
      const { folder, node } = await addOwner(name, await nodeOf(version), base);
      const options = ['--name', 'Acme Electric', '--country', 'US', '--no-install'];
      expect(await run({ folder: place, node, variables: {} }, 'new', folder, ...options)).toMatchObject({ code: 0 });
    }
    await rename(path.join(place, 'node_modules'), path.join(place, 'oldest/node_modules'));
    await symlink('../oldest/node_modules', path.join(place, 'newest/node_modules'));
  }

  const ownerOf = (name: string): Owner => owners[name] as Owner;
  const addressOf = ({ variables }: Owner) => new URL(variables['BASE_URL'] ?? '');
  const below = (owner: Owner, publicPath: string) => addressOf(owner).pathname.replace(/\/$/, '') + publicPath;

  test('npm run new in a clone on Node 20.19 makes a folder that works at once', async () => {
    expect(await type(place, 'node --version')).toBe('v20.19.0\n');
    expect(nextOf(made)).toBe('cd ../acme && npm run desk');
    expect(await readdir(acme)).toEqual(expect.arrayContaining(['node_modules', 'package-lock.json', 'open-reviews-1.0.0.tgz']));
    expect(await type(clone, nextOf(made), /Stop it with Ctrl-C/)).toContain('The desk is open.');
  });

  describe('the tarball', () => {
    const contents = () =>
      readdirSync(packed.contents, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(packed.contents, path.join(entry.parentPath, entry.name)));

    test('contains the compiled site, sidecar and commands, and the files that they read', () => {
      const found = contents();
      expect(found.filter((file) => !file.startsWith('lib/')).toSorted()).toEqual([
        'CHANGELOG.md',
        'LICENSE',
        'NOTICE',
        'README.md',
        'package.json',
      ]);
      expect([...new Set(found.flatMap((file) => /^lib\/\w+/.exec(file) ?? []))].toSorted()).toEqual([
        'lib/scripts',
        'lib/sidecar',
        'lib/site',
      ]);
      expect(found).toEqual(
        expect.arrayContaining([
          'lib/scripts/astro/integration.d.ts',
          'lib/scripts/astro/integration.js',
          'lib/site/pages/index.astro',
          'lib/site/browser/embed.js',
          'lib/site/analysis/model/weights.json.br',
          'lib/scripts/new/template/business.yaml',
          'lib/scripts/new/template/gitignore',
          'lib/scripts/new/template/github/workflows/publish.yml',
          'lib/scripts/deploy/systemd/reviews.service',
        ]),
      );
    });

    test('contains no tests, lab, screenshots, training texts or TypeScript sources', () => {
      expect(contents().filter((file) => /\b(?:test|lab|practice|gold|fixtures)\/|\.(?:png|jsonl)$|(?<!\.d)\.ts$/.test(file))).toEqual([]);
    });

    test('is at most 3 MB', () => {
      expect(statSync(packed.tarball).size).toBeLessThanOrEqual(3_000_000);
    });

    test('has no install scripts, and doesn’t depend on development tools', () => {
      const { scripts, dependencies } = JSON.parse(readFileSync(path.join(packed.contents, 'package.json'), 'utf8')) as Record<
        string,
        Readonly<Record<string, string>>
      >;
      const names = Object.keys({ ...scripts, ...dependencies });
      expect(names.filter((name) => /^(?:(?:pre|post)?install|node|typescript|vitest|playwright)$/.test(name))).toEqual([]);
    });
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

  test.each(
    withReleaseCases('the package on the oldest and the newest Node publishes from a read-only folder', ['acme'], ['oldest', 'newest']),
  )('in the folder %s, imports and checks a Takeout export, and publishes it from a read-only folder', async (name) => {
    const owner = ownerOf(name);
    expect(await run(owner, 'import', takeout, '--location', '20')).toMatchObject({ code: 0 });
    expect(await run(owner, 'check')).toMatchObject({ code: 0 });
    const program = await realpath(path.join(owner.folder, 'node_modules/open-reviews'));
    const before = await describeFolder(program);
    await makeWritable(program, false);
    const server = await startServing(owner, 'start');
    onTestFinished(() => server.stop());
    await requestEverything(owner);
    await subscribe(owner);
    await server.stop();
    await makeWritable(program, true);
    expect(await describeFolder(program)).toEqual(before);
  });

  releaseTest(
    'the package on the Node that runs the tests checks and serves what the oldest published, with its subscription',
    async () => {
      const owner = { ...ownerOf('oldest'), node: path.dirname(process.execPath) };
      expect(await run(owner, 'check')).toMatchObject({ code: 0 });
      const server = await startServing(owner, 'serve');
      onTestFinished(() => server.stop());
      await requestEverything(owner);
      expect((await run(owner, 'hub', 'list')).stdout).toContain(subscriber.url('/oldest'));
      await server.stop();
    },
  );

  releaseTest('the package publishes the same files as a clone of the repository', async () => {
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
    for (const owner of [ownerOf('oldest'), ownerOf('newest')])
      expect(await run(owner, '--version')).toEqual({ code: 0, stdout: '99.0.0\n', stderr: '' });
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
