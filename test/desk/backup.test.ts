import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { callScript } from '../support/call-command.ts';
import { deskFolders, type OpenDesk, openTestDesk } from '../support/desk.ts';
import { runScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folders: Awaited<ReturnType<typeof deskFolders>>;
let desk: OpenDesk;
let now: Date;
let backups: string;

/** An address that isn't loopback and doesn't answer. */
const BASE_URL = 'http://reviews.test:9';

beforeEach(async () => {
  folders = await deskFolders();
  now = new Date('2026-03-01T12:00:00Z');
  backups = path.join(temporaryFolder(), 'my backups');
  desk = await openTestDesk({ ...folders, BASE_URL, now: () => now });
});
afterEach(() => desk.close());

const content = (name: string) => path.join(folders.CONTENT_DIR, name);
const plain = (page: string) =>
  page
    .replace(/^.*<main[^>]*>|<\/main>.*$/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const page = async (place = '/backup') => plain(await (await desk.get(place)).text());
const backUp = async (folder = backups) => plain(await (await desk.post('/backup', { folder })).text());

test('the desk backs up into a folder, remembers it, and lists the backups', async () => {
  expect(await (await desk.get('/backup')).text()).toContain(`value="${path.join(os.homedir(), 'open-reviews-backups')}`);
  expect(await page()).toContain('There are no backups in');
  expect(await backUp()).toMatch(/^Also keep a copy of LOG_KEY\. .* The backup is complete: .*my backups\/20260301T120000Z /);
  expect(readdirSync(path.join(backups, '20260301T120000Z')).sort()).toEqual(['backup.json', 'content', 'data']);
  now = new Date('2026-03-03T12:00:00Z');
  expect(await page()).toMatch(/Backups 1 March 2026 at \d\d:\d\d \(2 days ago\) Bring back the reviews and settings of this backup/);
  expect(parse(readFileSync(path.join(folders.DATA_DIR, 'desk/settings.yaml'), 'utf8'))).toEqual({ backups });
  expect(await page()).toContain('It’s in your settings (LOG_KEY) and not in the backups.');
});

test('the desk refuses a relative folder, with an error next to its field', async () => {
  const answer = await desk.post('/backup', { folder: 'backups' });
  const text = await answer.text();
  expect([answer.status, plain(text)]).toEqual([422, expect.stringContaining('Enter the full path of the folder')]);
  expect(text).toMatch(/aria-describedby="folder-help folder-error" aria-invalid="true"/);
  expect(existsSync(path.join(folders.DATA_DIR, 'desk/settings.yaml'))).toBe(false);
});

test('restoring a backup brings back reviews and settings, except later takedowns, and can be undone', async () => {
  const faq = readFileSync(content('faq.yaml'), 'utf8');
  const words = ['--date', '2025-03-14', '--rating', '4', '--author', 'Zoe', '--text', 'They left wet footprints on the rug.'];
  const added = await callScript('review', folders, ['add', ...words]);
  await backUp();
  const taken = /^\w{26}(?= is in )/m.exec(added.stdout)?.[0] ?? added.stdout;
  expect((await callScript('review', folders, ['takedown', taken])).code).toBe(0);
  writeFileSync(content('faq.yaml'), '[]\n');
  const shown = await (await desk.get('/backup/20260301T120000Z')).text();
  expect(plain(shown)).toMatch(
    /^Bring back the backup of 1 March 2026 at .*What would change These will be restored: Questions and answers /,
  );
  const seen = /name="seen" value="(\d+)"/.exec(shown)?.[1] ?? '';
  const done = await desk.post('/backup/20260301T120000Z', { seen });
  expect(plain(await done.text())).toMatch(
    /^Your reviews and settings are as they were on 1 March 2026 .* Brought back the backup of 1 March 2026/,
  );
  expect(readFileSync(content('faq.yaml'), 'utf8')).toBe(faq);
  expect(readFileSync(content('reviews/2025.yaml'), 'utf8')).not.toContain('footprints');
  const link = /href="(\/publish\/back\/[^"]+)" aria-label="Undo: Brought/.exec(await (await desk.get('/publish')).text())?.[1] ?? '';
  const back = await (await desk.get(link)).text();
  await desk.post(link, { seen: /name="seen" value="(\d+)"/.exec(back)?.[1] ?? '' });
  expect(readFileSync(content('faq.yaml'), 'utf8')).toBe('[]\n');
});

test('a damaged backup is refused and changes nothing', async () => {
  await backUp();
  writeFileSync(path.join(backups, '20260301T120000Z/content/faq.yaml'), 'damaged');
  writeFileSync(content('faq.yaml'), '[]\n');
  expect([(await desk.get('/backup/20260301T120000Z')).status, (await desk.get('/backup/..%2f')).status]).toEqual([422, 303]);
  expect((await desk.post('/backup/20260301T120000Z', { seen: '2' })).status).toBe(422);
  expect(readFileSync(content('faq.yaml'), 'utf8')).toBe('[]\n');
});

test('a backup shares files between states of the history, and restoring it brings the history back', async () => {
  writeFileSync(content('faq.yaml'), '[]\n');
  await desk.get('/');
  await backUp();
  const kept = path.join(backups, '20260301T120000Z/data/desk/states');
  expect(readdirSync(kept)).toEqual(['1', '2']);
  expect(statSync(path.join(kept, '1/business.yaml')).ino).toBe(statSync(path.join(kept, '2/business.yaml')).ino);
  await desk.close();
  const fresh = temporaryFolder();
  const places = { CONTENT_DIR: `${fresh}/c`, DATA_DIR: `${fresh}/d`, DIST_DIR: `${fresh}/dist` };
  expect(await runScript('restore', places, undefined, [path.join(backups, '20260301T120000Z')])).toMatchObject({ code: 0 });
  await cp(path.join(folders.DATA_DIR, 'trial-log.key'), path.join(places.DATA_DIR, 'trial-log.key'));
  folders = places;
  desk = await openTestDesk({ ...places, BASE_URL, now: () => now });
  expect(await page('/publish')).toContain('Changed by a command or by hand Undo');
});
