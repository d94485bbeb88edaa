import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { DiskFull, explainFull } from '../../site/shared/setup-error.ts';
import type { CalledCommand } from '../support/call-command.ts';
import { commandEnvironment, root, type ScriptResult } from '../support/run-script.ts';
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

/** Starts a program of ours on a full disk with a copy of `folder`. */
function startOn(filling: Filling, args: readonly string[]) {
  const script = `${fillings[filling]} || exit 99; shift 2; exec "$@"`;
  const command = ['--mount', 'sh', '-c', script, 'sh', disk, folder, process.execPath, ...args];
  const child = spawn('unshare', command, { cwd: root, env: commandEnvironment(variables()), stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return child;
}

const variables = () => ({
  CONTENT_DIR: path.join(disk, 'content'),
  DATA_DIR: path.join(disk, 'data'),
  DIST_DIR: path.join(disk, 'dist'),
  CACHE_DIR: path.join(disk, 'cache'),
});

const full = (place: string) =>
  `${place}: can't be written, because the disk is full or this user has used up their share of it; free some space and try again\n`;

const failing: Readonly<Record<Filling, readonly (readonly [name: CalledCommand, args: readonly string[], place: string])[]>> = {
  'no space': [
    ['review', ['verify', ANN, '--method', 'vouched'], 'DISK/content/reviews/a.yaml'],
    ['review', ['verify', ANN, '--method', 'invoice', '--reference', '1'], 'DISK/data/verification.key'],
    ['build', [], ''],
    ['backup', ['DISK/backups'], ''],
  ],
  'no room for another name': [
    ['review', ['verify', ANN, '--method', 'vouched'], 'DISK/content/.content.lock'],
    ['build', [], 'DISK/.dist'],
  ],
};

test.skipIf(noNamespace !== undefined).for(Object.keys(failing) as Filling[])(
  'with %s, commands that only read work, and others fail with the reason and change nothing',
  async (filling) => {
    const child = startOn(filling, [path.join(root, 'test/support/command-caller.ts')]);
    const run = async (name: CalledCommand, ...args: readonly string[]) => {
      child.send([name, variables(), args.map((arg) => arg.replace('DISK', disk))]);
      const [{ code, stdout, stderr }] = (await once(child, 'message')) as [ScriptResult];
      return { code, stdout: stdout.replaceAll(disk, 'DISK'), stderr: stderr.replaceAll(disk, 'DISK') };
    };
    const expectReadable = async () => {
      const checked = await run('check-content');
      expect(checked).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('would be published: 0 of 1 review') });
      const listed = await run('review', 'list');
      expect(listed).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(ANN) });
      // Only that process sees the disk.
      expect(readFileSync(path.join(`/proc/${child.pid}/root`, disk, 'content/reviews/a.yaml'), 'utf8')).toBe(REVIEWS);
    };
    await expectReadable();
    for (const [name, args, place] of failing[filling]) {
      const { code, stderr } = await run(name, ...args);
      const reason = place === '' ? expect.stringMatching(/^DISK\/.*: can't be written, because the disk is full/) : full(place);
      expect([name, ...args, code, stderr]).toEqual([name, ...args, 1, reason]);
      await expectReadable();
    }
  },
);

test.skipIf(noNamespace !== undefined)('the desk shows everything on a full disk, and says why it can’t save', async () => {
  // It can't write the file that it would open in a browser, either.
  const { stdout } = startOn('no space', [path.join(root, 'scripts/open-reviews.ts'), 'desk']);
  let said = '';
  for await (const text of stdout?.setEncoding('utf8') ?? []) {
    said += text;
    if (said.includes('Ctrl-C')) break;
  }
  const entrance = /http:\S+/.exec(said)?.[0] ?? '';
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
