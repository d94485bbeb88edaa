import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** How long the file exists if no browser uses it. */
export const ENTRANCE_FILE_MS = 60_000;

const NAME = /^open-[\w-]+\.html$/;

/**
 * Writes a page that leads to the one-time link of the desk, for this user only. The link itself would be in the arguments of the program
 * that opens the browser, which every user of the machine can see. Returns its path.
 */
export async function writeEntranceFile(folder: string, link: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `open-${randomBytes(9).toString('base64url')}.html`);
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${link}"><title>Desk</title>\n`;
  await writeFile(file, page, { mode: 0o600, flag: 'wx' });
  return file;
}

/** Deletes such files, which a killed desk may have left. */
export async function removeEntranceFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => NAME.test(one))) await rm(path.join(folder, name), { force: true });
}
