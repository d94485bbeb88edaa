import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../../scripts/commands/program.ts';
import { environmentNames, readEnvironment } from '../../site/contract/environment.ts';
import { callScript } from '../support/call-command.ts';
import { root } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = path.join(temporaryFolder(), 'acme');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

beforeAll(async () => {
  expect((await callScript('new', {}, [folder, '--name', 'Łódź & Sons: Café'])).code).toBe(0);
});

test('new writes content, a package and the files of a GitHub repository', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name))).sort()).toEqual([
    '.env.example',
    '.github/dependabot.yml',
    '.github/workflows/publish.yml',
    '.gitignore',
    'README.md',
    'aspects.yaml',
    'business.yaml',
    'corrections.yaml',
    'faq.yaml',
    'package.json',
    'policy.yaml',
    'reviews/example.yaml',
    'service-areas.yaml',
    'services.yaml',
    'summary.md',
    'technicians.yaml',
  ]);
});

describe('the package', () => {
  test('is private, and depends on this program and the Node that runs it, with the Node that its packages ask for', () => {
    const { version, engines, devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    expect(JSON.parse(read('package.json'))).toEqual({
      name: 'lodz-sons-cafe',
      private: true,
      scripts: expect.anything(),
      dependencies: { node: `^${devDependencies.node}`, 'open-reviews': `^${version}` },
      engines,
      allowScripts: { node: true, 'cpu-features': false, esbuild: false, ssh2: false },
    });
  });

  test('has a script for every command except new, and except witness, which has a folder of its own', () => {
    const { new: _, witness: __, ...others } = commands;
    expect(JSON.parse(read('package.json')).scripts).toEqual(
      Object.fromEntries(Object.keys(others).map((name) => [name, `open-reviews ${name}`])),
    );
  });

  test('is named reviews if the name of the business has no Latin letters', async () => {
    const place = path.join(temporaryFolder(), 'tokyo');
    expect((await callScript('new', {}, [place, '--name', '東京電気'])).code).toBe(0);
    expect(JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')).name).toBe('reviews');
  });
});

test('the README only mentions existing commands', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = [...read('README.md').matchAll(/\bnpm (?:run )?(start|(?<=run )[\w:-]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !Object.hasOwn(scripts, name ?? ''))).toEqual([]);
  const called = [...read('README.md').matchAll(/\bopen-reviews(?: --root \S+)? ([a-z]+)\b(?=[^`\n]*`)/g)].map(([, name]) => name);
  expect(called.filter((name) => !Object.hasOwn(commands, name ?? ''))).toEqual([]);
});

test('.env.example only has known settings with valid examples, all commented out', () => {
  const settings = parseEnv(read('.env.example').replaceAll(/^# (?=[A-Z_]+=)/gm, ''));
  expect(Object.keys(settings).length).toBeGreaterThan(8);
  expect(Object.keys(settings).filter((name) => !environmentNames.includes(name))).toEqual([]);
  expect(() => readEnvironment(settings)).not.toThrow();
  expect(parseEnv(read('.env.example'))).toEqual({});
});

test('Git ignores secrets, builds, packages, exports, archives and backups, but not content and the packed program', async () => {
  const private_ = [
    '.env',
    '.data/log.key',
    '.data/hub.sqlite',
    '.dist/0123456789abcdef-x/index.html',
    'dist/index.html',
    '.astro/types.d.ts',
    'node_modules/open-reviews/package.json',
    '.content.lock',
    '.content.lock-journal',
    'reviews/.imported.json.4711',
    'reviews/.imported.json.c0ffee123456.draft',
    '.takedown.json',
    '.copy.json',
    'takeout-20260102T030405Z-001.zip',
    'takeout-20260102T030405Z-001.tgz',
    'exports/open-reviews-1.0.0.tgz',
    'old.tar.gz',
    'yelp.csv',
    'Takeout/Google Business Profile/account-1/location-2/reviews.json',
    'exports/reviews.json',
    'backups/20260102T030405Z/data/log.key',
  ];
  const kept = [
    'reviews/imported.json',
    'imports.json',
    'takedowns.yaml',
    '.imports/1.ndjson',
    'pictures/van.jpg',
    'package-lock.json',
    'open-reviews-1.0.0.tgz',
  ];
  for (const file of [...private_, ...kept]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), '');
  }
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'core.excludesFile=', ...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  git('init');
  git('add', '--all');
  const staged = git('ls-files').trim().split('\n');
  expect(staged.filter((file) => private_.includes(file))).toEqual([]);
  expect(staged).toEqual(expect.arrayContaining(kept));
  expect(staged).toHaveLength(16 + kept.length);
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly on: object;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly needs?: string; readonly permissions?: object; readonly steps: readonly Step[] }>>;
}

describe('the workflow', () => {
  const workflow = () => parse(read('.github/workflows/publish.yml'), { uniqueKeys: true }) as Workflow;
  const steps = () => Object.values(workflow().jobs).flatMap((job) => job.steps);

  test('pins actions by the commits of their versions', () => {
    const used = [...read('.github/workflows/publish.yml').matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(used).toEqual(used.map(() => expect.stringMatching(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)));
    expect(used).toHaveLength(steps().filter(({ uses }) => uses !== undefined).length);
  });

  test('runs on pushes, weekly and manually, and only its last job can publish', () => {
    expect(workflow().on).toEqual({
      push: { branches: ['main'] },
      schedule: [{ cron: expect.stringMatching(/^\d+ \d+ \* \* [0-6]$/) }],
      workflow_dispatch: null,
    });
    expect(workflow().permissions).toEqual({ contents: 'read', pages: 'read' });
    const { build, publish } = workflow().jobs;
    expect(build?.permissions).toBeUndefined();
    expect(publish).toMatchObject({ needs: 'build', permissions: { pages: 'write', 'id-token': 'write' } });
    expect(publish?.steps.map(({ uses }) => uses?.replace(/@.*/, ''))).toEqual(['actions/deploy-pages']);
  });

  test('checks the content, builds with LOG_KEY, and stops if the key is missing', () => {
    const run = steps().flatMap((step) => (step.run === undefined ? [] : [step]));
    expect(run.map((step) => step.run?.trim().split('\n').at(-1))).toEqual(['npm ci', 'npm run check', 'npm run build']);
    const build = run.at(-1);
    expect(build?.env).toEqual({ BASE_URL: `\${{ steps.pages.outputs.base_url }}`, LOG_KEY: `\${{ secrets.LOG_KEY }}` });
    // GitHub's shell for `run`: bash -e
    const script = String(build?.run).replace('npm run build', 'echo built');
    const call = (key: string) =>
      execFileSync('bash', ['-c', `set -e; (${script}) || echo stopped`], {
        encoding: 'utf8',
        env: { LOG_KEY: key },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    expect(call('AAAA')).toBe('built\n');
    expect(call('')).toMatch(/^::error::Add the secret LOG_KEY .*\nstopped\n$/);
  });

  test('uploads dist with its hidden files, which the action excludes by default', () => {
    expect(steps().find(({ uses }) => uses?.startsWith('actions/upload-pages-artifact@'))?.with).toEqual({
      path: 'dist',
      'include-hidden-files': true,
    });
  });
});

test('Dependabot checks for new versions of the package daily, and of the actions monthly', () => {
  expect(parse(read('.github/dependabot.yml'))).toEqual({
    version: 2,
    updates: [
      { 'package-ecosystem': 'npm', directory: '/', schedule: { interval: 'daily' } },
      { 'package-ecosystem': 'github-actions', directory: '/', schedule: { interval: 'monthly' } },
    ],
  });
});
