import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeBackup } from '../../scripts/deploy/backup.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { callScript } from '../support/call-command.ts';
import { deskFolders, openTestDesk } from '../support/desk.ts';
import { pageText } from '../support/page-text.ts';
import { commandEnvironment, NOBODY } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function ownFolders() {
  const folders = await deskFolders('minimal');
  const work = path.dirname(folders.CONTENT_DIR);
  return { ...folders, CACHE_DIR: path.join(work, 'cache'), work };
}
type OwnPlaces = Awaited<ReturnType<typeof ownFolders>>;

function gitFolder({ work }: OwnPlaces, ignored = ''): string {
  const repository = path.join(work, 'repository');
  mkdirSync(repository);
  execFileSync('git', ['-C', repository, 'init', '--quiet']);
  writeFileSync(path.join(repository, '.gitignore'), ignored);
  return repository;
}

/** A place for backups, and why the command and the desk refuse it; an empty reason if they don't. */
type Case = readonly [name: string, folder: (places: OwnPlaces) => string, command: string, desk: string];

const cases: readonly Case[] = [
  ['dist', (of) => of.DIST_DIR, 'is inside DIST_DIR', 'inside your published files'],
  ['a folder in dist', (of) => path.join(of.DIST_DIR, '..backups'), 'is inside DIST_DIR', 'inside your published files'],
  ['the generations of dist', (of) => path.join(path.dirname(of.DIST_DIR), '.dist/x'), 'is inside DIST_DIR', 'inside your published files'],
  ['the data', (of) => path.join(of.DATA_DIR, 'x'), 'is inside DATA_DIR', 'inside the desk’s own files'],
  ['the cache', (of) => path.join(of.CACHE_DIR, 'x'), 'is inside CACHE_DIR', 'inside the desk’s own files'],
  ['the content', (of) => of.CONTENT_DIR, 'is inside CONTENT_DIR', 'inside your reviews and settings'],
  ['a folder in the content', (of) => path.join(of.CONTENT_DIR, 'a/b'), 'is inside CONTENT_DIR', 'inside your reviews and settings'],
  [
    'a link to the content',
    (of) => {
      symlinkSync(of.CONTENT_DIR, path.join(of.work, 'link'));
      return path.join(of.work, 'link', 'x');
    },
    'is inside CONTENT_DIR',
    'inside your reviews and settings',
  ],
  ['a file', (of) => path.join(of.CONTENT_DIR, '../file/x'), "can't be created, because", 'isn’t a folder'],
  ['a Git repository', (of) => path.join(gitFolder(of), 'x'), 'is in the Git repository', 'in a Git repository'],
  ['a folder that Git ignores', (of) => path.join(gitFolder(of, 'backups/\n'), 'backups'), '', ''],
  ['a folder next to the content', (of) => path.join(of.work, 'content-backups'), '', ''],
];

test.each(cases)('the command and the desk have one rule for backups in %s', async (_name, place, command, said) => {
  const places = await ownFolders();
  writeFileSync(path.join(places.work, 'file'), '');
  const folder = place(places);
  const { work: _, ...folders } = places;
  const made = await callScript('backup', { BASE_URL: NOBODY, ...folders }, [folder]);
  expect([made.code, made.stderr]).toEqual(
    command === '' ? [0, ''] : [1, expect.stringMatching(new RegExp(`^backup: ${folder} ${command}.*; choose a folder elsewhere\n$`))],
  );
  const desk = await openTestDesk(folders);
  try {
    const answer = await desk.post('/backup', { folder });
    expect([answer.status, pageText(await answer.text())]).toEqual(
      said === '' ? [200, expect.stringContaining('The backup is complete: ')] : [422, expect.stringContaining(said)],
    );
  } finally {
    await desk.close();
  }
  const backups = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d{8}T/.test(name)) : [];
  expect(backups).toHaveLength(said === '' ? 2 : 0);
});

test('what killed backups left is removed, and two backups in one second are two', async () => {
  const { work, ...folders } = await ownFolders();
  const backups = path.join(realpathSync(temporaryFolder()), 'backups');
  for (const left of ['20250101T000000Z.draft/content', '20250102T000000Z.draft/data', 'mine.draft'])
    mkdirSync(path.join(backups, left), { recursive: true });
  const settings = readEnvironment(commandEnvironment({ BASE_URL: NOBODY, ...folders }));
  const now = new Date('2026-03-01T12:00:00.250Z');
  const names = ['20260301T120000Z', '20260301T120001Z', '20260301T120002Z'];
  for (const name of names) expect((await makeBackup(settings, backups, now, 14)).place).toBe(path.join(backups, name));
  expect(readdirSync(backups).toSorted()).toEqual([...names, 'mine.draft']);
});
