import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { copyCheckout } from '../support/checkout.ts';
import { NOBODY, root, runScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: string;
let checkout: string;
beforeAll(async () => {
  folder = temporaryFolder();
  checkout = path.join(folder, 'checkout');
  await copyCheckout(checkout);
  await symlink(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'));
});

const at = (name: string) => path.join(checkout, name);
/** The names of the bundles, and of what is left of unfinished ones. */
const bundles = () => readdir(at('.astro/pages'));

async function bundlesWithResults(): Promise<string[]> {
  const found = (await bundles()).map(async (name) => ((await readdir(at(`.astro/pages/${name}`))).includes('results.json') ? [name] : []));
  return (await Promise.all(found)).flat();
}

async function run(script: string, fixture: string, BASE_URL: string, dist: string, args: readonly string[] = []): Promise<void> {
  const variables = { BASE_URL, CONTENT_DIR: path.join(root, 'test/fixtures', fixture), DIST_DIR: dist };
  const { code, stderr } = await runScript(path.relative(root, at(script)), variables, checkout, args);
  expect([code, stderr]).toEqual([0, '']);
}

/** Builds a site where nothing was before; returns its folder. */
async function build(fixture: string, baseUrl = NOBODY, name = 'dist'): Promise<string> {
  const dist = path.join(folder, name, 'site');
  await rm(path.dirname(dist), { recursive: true, force: true });
  await run('scripts/build.ts', fixture, baseUrl, dist);
  return dist;
}

/** The files that `astro build` prints by itself, by their paths. */
async function plainSite(fixture: string, baseUrl: string): Promise<ReadonlyMap<string, string>> {
  const dist = at('.astro/plain');
  await run('node_modules/astro/bin/astro.mjs', fixture, baseUrl, dist, ['build', '--silent', '--outDir', dist]);
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)));
  // The only page that shows the log, which a build of ours alone has.
  const files = names
    .filter((name) => name !== 'proof/index.html')
    .map(async (name) => [name, await bytesOf(path.join(dist, name))] as const);
  return new Map(await Promise.all(files));
}

const bytesOf = (file: string) => readFile(file, 'latin1');

async function expectFiles(files: ReadonlyMap<string, string>, dist: string): Promise<void> {
  const differing = [];
  for (const [name, bytes] of files) if ((await bytesOf(path.join(dist, name)).catch(() => undefined)) !== bytes) differing.push(name);
  expect(differing).toEqual([]);
  expect(files.size).toBeGreaterThan(50);
}

test('a site has the bytes that `astro build` prints, with a fresh bundle and with a kept one, whose results may be unreadable', async () => {
  const plain = await plainSite('corner shop', NOBODY);
  await expectFiles(plain, await build('corner shop'));
  const [bundle = '', ...others] = await bundles();
  const results = at(`.astro/pages/${bundle}/results.json`);
  await rm(results);
  await mkdir(results);
  await expectFiles(plain, await build('corner shop'));
  expect([others, await bundles()]).toEqual([[], [bundle]]);
});

test('a bundle serves every host, and has a base path of its own', async () => {
  const before = await bundles();
  const [one, other] = [`${NOBODY}/reviews`, 'http://opiniones.localhost:9/reviews'];
  await expectFiles(await plainSite('taberna', one), await build('taberna', one));
  expect(await bundles()).toHaveLength(before.length + 1);
  const home = await bytesOf(path.join(await build('taberna', other), 'index.html'));
  expect(home).toContain(`"${other}/"`);
  expect(home).not.toContain(one);
  expect(await bundles()).toHaveLength(before.length + 1);
});

test.each([
  ['page', 'site/pages/404.astro', '<p>another line</p>', /^404\.html$/],
  ['style', 'site/styles/base.css', '.another{color:red}', /^_astro\/.*\.css$/],
])('a changed %s is bundled anew', async (_kind, source, addition, files) => {
  const known = await bundles();
  await appendFile(at(source), `\n${addition}\n`);
  const dist = await build('minimal');
  const names = (await readdir(dist, { recursive: true })).filter((name) => files.test(name));
  expect((await Promise.all(names.map((name) => bytesOf(path.join(dist, name))))).join('')).toContain(addition);
  const fresh = (await bundles()).filter((name) => !known.includes(name));
  expect(fresh).toHaveLength(1);
  // Examples in them may quote a review that is taken down by now.
  expect(await bundlesWithResults()).toEqual(fresh);
});

test('a damaged bundle is not used', async () => {
  const known = await bundles();
  for (const name of known) await appendFile(at(`.astro/pages/${name}/server/printer.mjs`), '\nthrow new Error();\n');
  await build('minimal');
  expect(await bundles()).toHaveLength(known.length + 1);
});

test('two builds that bundle at the same time both publish, and leave nothing unfinished', async () => {
  await rm(at('.astro/pages'), { recursive: true });
  const [one, other] = await Promise.all(['one', 'other'].map((name) => build('minimal', NOBODY, name)));
  expect(await bytesOf(path.join(one ?? '', 'index.html'))).toBe(await bytesOf(path.join(other ?? '', 'index.html')));
  expect((await bundles()).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a page that cannot be bundled fails the build with the reason, and a build that stops for another one leaves no unfinished bundle', async () => {
  const known = await bundles();
  const page = at('site/pages/404.astro');
  const source = await readFile(page, 'utf8');
  await writeFile(page, `${source}\n{`);
  const variables = { BASE_URL: NOBODY, DIST_DIR: path.join(folder, 'none'), CONTENT_DIR: path.join(root, 'test/fixtures/minimal') };
  const unbundled = await runScript(path.relative(root, at('scripts/build.ts')), variables, checkout);
  expect([unbundled.code, unbundled.stderr]).toEqual([1, expect.stringMatching(/the pages can't be bundled:.*404\.astro/s)]);
  await writeFile(page, `${source}\n<!-- a line of another bundle -->\n`);
  const unread = await runScript(
    path.relative(root, at('scripts/build.ts')),
    { ...variables, CONTENT_DIR: path.join(folder, 'nothing') },
    checkout,
  );
  expect([unread.code, unread.stderr]).toEqual([1, expect.stringContaining('business.yaml')]);
  expect([await bundles(), existsSync(variables.DIST_DIR)]).toEqual([known, false]);
});
