import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildCommand } from '../../scripts/commands/build.ts';
import { commands } from '../../scripts/commands/program.ts';
import { callProgram } from '../support/call-command.ts';
import { printDocuments } from '../support/print-documents.ts';
import { recordCommand } from '../support/recorded-command.ts';
import { releaseTest, withReleaseCases } from '../support/release-test.ts';
import { LOG_KEY, NOBODY, root, scriptEnvironment } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const program = path.join(root, 'scripts/open-reviews.ts');

/** Runs the program in `cwd` in a process, as a user would. */
async function run(cwd: string, args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const env = { ...scriptEnvironment(), CI: '1', ...variables };
  return promisify(execFile)(process.execPath, [program, ...args], { cwd, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

/** Creates an owner's folder: a business with one review, next to files of npm and other programs. */
async function ownersFolder(): Promise<string> {
  const folder = temporaryFolder();
  const files = {
    'package.json': '{"private": true}',
    'package-lock.json': '{}',
    'deploy.sh': 'echo',
    'docs/notes.yaml': 'a: b',
    'node_modules/some/package.json': '{}',
    '.git/config': '',
    'business.yaml': 'name: Acme\n',
    'reviews/2024.yaml': '- { source_id: a, date: 2024-05-01, rating: 5, author: Ann, text: Quick and tidy., verified: true }\n',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}

test('--version prints the version in package.json', async () => {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  expect(await run('/', ['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('unknown commands, even toString, are refused, with a suggestion for a typo', async () => {
  expect(await callProgram('/', ['biuld'])).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^open-reviews: unknown command biuld; did you mean build\?\n/),
  });
  expect((await callProgram('/', ['frobnicate'])).stderr).toMatch(/^open-reviews: unknown command frobnicate\n\n/);
  expect((await callProgram('/', ['toString'])).stderr).toMatch(/^open-reviews: unknown command toString\n\n/);
});

// That build does is shown in commands.test.ts.
test.each(Object.keys(commands).filter((name) => name !== 'build'))('%s rejects unknown flags', async (name) => {
  const first = ['hub', 'review'].includes(name) ? ['list'] : [];
  const folder = await ownersFolder();
  expect(await callProgram(folder, [name, ...first, '--frob'])).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('--frob') });
});

test('without a business, commands stop and explain what to do', async () => {
  const empty = temporaryFolder();
  for (const command of withReleaseCases('without a business, build stops and explains what to do', ['check', 'serve'], ['build'])) {
    expect(await (command === 'build' ? run : callProgram)(empty, [command])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^there is no business\.yaml in .+; go to the folder that has it, add --root FOLDER, or create one with: open-reviews new FOLDER\n$/,
      ),
    });
  }
  expect(await callProgram(empty, ['--root'])).toEqual({ code: 1, stdout: '', stderr: 'open-reviews: --root needs a folder\n' });
});

test('a command finds the business from a subfolder, and from anywhere with --root', async () => {
  const folder = await ownersFolder();
  const says = expect.stringContaining('would be published: 1 of 1 review');
  expect(await callProgram(folder, ['check'])).toMatchObject({ code: 0, stdout: says });
  expect(await callProgram(path.join(folder, 'docs'), ['check'])).toMatchObject({ code: 0, stdout: says });
  expect(await callProgram('/', ['--root', folder, 'check'])).toMatchObject({ code: 0, stdout: says });
  expect(await callProgram(path.dirname(folder), [`--root=${path.basename(folder)}`, 'check'])).toMatchObject({ code: 0, stdout: says });
});

test('check prints the next commands as you type them in the folder', async () => {
  const folder = await ownersFolder();
  await rm(path.join(folder, 'reviews'), { recursive: true });
  expect((await callProgram(folder, ['check'])).stdout).toContain(
    'next: npm run import -- FILE brings reviews in, npm run review -- add adds one\n',
  );
});

test('settings, builds, data and caches stay in the owner’s folder, which can be backed up and restored', async () => {
  const folder = await ownersFolder();
  await writeFile(path.join(folder, '.env'), `BASE_URL=${NOBODY}/reviews\nLOG_KEY=${LOG_KEY}\n`);
  // Without pages, which the next test builds.
  const built = await recordCommand(buildCommand(printDocuments), [], { ...scriptEnvironment(), CI: '1' }, folder);
  expect([built.code, built.stderr]).toEqual([0, '']);
  const { base_url } = JSON.parse(await readFile(path.join(folder, 'dist/generation.json'), 'utf8'));
  expect(base_url).toBe(`${NOBODY}/reviews`);
  expect((await readdir(folder)).filter((name) => /^\.(?:astro|data|dist)$/.test(name))).toEqual(['.data', '.dist']);
  const backups = path.join(temporaryFolder(), 'backups');
  const made = await callProgram(folder, ['backup', backups]);
  expect([made.code, made.stderr]).toEqual([0, '']);
  const backup = made.stdout.split('\n')[0] ?? '';
  expect(path.dirname(backup)).toBe(backups);
  const { files } = JSON.parse(await readFile(path.join(backup, 'backup.json'), 'utf8'));
  const content = Object.keys(files).filter((name) => name.startsWith('content/'));
  expect(content).toEqual([
    'content/business.yaml',
    'content/deploy.sh',
    'content/docs/notes.yaml',
    'content/package-lock.json',
    'content/package.json',
    'content/reviews/2024.yaml',
  ]);
  const restored = temporaryFolder();
  expect((await callProgram('/', ['--root', restored, 'restore', backup])).code).toBe(0);
  expect(await readdir(restored)).toEqual(expect.arrayContaining(['.data', 'business.yaml', 'dist', 'package.json', 'reviews']));
  expect((await callProgram(restored, ['check'])).stdout).toContain('would be published: 1 of 1 review');
});

releaseTest('a build of another folder leaves nothing in the current one, and keeps Astro’s cache in the owner’s', async () => {
  const folder = await ownersFolder();
  await writeFile(path.join(folder, '.env'), `BASE_URL=${NOBODY}/reviews\nLOG_KEY=${LOG_KEY}\n`);
  const elsewhere = temporaryFolder();
  expect(await run(elsewhere, ['--root', folder, 'build'])).toMatchObject({ code: 0, stderr: '' });
  expect(await readdir(elsewhere)).toEqual([]);
  expect((await readdir(folder)).filter((name) => /^\.(?:astro|data|dist)$/.test(name))).toEqual(['.astro', '.data', '.dist']);
  expect(await readFile(path.join(folder, 'dist/index.html'), 'utf8')).toContain('Quick and tidy.');
});

test('check reports a misspelled file name, even next to files that aren’t content', async () => {
  const folder = await ownersFolder();
  await writeFile(path.join(folder, 'servics.yaml'), '- { name: Panels }\n');
  await mkdir(path.join(folder, 'review'));
  const { code, stdout } = await callProgram(folder, ['check']);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/servics\.yaml: found an unknown file name; name it services\.yaml/)]);
  expect(stdout).toMatch(/review: found an unknown file name; name it reviews\//);
});

test('a suggested command starts with cd if it must run in another folder', async () => {
  const folder = await ownersFolder();
  const { stderr } = await callProgram(path.dirname(folder), ['--root', path.basename(folder), 'serve'], { PORT: '0' });
  const name = path.basename(folder);
  const quoted = name.includes(' ') ? `'${name}'` : name;
  expect(stderr).toContain(`cd ${quoted} && `);
  expect(stderr).toContain('npm run build first');
});
