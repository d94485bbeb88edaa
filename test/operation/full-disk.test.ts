import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { DiskFull, explainFull } from '../../site/shared/setup-error.ts';
import { commandEnvironment, root } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ANN = '01HPHS3M00D4RMPQ5Y2QXC2WJZ';
const REVIEWS = `- { id: ${ANN}, date: 2025-02-14, rating: 5, author: Ann, verified: false }\n`;

/** How a file system that exists only for one process is made and filled: until no byte or no name fits. */
const fillings = {
  'no space': 'mount -t tmpfs -o size=1m tmpfs "$1" && cp -r "$2/." "$1" && { cat /dev/zero > "$1/filling" 2>/dev/null; true; }',
  'no room for another name':
    'mount -t tmpfs -o nr_inodes=60 tmpfs "$1" && cp -r "$2/." "$1" && { i=0; while touch "$1/$i" 2>/dev/null; do i=$((i+1)); done; true; }',
} as const;
type Filling = keyof typeof fillings;

const noNamespace =
  spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs tmpfs "$1"', 'sh', temporaryFolder()]).status === 0
    ? undefined
    : 'only root may mount a file system on this machine';

let folder: string;
let disk: string;
beforeEach(() => {
  [folder, disk] = [temporaryFolder(), temporaryFolder()];
  for (const name of ['content/reviews', 'data/desk']) mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, 'content/business.yaml'), 'name: Acme\naddress: { country: US }\n');
  writeFileSync(path.join(folder, 'content/reviews/a.yaml'), REVIEWS);
});

/** Starts a command on a full disk with a copy of `folder`, and prints the reviews at its end. */
function start(filling: Filling, args: readonly string[]) {
  const script = `${fillings[filling]} || exit 99; disk=$1; shift 2; "$@"; code=$?; cat "$disk/content/reviews/a.yaml"; exit $code`;
  const variables = { CONTENT_DIR: 'content', DATA_DIR: 'data', DIST_DIR: 'dist', CACHE_DIR: 'cache' };
  const env = commandEnvironment(Object.fromEntries(Object.entries(variables).map(([name, place]) => [name, path.join(disk, place)])));
  const command = [process.execPath, path.join(root, 'scripts/open-reviews.ts'), ...args];
  const child = spawn('unshare', ['--mount', '--kill-child', 'sh', '-c', script, 'sh', disk, folder, ...command], {
    cwd: root,
    env,
    detached: true,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => ({
    code,
    stdout: stdout.replaceAll(disk, 'DISK'),
    stderr: stderr.replaceAll(disk, 'DISK'),
  }));
  // The signal is for the whole group: the shell's own child would outlive the shell.
  onTestFinished(async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await ended;
  });
  return { ended, printed: () => stdout };
}

const full = (place: string) =>
  `${place}: can't be written, because the disk is full or this user has used up their share of it; free some space and try again\n`;

const each = test.skipIf(noNamespace !== undefined).for(Object.keys(fillings) as Filling[]);

each('with %s, commands that only read work', async (filling) => {
  const checked = await start(filling, ['check']).ended;
  expect(checked).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('would be published: 0 of 1 review') });
  const listed = await start(filling, ['review', 'list']).ended;
  expect(listed).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(ANN) });
});

test.skipIf(noNamespace !== undefined).for([
  ['no space', ['review', 'verify', ANN, '--method', 'vouched'], 'DISK/content/reviews/a.yaml'],
  ['no room for another name', ['review', 'verify', ANN, '--method', 'vouched'], 'DISK/content/.content.lock'],
  ['no space', ['review', 'verify', ANN, '--method', 'invoice', '--reference', '1'], 'DISK/data/verification.key'],
  ['no space', ['build'], ''],
  ['no room for another name', ['build'], 'DISK/.dist'],
  ['no space', ['backup', '/nowhere'], ''],
] as const)('with %s, %j fails with the reason and changes nothing', async ([filling, args, place]) => {
  const { code, stdout, stderr } = await start(
    filling,
    args.map((arg) => (arg === '/nowhere' ? path.join(disk, 'backups') : arg)),
  ).ended;
  expect([code, stderr]).toEqual([
    1,
    place === '' ? expect.stringMatching(/^DISK\/.*: can't be written, because the disk is full/) : full(place),
  ]);
  expect(stdout.endsWith(REVIEWS)).toBe(true);
});

test.skipIf(noNamespace !== undefined)('the desk shows everything on a full disk, and says why it can’t save', async () => {
  // It can't write the file that it would open in a browser, either.
  const { printed } = start('no space', ['desk']);
  await expect.poll(printed).toMatch(/Ctrl-C/);
  const entrance = /http:\S+/.exec(printed())?.[0] ?? '';
  const [cookie = ''] = (await fetch(entrance, { redirect: 'manual' })).headers.getSetCookie();
  const { origin } = new URL(entrance);
  const headers = { Cookie: cookie.split(';')[0] ?? '', Origin: origin };
  const get = async (page: string) => {
    const answer = await fetch(origin + page, { headers });
    return [page, answer.status, (await answer.text()).includes('The disk is full.')];
  };
  for (const page of ['/', '/reviews', `/reviews/${ANN}`, '/business', '/publish', '/backup', '/import'])
    expect(await get(page)).toEqual([page, 200, true]);
  const form = await (await fetch(`${origin}/reviews/${ANN}`, { headers })).text();
  const [token = '', seen = ''] = ['token', 'seen'].map((name) => new RegExp(`name="${name}" value="([^"]+)"`).exec(form)?.[1]);
  const body = new URLSearchParams({ token, seen, text: 'Thanks', date: '2025-03-01' });
  const reply = await fetch(`${origin}/reviews/${ANN}/reply`, { method: 'POST', headers, body });
  expect([reply.status, (await reply.text()).includes('nothing can be saved until you free some space')]).toEqual([507, true]);
});

const failure = (more: object) => Object.assign(new Error('failed'), more);
test.each<readonly [what: string, error: unknown, given: string | undefined, place: string | undefined]>([
  ['a full disk', failure({ code: 'ENOSPC', path: '/a' }), undefined, '/a'],
  ['a full disk under another name', failure({ code: 'ENOSPC', path: '/draft' }), '/a', '/a'],
  ['a used-up quota', failure({ code: 'EDQUOT', path: '/a' }), undefined, '/a'],
  ['SQLITE_FULL', failure({ code: 'ERR_SQLITE_ERROR', errcode: 13 }), '/a', '/a'],
  ['a full disk as the cause', new Error('outside', { cause: failure({ code: 'ENOSPC', path: '/a' }) }), undefined, '/a'],
  ['a missing permission', failure({ code: 'EACCES', path: '/a' }), '/a', undefined],
  ['SQLITE_BUSY', failure({ code: 'ERR_SQLITE_ERROR', errcode: 5 }), '/a', undefined],
  ['a text', 'ENOSPC', '/a', undefined],
])('%s is explained as a full disk only if it is one', (_what, error, given, place) => {
  const explained = explainFull(error, given);
  expect(explained instanceof DiskFull ? explained.message : explained).toEqual(place === undefined ? error : full(place).trimEnd());
});
