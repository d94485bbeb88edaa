import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAuthority } from '../../scripts/lab/bench/certificates.ts';
import { Subscriber } from '../hub/subscriber.ts';
import { ask } from '../support/ask.ts';
import { callScript } from '../support/call-command.ts';
import { workshop } from '../support/copy-content.ts';
import { openSession, ask as rpc } from '../support/rpc.ts';
import { NOBODY } from '../support/run-script.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
/** Not a loopback address, so a build must never fork the log. Nothing answers at port 9. */
const BASE_URL = 'http://reviews.test:9';

describe('a backup of a running site', () => {
  const authority = makeAuthority();
  const backups = path.join(temporaryFolder(), 'all backups');
  let subscriber: Subscriber;
  let places: { readonly CONTENT_DIR: string; readonly DIST_DIR: string; readonly DATA_DIR: string };
  let trust: Readonly<Record<string, string>>;
  let session: string;
  let backup: string;
  let checkpoint: string;

  const build = (variables: Readonly<Record<string, string>>) =>
    callScript('build', { BASE_URL, SOURCE_DATE_EPOCH: '1709510400', ...variables, LOG_KEY: '' });
  const start = () => serve({ BASE_URL, ...places, ...trust });

  beforeAll(async () => {
    const { folder, content, dist } = await workshop('corner shop');
    places = { CONTENT_DIR: content, DIST_DIR: dist, DATA_DIR: path.join(folder, 'data') };
    const certificate = path.join(temporaryFolder(), 'ca.pem');
    await writeFile(certificate, authority.certificate);
    trust = { CALLBACK_CA_FILE: certificate, CALLBACK_ALLOW_CIDRS: '127.0.0.0/8' };
    expect(await build(places)).toMatchObject({ code: 0 });
    subscriber = await new Subscriber(authority.issue(['127.0.0.1'])).start();
    const server = await start();
    const form = {
      'hub.mode': 'subscribe',
      'hub.topic': `${BASE_URL}/feed.xml`,
      'hub.callback': subscriber.url('/cb'),
      'hub.secret': 'kept',
    };
    await ask(server.url, '/api/websub/hub', { method: 'POST', headers: FORM, body: new URLSearchParams(form).toString() });
    await server.hub.onIdle();
    session = await openSession(`${server.url}/mcp`);
    checkpoint = (await ask(server.url, '/log/checkpoint')).text;
    const made = await callScript('backup', { BASE_URL, ...places }, [backups]);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining(backups) });
    backup = made.stdout.split('\n')[0] ?? '';
    await server.close();
  });
  afterAll(() => subscriber.stop());

  test('is accessible only to its owner, and warns about keys kept elsewhere', async () => {
    expect((await stat(backup)).mode & 0o777).toBe(0o700);
    const names = await readdir(path.join(backup, 'data'));
    expect(names.toSorted()).toEqual(['hub.sqlite', expect.stringMatching(/^log-.*\.json$/), 'log.key', 'session-key']);
    const elsewhere = await callScript('backup', { BASE_URL, ...places, SESSION_KEYS: 'one' }, [temporaryFolder()]);
    expect(elsewhere.stdout).toContain('warning: keep a copy of LOG_KEY and SESSION_KEYS: ');
  });

  test('isn’t restored if it is damaged or empty, or if the target folder has files', async () => {
    const damaged = path.join(temporaryFolder(), 'damaged');
    await cp(backup, damaged, { recursive: true });
    await writeFile(path.join(damaged, 'data/session-key'), 'other');
    const fresh = temporaryFolder();
    const empty = { CONTENT_DIR: `${fresh}/c`, DATA_DIR: `${fresh}/d`, DIST_DIR: `${fresh}/s/dist` };
    const restore = (variables: Readonly<Record<string, string>>, from: string) => callScript('restore', variables, [from]);
    expect(await restore(empty, damaged)).toMatchObject({ code: 1, stderr: expect.stringContaining('session-key is missing or damaged') });
    expect(await restore(empty, fresh)).toMatchObject({ code: 1, stderr: expect.stringContaining("isn't a backup") });
    expect(await restore({ ...empty, CONTENT_DIR: places.CONTENT_DIR }, backup)).toMatchObject({
      code: 1,
      stderr: `restore: ${places.CONTENT_DIR} isn't empty, and content would go there; move it away first\n`,
    });
    expect(await readdir(fresh)).toEqual([]);
  });

  test('restores to an empty disk, where the log continues and subscribers and sessions still work', async () => {
    for (const place of [places.CONTENT_DIR, places.DATA_DIR, path.dirname(places.DIST_DIR)])
      await rm(place, { recursive: true, force: true });
    const restored = await callScript('restore', { ...places, BASE_URL }, [backup]);
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('next: ') });
    await writeFile(
      path.join(places.CONTENT_DIR, 'reviews/after.yaml'),
      '- { source_id: after, date: 2024-03-01, rating: 5, author: A, text: "Came back.", verified: true }\n',
    );
    const built = await build(places);
    expect(built).toMatchObject({ code: 0, stdout: expect.stringMatching(/log: \d+ entries, 1 new \(1 added\)/) });

    const [origin, size, hash] = checkpoint.split('\n');
    const now = (await readFile(path.join(places.DIST_DIR, 'log/checkpoint'), 'utf8')).split('\n');
    expect([now[0], Number(now[1])]).toEqual([origin, Number(size) + 1]);
    expect(now[2]).not.toBe(hash);

    const server = await start();
    await server.hub.onIdle();
    expect(subscriber.posts('/cb').map(({ headers }) => headers['x-hub-signature'])).toEqual([expect.stringMatching(/^sha256=/)]);
    expect(subscriber.posts('/cb')[0]?.body.toString()).toContain('Came back.');
    expect((await rpc(`${server.url}/mcp`, session, 'ping')).status).toBe(200);
    await server.close();
  });
});

test('backup --keep N keeps the newest N backups and leaves other folders alone', async () => {
  const { folder, content } = await workshop('minimal');
  const place = path.join(folder, 'backups');
  const run = (...args: readonly string[]) =>
    callScript('backup', { BASE_URL: NOBODY, CONTENT_DIR: content, DATA_DIR: temporaryFolder() }, args);
  for (const old of ['20200101T000000Z', '20210101T000000Z', '20220101T000000Z', 'mine'])
    await cp(content, path.join(place, old), { recursive: true });
  expect(await run(place, '--keep', '2')).toMatchObject({ code: 0 });
  expect((await readdir(place)).toSorted()).toEqual(['20220101T000000Z', expect.stringMatching(/^20\d{6}T\d{6}Z$/), 'mine']);
  expect(await run(place, '--keep', '0')).toMatchObject({ code: 1, stderr: 'backup: --keep 0: must be a number, at least 1\n' });
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('backup: pass one folder') });
});

test('backup copies files whatever their names and the targets of links, but no locks', async () => {
  const { folder, content } = await workshop('minimal');
  const elsewhere = path.join(folder, 'elsewhere');
  await mkdir(elsewhere);
  await writeFile(path.join(elsewhere, 'a.lock.yaml'), '[]\n');
  await symlink(elsewhere, path.join(content, 'reviews'));
  await writeFile(path.join(content, '.content.lock-journal'), '');
  const data = temporaryFolder();
  await writeFile(path.join(data, 'hub.lock'), '');
  // What an open desk only has for a while: uploads, the preview, and the page with its one-time link.
  await mkdir(path.join(data, 'desk', 'uploads', 'a1'), { recursive: true });
  await writeFile(path.join(data, 'desk', 'uploads', 'a1', 'takeout.zip'), 'uploaded');
  await mkdir(path.join(data, 'desk', 'preview', 'dist'), { recursive: true });
  await writeFile(path.join(data, 'desk', 'preview', 'dist', 'reviews.json'), 'not published yet');
  await writeFile(path.join(data, 'desk', 'open-x_Y-9.html'), 'secret');
  await writeFile(path.join(data, 'desk', 'settings.yaml'), '{}\n');
  const made = await callScript('backup', { CONTENT_DIR: content, DATA_DIR: data }, [path.join(folder, 'backups')]);
  const backup = made.stdout.split('\n')[0] ?? '';
  expect((await readdir(path.join(backup, 'data'), { recursive: true })).sort()).toEqual(['desk', path.join('desk', 'settings.yaml')]);
  expect(await readdir(path.join(backup, 'content'), { recursive: true })).toEqual(
    expect.arrayContaining(['business.yaml', path.join('reviews', 'a.lock.yaml')]),
  );
  expect((await lstat(path.join(backup, 'content/reviews'))).isDirectory()).toBe(true);
  expect(Object.keys(JSON.parse(await readFile(path.join(backup, 'backup.json'), 'utf8')).files)).toContain('content/reviews/a.lock.yaml');
  expect((await readdir(backup, { recursive: true })).filter((name) => /content\.lock|hub\.lock/.test(name))).toEqual([]);
});

test('a failed backup leaves no files behind', async () => {
  const { folder } = await workshop('minimal');
  const place = path.join(folder, 'backups');
  const failed = await callScript('backup', { CONTENT_DIR: `${folder}/nowhere`, DATA_DIR: temporaryFolder() }, [place]);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('nowhere') });
  expect(existsSync(place)).toBe(false);
});

test('recovery deletes drafts of backups and parts of a restore, and no other path that .copy.json names', async () => {
  const { folder, content, dist } = await workshop('minimal');
  const variables = { BASE_URL: NOBODY, CONTENT_DIR: content, DIST_DIR: dist, DATA_DIR: path.join(folder, 'data') };
  const check = () => callScript('check-content', variables);
  const task = path.join(content, '.copy.json');
  const draft = path.join(folder, 'backups', '20260102T030405Z.draft');
  const restored = path.join(variables.DATA_DIR, 'log.key');
  for (const one of [draft, path.dirname(restored)]) await mkdir(one, { recursive: true });
  await writeFile(restored, '');
  await writeFile(task, JSON.stringify({ creates: [draft, restored] }));
  expect((await check()).stdout).toContain('deleted what an interrupted backup or restore had copied; run it again\n');
  expect([draft, restored, task].map(existsSync)).toEqual([false, false, false]);

  const apart = path.join(folder, 'apart');
  for (const named of [apart, content, `${variables.DATA_DIR}/../apart`, folder, path.join(folder, 'backups')]) {
    await mkdir(apart, { recursive: true });
    await mkdir(draft, { recursive: true });
    await writeFile(task, JSON.stringify({ creates: [draft, named] }));
    expect((await check()).stdout).toContain(
      `warning: something was interrupted and can't be finished yet: ${task}: names ${named}, which no backup or restore creates; `,
    );
    expect([draft, named, task].map(existsSync)).toEqual([true, true, true]);
  }
});
