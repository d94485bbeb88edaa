import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeoutOf, zipOf } from '../support/archives.ts';
import { type ImportDesk, openImportDesk, wordsOf } from '../support/desk-import.ts';

let on: ImportDesk;
let folder: string;
beforeEach(async () => {
  on = await openImportDesk({ lookEveryMs: 20 });
  folder = path.join(on.folder, 'Downloads');
  mkdirSync(folder);
});
afterEach(() => on.desk.close());

const save = async (name: string, ids: readonly string[], day: string) =>
  on.file(`Downloads/${name}`, await zipOf(takeoutOf(ids.map((id) => ({ id }))), new Date(day)));

test('a new archive in the watched folder is imported and published, and a doubtful one waits for a decision', async () => {
  const many = Array.from({ length: 20 }, (_, index) => `r${index}`);
  await on.post('/import/downloads', { folder });
  await save('1.zip', many, '2026-02-01');
  const reviews = path.join(on.folder, 'dist/reviews.json');
  await expect.poll(() => existsSync(reviews) && JSON.parse(readFileSync(reviews, 'utf8')).reviews.length).toBe(20);
  const history = () => readFileSync(path.join(on.dataDir, 'desk/history.yaml'), 'utf8');
  await expect.poll(history).toMatch(/did: Imported from the watched folder[\s\S]*did: Published the import from the watched folder/);
  await save('2.zip', many.slice(0, 3), '2026-02-02');
  await expect.poll(async () => wordsOf(await on.page('/import'))).toMatch(/These files are waiting for you 2\.zip/);
  expect(on.published()).toHaveLength(20);
});

test('the desk refuses to watch a relative path, and watches a folder until it’s told to stop', async () => {
  const wrong = await on.post('/import/downloads', { folder: 'Downloads' });
  expect([wrong.status, wrong.page]).toEqual([422, expect.stringMatching(/<details open>[\s\S]*aria-invalid="true" value="Downloads"/)]);
  const { page } = await on.post('/import/downloads', { folder });
  expect(wordsOf(page)).toContain(
    `it looks at ${folder} every minute. Archives from Google and other platforms are imported and published automatically, one to two minutes after they’re complete.`,
  );
  expect(wordsOf((await on.post('/import/downloads', { stop: 'yes' })).page)).toMatch(/^The desk has stopped watching\./);
  expect(readFileSync(path.join(on.dataDir, 'desk/settings.yaml'), 'utf8')).not.toContain(folder);
});
