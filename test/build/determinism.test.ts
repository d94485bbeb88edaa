import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, realpath, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { generationDocument } from '../../site/contract/generation.ts';
import { SOURCE_DATE_EPOCH } from '../support/build-sites.ts';
import { copyCheckout } from '../support/checkout.ts';
import { releaseTest } from '../support/release-test.ts';
import { dataFolder, NOBODY, root, runScript, scriptEnvironment } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Returns the URL of a module that sets a process's clock ahead. */
const clockAhead = (ms: number) =>
  `data:text/javascript,${encodeURIComponent(`
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...args) { args.length === 0 ? super(Real.now() + ${ms}) : super(...args); }
  static now() { return Real.now() + ${ms}; }
};`)}`;

/** The settings of a machine in another year, time zone and locale. */
const ELSEWHERE = {
  TZ: 'Pacific/Kiritimati',
  LC_ALL: 'tr_TR.UTF-8',
  LANG: 'ar_EG.UTF-8',
  NODE_OPTIONS: `--import ${clockAhead(400_000_000_000)}`,
};

/** Returns every file below `tree` with its modification time and bytes. */
async function describeTree(tree: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(tree, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const described = files.map(async (file) => {
    const name = path.relative(tree, file);
    // Host files aren't documents: their time is when they were written.
    const time = /^(_headers|_redirects|_nginx[.]conf|_Caddyfile|(.*\/)?[.]htaccess)$/.test(name) ? 0 : (await stat(file)).mtimeMs;
    return [name, `${time} ${(await readFile(file)).toString('base64')}`] as const;
  });
  return new Map((await Promise.all(described)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Links the packages that `npm ci --omit=dev` would install into `folder`. */
async function linkDependencies(folder: string): Promise<void> {
  const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  const names = Object.entries(lock.packages).flatMap(([place, { dev }]) =>
    dev ? [] : (/^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.slice(1) ?? []),
  );
  for (const name of names) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await symlink(path.join(root, 'node_modules', name), path.join(folder, name));
  }
}

test('without pages, a build in another year, time zone and locale gives the same documents and dates as a whole site', async () => {
  const caller = fork(path.join(root, 'test/support/command-caller.ts'), { env: { ...scriptEnvironment(), ...ELSEWHERE }, execArgv: [] });
  onTestFinished(() => void caller.kill());
  const [content, dist] = [path.join(root, 'test/fixtures/corner shop'), path.join(temporaryFolder(), 'dist')];
  caller.send(['build', { BASE_URL: NOBODY, CONTENT_DIR: content, DIST_DIR: dist, DATA_DIR: dataFolder(), SOURCE_DATE_EPOCH }]);
  expect((await once(caller, 'message'))[0]).toMatchObject({ code: 0, stderr: '' });
  const [alone, whole] = [await readGeneration(dist), await readGeneration(inject('dists').corner)];
  expect(alone.since).toEqual(whole.since);
  const documents = Object.entries(whole.files).filter(([publicPath]) => !/\/$|\.html$|^\/_astro\/.*\.(?:css|js)$/.test(publicPath));
  expect(documents.map(([publicPath]) => publicPath)).toContain('/reviews.json');
  expect(alone.files).toEqual(Object.fromEntries(documents));
});

const readGeneration = async (dist: string) =>
  generationDocument.parse(JSON.parse(await readFile(path.join(dist, 'generation.json'), 'utf8')));

releaseTest(
  'a build gives the same bytes and times in another folder, year, time zone and locale, without development packages',
  async () => {
    const folder = temporaryFolder();
    const elsewhere = path.join(folder, 'another checkout');
    await copyCheckout(elsewhere);
    await linkDependencies(path.join(elsewhere, 'node_modules'));
    await cp(path.join(root, 'test/fixtures/corner shop'), path.join(elsewhere, 'content'), { recursive: true });
    const build = async (checkout: string, dist: string, variables: Record<string, string>) => {
      const all = { BASE_URL: NOBODY, DIST_DIR: dist, SOURCE_DATE_EPOCH, ...variables };
      const result = await runScript('build', all, checkout, [], checkout);
      expect([result.code, result.stderr]).toEqual([0, '']);
      return describeTree(await realpath(dist));
    };
    const here = await describeTree(await realpath(inject('dists').corner));
    const there = await build(elsewhere, path.join(folder, 'b b/other'), ELSEWHERE);
    expect([...there.keys()]).toEqual([...here.keys()]);
    expect([...here].filter(([name, described]) => there.get(name) !== described).map(([name]) => name)).toEqual([]);
    expect(here.size).toBeGreaterThan(1000);
  },
);
