import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callScript } from '../support/call-command.ts';
import { root } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What Git reads instead of this machine's configuration, and no variable that a Git that runs the tests has set. */
const VARIABLES = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_DIR: undefined,
  GIT_INDEX_FILE: undefined,
  GIT_WORK_TREE: undefined,
  GIT_AUTHOR_NAME: undefined,
  GIT_AUTHOR_EMAIL: undefined,
  GIT_COMMITTER_NAME: undefined,
  GIT_COMMITTER_EMAIL: undefined,
  EMAIL: undefined,
};
const before = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, process.env[name]]));
const setAll = (variables: NodeJS.Dict<string>) => {
  for (const [name, value] of Object.entries(variables))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
};

let folder: string;
let origin: string;
const git = (place: string, ...args: readonly string[]) => execFileSync('git', ['-C', place, ...args], { encoding: 'utf8' }).trim();

const foldersIn = (home: string) => {
  [folder, origin] = [path.join(home, 'acme'), path.join(home, 'origin.git')];
};
/** The folders that each test gets a copy of. */
let prepared: string;
beforeAll(async () => {
  setAll(VARIABLES);
  prepared = temporaryFolder();
  foldersIn(prepared);
  expect(await callScript('new', {}, [folder, '--name', 'Acme', '--country', 'US'])).toMatchObject({ code: 0 });
  mkdirSync(path.join(folder, '.data'));
  writeFileSync(path.join(folder, '.data/log.key'), 'secret');
  writeFileSync(path.join(folder, '.env'), 'PORT=4321\n');
  writeFileSync(path.join(folder, 'takeout.zip'), 'private');
  execFileSync('git', ['init', '--quiet', '--template=', '--bare', '-b', 'main', origin]);
  git(folder, 'init', '--quiet', '--template=', '-b', 'main');
  git(folder, 'config', 'user.name', 'Ann Owner');
  git(folder, 'config', 'user.email', 'ann@acme.test');
  git(folder, 'remote', 'add', 'origin', '../origin.git');
});
beforeEach(() => {
  const home = temporaryFolder();
  cpSync(prepared, home, { recursive: true });
  foldersIn(home);
});
afterAll(() => setAll(before));

const variables = () => ({ CONTENT_DIR: folder, DATA_DIR: path.join(folder, '.data'), DIST_DIR: path.join(folder, 'dist') });
const publish = (...args: readonly string[]) => callScript('publish', variables(), args);
const pushed = () => git(origin, 'ls-tree', '-r', '--name-only', 'main').split('\n');

const PUSHED = 'pushed; the workflow on GitHub builds and publishes it in a few minutes\n';
const NOTHING = 'nothing to push: GitHub has everything\n';

test('publish --to github pushes everything that Git doesn’t ignore, later changes and deletions, and nothing else', async () => {
  expect(await publish('--to', 'github')).toEqual({ code: 0, stdout: PUSHED, stderr: '' });
  expect(pushed()).toEqual(expect.arrayContaining(['.github/workflows/publish.yml', '.gitignore', 'business.yaml', 'package.json']));
  expect(pushed().filter((name) => /^[.]data|^[.]env$|zip$|^dist/.test(name))).toEqual([]);
  expect(git(origin, 'log', '--format=%an <%ae> %s', 'main')).toBe('Ann Owner <ann@acme.test> Publish');
  expect(await publish('--to', 'github')).toEqual({ code: 0, stdout: NOTHING, stderr: '' });
  expect(existsSync(path.join(folder, 'dist'))).toBe(false);
  writeFileSync(path.join(folder, 'publish.yaml'), 'target: github\n');
  rmSync(path.join(folder, 'faq.yaml'));
  expect(await publish()).toEqual({ code: 0, stdout: PUSHED, stderr: '' });
  expect(pushed()).toContain('publish.yaml');
  expect(pushed()).not.toContain('faq.yaml');
  expect(await publish()).toEqual({ code: 0, stdout: NOTHING, stderr: '' });
});

test('publish pushes a commit that the owner made', async () => {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'Mine');
  expect(await publish('--to', 'github')).toEqual({ code: 0, stdout: PUSHED, stderr: '' });
  expect(git(origin, 'log', '--format=%s', 'main')).toBe('Mine');
});

const HELP = '"Publish" in the folder\'s README explains how to set it up';
const faults: readonly (readonly [string, () => void, () => string])[] = [
  [
    'without a workflow',
    () => rmSync(path.join(folder, '.github'), { recursive: true }),
    () => `${folder} has no workflow in .github/workflows; "open-reviews new" writes one`,
  ],
  [
    'without a repository',
    () => rmSync(path.join(folder, '.git'), { recursive: true }),
    () => `${folder} isn't a Git repository; run git init -b main there. ${HELP}`,
  ],
  [
    'inside of another repository',
    () => {
      rmSync(path.join(folder, '.git'), { recursive: true });
      git(path.dirname(folder), 'init', '--quiet', '-b', 'main');
      git(path.dirname(folder), 'remote', 'add', 'origin', origin);
    },
    () => `${folder} isn't a Git repository; run git init -b main there. ${HELP}`,
  ],
  [
    'on another branch',
    () => git(folder, 'branch', '-m', 'master'),
    () => 'the workflow publishes the branch main, and this is master; run git branch -m main',
  ],
  [
    'without a remote',
    () => git(folder, 'remote', 'remove', 'origin'),
    () => `the repository has no remote with the name origin (error: No such remote 'origin'); ${HELP}`,
  ],
  [
    'without a name',
    () => {
      git(folder, 'config', 'user.useConfigOnly', 'true');
      git(folder, 'config', '--unset', 'user.name');
      git(folder, 'config', '--unset', 'user.email');
    },
    () => 'Git doesn’t know who you are; run git config user.name "YOUR NAME" and git config user.email "YOU@EXAMPLE.COM" in the folder',
  ],
  [
    'with a secret that Git doesn’t ignore',
    () => writeFileSync(path.join(folder, '.gitignore'), '.env\n'),
    () => "Git doesn't ignore .data, which has secrets; add .data to .gitignore",
  ],
  ['if the remote is gone', () => rmSync(origin, { recursive: true }), () => 'GitHub can’t be reached (fatal: '],
];
test.each(faults)('publish --to github refuses a folder %s', async (_, damage, reason) => {
  damage();
  const { code, stdout, stderr } = await publish('--to', 'github');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.startsWith(`publish: ${reason()}`) ? 'as expected' : stderr).toBe('as expected');
  expect(existsSync(origin) && git(origin, 'branch', '--list')).toBeFalsy();
});

test('publish --to github explains a push that GitHub doesn’t accept, and pushes the commit later', async () => {
  const hook = path.join(origin, 'hooks/pre-receive');
  mkdirSync(path.dirname(hook), { recursive: true });
  writeFileSync(hook, '#!/bin/sh\necho "this file is too large"\nexit 1\n', { mode: 0o755 });
  const { code, stderr } = await publish('--to', 'github');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^publish: GitHub didn’t accept the files \(remote: this file is too large/);
  rmSync(hook);
  expect(await publish('--to', 'github')).toEqual({ code: 0, stdout: PUSHED, stderr: '' });
});

test('the branch is the one that the workflow publishes', () => {
  expect(readFileSync(path.join(root, 'scripts/new/template/github/workflows/publish.yml'), 'utf8')).toContain('branches: [main]');
});
