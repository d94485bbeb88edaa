import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { commandLineFor } from '../../scripts/cli/settings.ts';
import { offerEntranceFile, startDesk } from '../../scripts/desk/app.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { closePages, hasBrowser, sharedBrowser } from '../support/browser.ts';
import { buildDocuments, deskFolders } from '../support/desk.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { commandEnvironment, startScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A program that notes its arguments instead of opening a browser. Returns the variables for it, and the file with its notes. */
function fakeBrowser() {
  const folder = temporaryFolder();
  const notes = path.join(folder, 'notes');
  for (const name of ['xdg-open', 'open']) {
    const program = path.join(folder, name);
    writeFileSync(program, `#!/bin/sh\nprintf '%s' "$*" > "$NOTES.tmp" && mv "$NOTES.tmp" "$NOTES"\n`);
    chmodSync(program, 0o755);
  }
  return { notes, variables: { PATH: `${folder}${path.delimiter}${process.env['PATH']}`, NOTES: notes } };
}

/** Starts the desk as `npm run desk` would, and returns it with its link and the file that it opens. */
async function start(folders: Awaited<ReturnType<typeof deskFolders>>) {
  const { notes, variables } = fakeBrowser();
  const desk = startScript('desk', { ...folders, ...variables });
  const link = /http:\S+ticket=[\w-]{43}/.exec(await desk.seen(/ticket=[\w-]{43}/))?.[0] ?? '';
  await expect.poll(() => existsSync(notes), { interval: 20 }).toBe(true);
  return { ...desk, link, file: readFileSync(notes, 'utf8') };
}

/** The files in DATA_DIR that contain a link with a ticket. */
const secrets = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(path.join(entry.parentPath, entry.name), 'latin1').includes('ticket='))
    .map((entry) => path.join(entry.parentPath, entry.name));

test('the program that opens the browser gets a private file instead of the link, which is deleted when the desk stops, or starts after a kill', async () => {
  const folders = await deskFolders();
  const killed = await start(folders);
  expect(killed.file).toMatch(/desk[/\\]open-[\w-]+\.html$/);
  expect(killed.file).not.toContain('ticket');
  expect(readFileSync(killed.file, 'utf8')).toContain(`url=${killed.link}"`);
  expect([killed.file, path.dirname(killed.file)].map((place) => statSync(place).mode & 0o777)).toEqual([0o600, 0o700]);
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(secrets(folders.DATA_DIR)).toEqual([killed.file]);
  const desk = await start(folders);
  expect(secrets(folders.DATA_DIR)).toEqual([desk.file]);
  desk.child.kill('SIGINT');
  expect((await desk.ended).code).toBe(0);
  expect(secrets(folders.DATA_DIR)).toEqual([]);
});

/** Opens the desk in this process. */
const open = (folders: Awaited<ReturnType<typeof deskFolders>>) =>
  startDesk({
    settings: { ...readEnvironment(commandEnvironment(folders)), commandLine: commandLineFor({}) },
    now: () => new Date(),
    build: buildDocuments,
  });

test('the file is deleted after its use', async () => {
  const folders = await deskFolders();
  const desk = await open(folders);
  const file = await offerEntranceFile(path.join(folders.DATA_DIR, 'desk'), desk, new ManualClock());
  expect(secrets(folders.DATA_DIR)).toEqual([file]);
  expect((await fetch(desk.entrance)).status).toBe(200);
  await expect.poll(() => secrets(folders.DATA_DIR), { interval: 20 }).toEqual([]);
  await desk.close();
});

test('the file is deleted after a minute, and the printed link still works', async () => {
  const folders = await deskFolders();
  const clock = new ManualClock();
  const desk = await open(folders);
  await offerEntranceFile(path.join(folders.DATA_DIR, 'desk'), desk, clock);
  clock.advance(59_999);
  expect(secrets(folders.DATA_DIR)).toHaveLength(1);
  clock.advance(1);
  await expect.poll(() => secrets(folders.DATA_DIR), { interval: 20 }).toEqual([]);
  expect((await fetch(desk.entrance)).status).toBe(200);
  await desk.close();
});

describe.skipIf(!hasBrowser)('a browser that opens the file', () => {
  test('is let in, and no secret stays in its address bar', async () => {
    const folders = await deskFolders();
    const desk = await open(folders);
    const browser = await sharedBrowser();
    try {
      const page = await browser.newPage();
      const file = await offerEntranceFile(path.join(folders.DATA_DIR, 'desk'), desk, new ManualClock());
      await page.goto(pathToFileURL(file).href);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(page.url()).toBe(new URL('/', desk.entrance).href);
    } finally {
      await closePages(browser);
      await desk.close();
    }
  });
});
