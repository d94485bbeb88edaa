import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { startDesk } from '../../scripts/desk/app.ts';
import { writeEntranceFile } from '../../scripts/desk/entrance-file.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { hasBrowser, launch } from '../support/browser.ts';
import { buildDocuments, deskFolders } from '../support/desk.ts';
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

test('the program that opens the browser gets a private file instead of the link, which is deleted after its use', async () => {
  const folders = await deskFolders();
  const { notes, variables } = fakeBrowser();
  const left = path.join(folders.DATA_DIR, 'desk/open-killed.html');
  mkdirSync(path.dirname(left), { recursive: true });
  writeFileSync(left, 'from a desk that was killed');
  const desk = startScript('desk', { ...folders, ...variables });
  const link = /http:\S+ticket=[\w-]{43}/.exec(await desk.seen(/ticket=[\w-]{43}/))?.[0] ?? '';
  await expect.poll(() => existsSync(notes), { interval: 20 }).toBe(true);
  const file = readFileSync(notes, 'utf8');
  expect(file).toMatch(/desk[/\\]open-[\w-]+\.html$/);
  expect(file).not.toContain('ticket');
  expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8').includes(`url=${link}"`)]).toEqual([0o600, true]);
  expect(existsSync(left)).toBe(false);
  expect((await fetch(link)).status).toBe(200);
  await expect.poll(() => existsSync(file), { interval: 20 }).toBe(false);
  desk.child.kill('SIGINT');
  expect((await desk.ended).code).toBe(0);
});

test('the file is deleted when the desk stops without having been opened', async () => {
  const folders = await deskFolders();
  const { notes, variables } = fakeBrowser();
  const desk = startScript('desk', { ...folders, ...variables });
  await expect.poll(() => existsSync(notes), { interval: 20 }).toBe(true);
  const file = readFileSync(notes, 'utf8');
  expect(existsSync(file)).toBe(true);
  desk.child.kill('SIGINT');
  await desk.ended;
  expect(existsSync(file)).toBe(false);
});

describe.skipIf(!hasBrowser)('a browser that opens the file', () => {
  test('is let in, and no secret stays in its address bar', async () => {
    const folders = await deskFolders();
    const settings = readEnvironment(commandEnvironment(folders));
    const desk = await startDesk({ settings, now: () => new Date(), build: buildDocuments });
    const browser = await launch();
    try {
      const page = await browser.newPage();
      await page.goto(`file://${await writeEntranceFile(path.join(folders.DATA_DIR, 'desk'), desk.entrance)}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(page.url()).toBe(new URL('/', desk.entrance).href);
    } finally {
      await browser.close();
      await desk.close();
    }
  });
});
