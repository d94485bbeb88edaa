import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { originHash } from '../../scripts/witness/server.ts';
import { logPaths } from '../../site/contract/log.ts';
import { printVerifierKey } from '../../site/log/note.ts';
import { callProgram } from '../support/call-command.ts';
import { releaseGroup } from '../support/release-test.ts';
import { commandEnvironment, root, startScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { writeConfig } from './following-witness.ts';
import { SiteFarm } from './site-farm.ts';
import { publish, reviewOf, type SiteFiles, signerOf, textOf } from './site-in-memory.ts';

const ORIGIN = 'acme.example/log';
const signer = await signerOf(1, ORIGIN);
const KEY = printVerifierKey(signer.key);
const farm = await new SiteFarm().start();
afterAll(() => farm[Symbol.asyncDispose]());
const site = (count: number, text: string) =>
  publish(new Map(), { reviews: Array.from({ length: count }, (_, index) => reviewOf(`r${index}`, text)) }, signer, ORIGIN);
const submission = (files: SiteFiles) => `old 0\n\n${textOf(files, logPaths.checkpoint)}`;

/** Returns the settings that let a witness read the farm. */
async function settings(): Promise<Record<string, string>> {
  const file = path.join(temporaryFolder(), 'ca.pem');
  await writeFile(file, farm.authority.certificate);
  return { CALLBACK_ALLOW_CIDRS: '127.0.0.0/8', CALLBACK_CA_FILE: file };
}

/** Calls the command in a folder with this `witness.yaml`, and returns what it complains about. */
async function complaint(yaml: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = temporaryFolder();
  await writeFile(path.join(folder, 'witness.yaml'), yaml);
  const { code, stderr } = await callProgram(folder, ['witness'], variables);
  expect(code).toBe(1);
  // Nothing is made before the file is right.
  expect(await readdir(folder)).toEqual(['witness.yaml']);
  return stderr;
}

test.each([
  ['port: 4330\nlogs: []\n', /witness\.yaml:1 name: found nothing; write/],
  ['name: w 1\nlogs: []\n', /witness\.yaml:1 name: found "w 1"; write an address without https:\/\//],
  ['name: w1\nport: 70000\nlogs: []\n', /witness\.yaml:2 port: found 70000; write a port such as 4330/],
  [
    'name: w1\nlogs:\n  - adress: https://acme.example\n',
    /witness\.yaml:3 logs\[0\]\.adress: found the unknown key "adress"; write address instead/,
  ],
  [
    `name: w1\nlogs:\n  - address: http://acme.example\n    key: ${KEY}\n`,
    /witness\.yaml:3 logs\[0\]\.address: found "http:\/\/acme\.example"; the address must be an HTTPS URL/,
  ],
  [
    `name: w1\nlogs:\n  - address: https://127.0.0.1\n    key: ${KEY}\n`,
    /:3 logs\[0\]\.address: found "https:\/\/127\.0\.0\.1"; the address must not point at a private, local or reserved address/,
  ],
  [`name: w1\nlogs:\n  - address: https://acme.example?a\n    key: ${KEY}\n`, /the address must not have a query/],
  [
    `name: w1\nlogs:\n  - address: https://acme.example\n    key: ${KEY.replace('+', '+0')}\n`,
    /:4 logs\[0\]\.key: found ".*"; write the key as https:\/\/acme\.example\/log\/key shows it/,
  ],
  [
    `name: w1\nlogs:\n  - { address: https://a.example, key: ${KEY} }\n  - { address: https://b.example, key: ${KEY} }\n`,
    /:4 logs\[1\]\.key: found acme\.example\/log; list each log once/,
  ],
])('reports the place of a mistake in witness.yaml: %j', async (yaml, expected) => {
  expect(await complaint(yaml)).toMatch(expected);
});

test('without witness.yaml, or to resume a log that is not held back, says what to do', async () => {
  const folder = temporaryFolder();
  expect((await callProgram(folder, ['witness'])).stderr).toMatch(/^witness: there is no witness\.yaml; /);
  expect((await callProgram(folder, ['witness', '--resume', ORIGIN])).stderr).toMatch(/^witness: acme\.example\/log isn't held back; /);
});

test('shows the key at the address of a log that has none in witness.yaml', async () => {
  farm.sites.set('acme', await site(2, 'good'));
  const yaml = `name: w1\nlogs:\n  - address: ${farm.addressOf('acme')}/\n  - address: ${farm.addressOf('nobody')}\n`;
  const shown = await complaint(yaml, await settings());
  expect(shown).toContain(
    `witness.yaml:3 logs[0].key: found no key; ask the log's owner for its key, compare it, and write it as key: the address shows "${KEY}"`,
  );
  expect(shown).toContain(`the address shows ${farm.addressOf('nobody')}/log/key answered 404`);
});

test('follows, signs, holds a forked log back and resumes it, across restarts', async () => {
  const folder = temporaryFolder();
  farm.sites.set('acme', await site(2, 'good'));
  await writeConfig(folder, farm, 'w1.example', [['acme', KEY]]);
  const variables = { ...(await settings()), DATA_DIR: folder };
  const start = async () => {
    const running = startScript('witness', variables, folder);
    const printed = await running.seen(/its keys:\n\S+\n\S+\n/);
    return { ...running, printed, url: / on (http:\S+);/.exec(printed)?.[1] ?? '' };
  };
  const first = await start();
  const keys = first.printed.split('\n').filter((line) => line.startsWith('w1.example+'));
  expect(keys).toHaveLength(2);
  expect(first.printed).toContain(`${path.join(folder, '.witness')} had no keys, so this witness has made new ones.`);
  await expect.poll(async () => (await fetch(`${first.url}/${originHash(ORIGIN)}/checkpoint`)).status).toBe(200);
  expect((await fetch(`${first.url}/add-checkpoint`, { method: 'POST', body: submission(await site(2, 'bad')) })).status).toBe(409);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await start();
  expect(second.printed).not.toMatch(/warning|new ones/);
  expect(second.printed.split('\n').filter((line) => line.startsWith('w1.example+'))).toEqual(keys);
  expect(await (await fetch(second.url)).text()).toContain('the log has forked: its first 2 entries have changed');
  const resumed = await callProgram(folder, ['witness', '--resume', ORIGIN]);
  expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining('looks at acme.example/log again')]);
  expect(await (await fetch(second.url)).text()).not.toContain('has forked');
  second.child.kill('SIGTERM');
  expect(await second.ended).toMatchObject({ code: 0, stderr: '' });
});

test('a backup of a business that is a witness, too, has neither keys nor database of the witness', async () => {
  const folder = temporaryFolder();
  await writeFile(path.join(folder, 'business.yaml'), 'name: Acme\n');
  await writeFile(path.join(folder, 'witness.yaml'), 'name: w1\n');
  for (const place of ['.witness', '.data/.witness']) {
    await mkdir(path.join(folder, place), { recursive: true });
    await writeFile(path.join(folder, place, 'keys.json'), '{}');
  }
  const { code, stdout } = await callProgram(folder, ['backup', temporaryFolder()]);
  expect(code).toBe(0);
  const names = await readdir(stdout.split('\n')[0] ?? '', { recursive: true });
  expect(names).toContain('content/witness.yaml');
  expect(names.filter((name) => /\.witness|keys\.json/.test(name))).toEqual([]);
});

releaseGroup('a witness on a full disk', () => {
  const mayMount = spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs tmpfs "$1"', 'sh', temporaryFolder()]).status === 0;

  test.skipIf(!mayMount)('on a full disk, answers 503 and signs nothing, until there is space', async () => {
    const [folder, disk] = [temporaryFolder(), temporaryFolder()];
    await writeConfig(folder, farm, 'w1.example', [['nothing', KEY]]);
    // Fills the disk when a line arrives, and frees it when another one does.
    const script = `mount -t tmpfs -o size=1m tmpfs "$1" || exit 99; disk=$1; shift; "$@" & pid=$!
      read x; cat /dev/zero > "$disk/filling" 2>/dev/null; echo full; read x; rm "$disk/filling"; echo free; read x; kill $pid; wait $pid`;
    const command = [process.execPath, path.join(root, 'scripts/open-reviews.ts'), 'witness'];
    const env = commandEnvironment({ ...(await settings()), DATA_DIR: disk });
    const child = spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', disk, ...command], {
      cwd: folder,
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    await expect.poll(() => printed).toMatch(/ on http:\S+;/);
    const url = / on (http:\S+);/.exec(printed)?.[1];
    // Each commit needs pages that the write-ahead log doesn't have yet.
    const add = async (count: number) => fetch(`${url}/add-checkpoint`, { method: 'POST', body: submission(await site(count, 'good')) });
    child.stdin.write('\n');
    await expect.poll(() => printed).toContain('\nfull');
    const refused = await add(2);
    expect([refused.status, await refused.text()]).toEqual([503, 'the witness cannot store what it signs\n']);
    expect((await fetch(`${url}/${originHash(ORIGIN)}/checkpoint`)).status).toBe(404);
    child.stdin.write('\n');
    await expect.poll(() => printed).toContain('\nfree');
    expect((await add(3)).status).toBe(200);
    child.stdin.write('\n');
    await ended;
    expect(existsSync(path.join(folder, '.witness'))).toBe(false);
  });
});
