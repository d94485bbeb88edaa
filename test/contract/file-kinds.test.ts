import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { callProgram, callScript } from '../support/call-command.ts';
import { openTestDesk } from '../support/desk.ts';
import { type FileKindName, faults, fileKinds } from '../support/file-kinds.ts';
import { root, type ScriptResult, startScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let content: string;
beforeEach(() => {
  content = path.join(temporaryFolder(), 'content');
  mkdirSync(content);
  write('business.yaml', BUSINESS);
});

const BUSINESS = 'name: A\naddress: { country: US }\n';
const REVIEW = 'source_id: a\ndate: 2024-01-01\nrating: 5\nauthor: Ann\nverified: true\n';
const FINE = 'would be published: 1 of 1 review';

function write(name: string, text: string | Buffer): void {
  mkdirSync(path.dirname(path.join(content, name)), { recursive: true });
  writeFileSync(path.join(content, name), text);
}

let caller: ChildProcess | undefined;
afterAll(() => void caller?.kill());

/** Runs a command. With a pipe, which it could wait for, in a process that is ended with this file. */
async function run(kind: FileKindName, ...call: Parameters<typeof callScript>): Promise<ScriptResult> {
  if (kind !== 'a named pipe') return plain(await callScript(...call));
  caller ??= fork(fileURLToPath(new URL('../support/command-caller.ts', import.meta.url)), { execArgv: [] });
  caller.send(call);
  const [result] = await once(caller, 'message');
  return plain(result as ScriptResult);
}

/** Runs a command in a process of its own that is ended with the test. */
function runInProcess(command: string, variables: Readonly<Record<string, string>>, cwd = root, args: readonly string[] = []) {
  const { child, ended } = startScript(command, { ENV_FILE: undefined, ...variables }, cwd, args);
  onTestFinished(() => void child.kill());
  return ended;
}

/** The output of a command, without the names and descriptions of the system's errors. */
function plain(result: ScriptResult): ScriptResult {
  expect(result.stdout + result.stderr).not.toMatch(
    /\bE(?:NOENT|LOOP|ISDIR|NOTDIR|ACCES|NXIO|INVAL|OPNOTSUPP)\b|no such file or dir|syscall|node:/,
  );
  return result;
}

/** Checks the content, which has something of this kind. Returns the lines about it, without the path of the folder. */
async function check(kind: FileKindName = 'a file'): Promise<string[]> {
  const { stdout, stderr } = await run(kind, 'check-content', { CONTENT_DIR: content, DATA_DIR: temporaryFolder() });
  return (stdout + stderr)
    .replaceAll(`${content}/`, '')
    .replaceAll(content, 'CONTENT')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.includes(': found ') || line.startsWith('would be'));
}

const kinds = Object.keys(fileKinds) as FileKindName[];

/** Every file that a folder of content may have, with a text that is valid. */
const FILES: Readonly<Record<string, string>> = {
  'aspects.yaml': '[]',
  'corrections.yml': '[]',
  'faq.json': '[]',
  'imports.json': '[]',
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>',
  'policy.yaml': 'names: as_is\n',
  'service-areas.yaml': '[]',
  'services.yaml': '[]',
  'summary.md': 'Fine.\n',
  'takedowns.yaml': '[]',
  'technicians.yaml': '[]',
  'verdicts.json': '{ "model": "m", "reviews": [] }',
  'reviews/more.yaml': '[]',
};
/** What is wrong with those that are empty. */
const EMPTY = [
  'faq.json: found nothing; write JSON, or remove the file',
  'imports.json: found nothing; write JSON, or remove the file',
  'logo.svg: found an unreadable picture; use a PNG, a JPEG, a WebP, or an SVG with width and height or a viewBox',
  'verdicts.json: found nothing; write JSON, or remove the file',
];

test.each(kinds)('%s in place of every file but business.yaml works or is reported', async (kind) => {
  write('reviews/a.yaml', REVIEW);
  for (const [name, text] of Object.entries(FILES)) await fileKinds[kind](path.join(content, name), text);
  const fault = faults[kind];
  const wrong = kind === 'an empty file' ? EMPTY : fault === undefined ? [FINE] : Object.keys(FILES).map((name) => `${name}: ${fault}`);
  // A folder in reviews/ may have any name.
  const isFolder = kind === 'a folder' || kind === 'a link to a folder';
  expect((await check(kind)).sort()).toEqual(wrong.filter((line) => !isFolder || !line.startsWith('reviews/')).sort());
});

test.each(kinds)('%s in place of business.yaml works or is reported', async (kind) => {
  write('reviews/a.yaml', REVIEW);
  rmSync(path.join(content, 'business.yaml'));
  await fileKinds[kind](path.join(content, 'business.yaml'), BUSINESS);
  const empty = kind === 'an empty file' ? 'found nothing; write keys with values, such as "name: ..."' : undefined;
  const fault = faults[kind] ?? empty;
  expect(await check(kind)).toEqual([fault === undefined ? FINE : `business.yaml: ${fault}`]);
});

test.each(kinds)('%s in place of reviews/ and pictures/ works or is reported', async (kind) => {
  for (const name of ['reviews', 'pictures']) await fileKinds[kind](path.join(content, name), 'x');
  const isFolder = kind === 'a folder' || kind === 'a link to a folder';
  const isFile = faults[kind] === undefined;
  const fault = isFile ? 'found a file; replace it with a folder, or remove it' : faults[kind];
  expect(await check(kind)).toEqual(isFolder ? ['would be published: 0 of 0 reviews'] : [`pictures: ${fault}`, `reviews: ${fault}`]);
});

test.each(kinds)('%s in place of a picture and a photo works or is reported', async (kind) => {
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  write('business.yaml', `${BUSINESS}pictures: [{ file: van.png, alt: A van }]\n`);
  write('policy.yaml', 'photos: all\n');
  write('reviews/a.yaml', `${REVIEW}photos: [job.png]\n`);
  mkdirSync(path.join(content, 'pictures'));
  for (const name of ['van.png', 'job.png']) {
    await fileKinds[kind](path.join(content, 'pictures', name), '');
    if (kind === 'a file' || kind === 'a link to a file') writeFileSync(path.join(content, 'pictures', name), image);
  }
  const empty = kind === 'an empty file' ? 'not a JPEG, PNG or WebP; save the picture in one of these formats' : undefined;
  const fault = faults[kind]?.replace('found ', '') ?? empty;
  expect(await check(kind)).toEqual(
    fault === undefined
      ? [FINE]
      : [
          `business.yaml:3 pictures[0].file: found "van.png", which is ${fault}`,
          `reviews/a.yaml:6 photos[0]: found "job.png", which is ${fault}`,
        ],
  );
});

test.each(kinds)('%s in place of the folder works or is reported', async (kind) => {
  rmSync(content, { recursive: true });
  await fileKinds[kind](content, 'x');
  const isFolder = kind === 'a folder' || kind === 'a link to a folder';
  const found = faults[kind]?.replace(/;.*/, '') ?? 'found a file';
  expect(await check(kind)).toEqual([
    isFolder
      ? 'business.yaml: found no such file; write at least "name: ..." into it'
      : `CONTENT: ${found}; create it, or set CONTENT_DIR to the folder with business.yaml`,
  ]);
});

test.each(kinds)('%s in place of .env works or is reported', async (kind) => {
  const folder = path.dirname(content);
  await fileKinds[kind](path.join(folder, '.env'), 'CONTENT_DIR=content\n');
  const { stdout, stderr } = plain(await (kind === 'a named pipe' ? runInProcess('check', {}, folder) : callProgram(folder, ['check'])));
  const fault = faults[kind];
  expect([stdout.split('\n')[0], stderr]).toEqual(
    fault === undefined ? ['would be published: 0 of 0 reviews', ''] : ['', `.env: ${fault}\n`],
  );
});

test.each(kinds.filter((kind) => faults[kind] !== undefined))('%s in place of a key or a record in DATA_DIR is reported', async (kind) => {
  const dataDir = temporaryFolder();
  mkdirSync(path.join(dataDir, 'desk'));
  write('reviews/a.yaml', REVIEW);
  const variables = { CONTENT_DIR: content, DATA_DIR: dataDir, DIST_DIR: path.join(dataDir, 'dist') };
  const uses: Readonly<Record<string, () => Promise<ScriptResult>>> = {
    'trial-log.key': () => run(kind, 'build', variables),
    'verification.key': () => run(kind, 'review', variables, ['verify', 'a', '--method', 'invoice', '--reference', '1']),
    'desk/history.yaml': () => (kind === 'a named pipe' ? runInProcess('desk', variables, root, ['--no-open']) : openDesk(variables)),
  };
  for (const [name, use] of Object.entries(uses)) {
    const file = path.join(dataDir, name);
    await fileKinds[kind](file, '');
    const { code, stderr } = plain(await use());
    expect([name, code, stderr]).toEqual([name, 1, `${file}: ${faults[kind]}\n`]);
  }
});

/** Opens the desk in this process, and returns why that fails as its command does. */
async function openDesk(variables: Parameters<typeof openTestDesk>[0]): Promise<ScriptResult> {
  const { message } = await openTestDesk(variables).then(
    (desk) => desk.close().then(() => Promise.reject(new Error('the desk opened'))),
    (error: Error) => error,
  );
  return { code: 1, stdout: '', stderr: `${message}\n` };
}

test.each(kinds)('%s in the content is backed up or reported', async (kind) => {
  const folder = temporaryFolder();
  await fileKinds[kind](path.join(content, 'faq.yaml'), '[]');
  const variables = { CONTENT_DIR: content, DATA_DIR: path.join(folder, 'data'), DIST_DIR: path.join(folder, 'dist') };
  const { code, stdout, stderr } = await run(kind, 'backup', variables, [path.join(folder, 'backups')]);
  const isCopied = faults[kind] === undefined || kind.endsWith('folder');
  expect([code, stderr]).toEqual(isCopied ? [0, ''] : [1, `${content}/faq.yaml: ${faults[kind]}\n`]);
  const copy = path.join(stdout.split('\n')[0] ?? '', 'content/faq.yaml');
  if (isCopied) expect(lstatSync(copy).isSymbolicLink()).toBe(false);
});

test('commands change the files that links lead to, and keep the links', async () => {
  const elsewhere = temporaryFolder();
  const texts = {
    'reviews/a.yaml': `- ${REVIEW.trimEnd().replaceAll('\n', '\n  ')}\n  text: They were an hour late and left the kitchen without any power for two whole days.\n`,
    'faq.yaml': '- { question: Late?, answer: "Ann said they left the kitchen without any power for two whole days." }\n',
  };
  mkdirSync(path.join(elsewhere, 'reviews'));
  for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(elsewhere, name), text);
  for (const name of ['reviews', 'faq.yaml']) symlinkSync(path.join(elsewhere, name), path.join(content, name));
  writeFileSync(path.join(elsewhere, 'takedowns.yaml'), '# Ours.\n');
  symlinkSync(path.join(elsewhere, 'takedowns.yaml'), path.join(content, 'takedowns.yaml'));
  const variables = { CONTENT_DIR: content };
  const quoted = await callScript('review', variables, ['takedown', 'a', '--reason', 'asked']);
  expect([quoted.code, quoted.stderr]).toEqual([1, expect.stringContaining(`${content}/faq.yaml:1: `)]);
  writeFileSync(path.join(elsewhere, 'faq.yaml'), '[]');
  expect(await callScript('review', variables, ['takedown', 'a', '--reason', 'asked'])).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(path.join(elsewhere, 'reviews/a.yaml'))).toBe(false);
  expect(readFileSync(path.join(elsewhere, 'takedowns.yaml'), 'utf8')).toMatch(/^# Ours\.\n\n- review: /);
  expect(['reviews', 'faq.yaml', 'takedowns.yaml'].filter((name) => !lstatSync(path.join(content, name)).isSymbolicLink())).toEqual([]);
});

test('links to folders inside reviews/ are read once, even if they lead back', async () => {
  write('../elsewhere/2024/a.yaml', REVIEW);
  mkdirSync(path.join(content, 'reviews'));
  symlinkSync('../../elsewhere', path.join(content, 'reviews', 'old'));
  expect(await check()).toEqual([FINE]);
  symlinkSync('..', path.join(content, '../elsewhere/2024/up'));
  expect(await check()).toEqual(['reviews/old/2024/up: found a link to a folder that it is in; remove the link']);
});

test.skipIf(process.getuid?.() === 0)('files and folders that this user may not read are reported', async () => {
  write('faq.yaml', '[]');
  write('reviews/a.yaml', REVIEW);
  write('reviews/old/b.yaml', REVIEW);
  for (const name of ['faq.yaml', 'reviews/a.yaml', 'reviews/old']) chmodSync(path.join(content, name), 0);
  const fault = 'found something that this user may not read; give the user who runs this command permission to read it';
  expect(await check()).toEqual([`faq.yaml: ${fault}`, `reviews/old: ${fault}`, `reviews/a.yaml: ${fault}`]);
  chmodSync(path.join(content, 'reviews/old'), 0o755);
});
