import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../sidecar/runtime.ts';
import type { DeskServer } from './app.ts';

/** How long the file exists if no browser uses it. */
const ENTRANCE_FILE_MS = 60_000;

/**
 * Writes a page that leads to the one-time link of the desk, for this user only, and returns its path. The link itself would be in the
 * arguments of the program that opens the browser, which every user of the machine can see. The page has a secret, so it's deleted when
 * the link has been used, or after a minute.
 */
export async function offerEntranceFile(
  folder: string,
  { entrance, entered }: Pick<DeskServer, 'entrance' | 'entered'>,
  clock: Clock,
): Promise<string> {
  const file = await writePage(folder, entrance);
  // What can't be deleted now, such as a file that a browser on Windows has open, is swept when the desk stops or starts again.
  const remove = () => void rm(file, { force: true }).catch(() => {});
  const cancel = clock.setTimer(clock.now() + ENTRANCE_FILE_MS, remove);
  void entered.then(cancel).then(remove);
  return file;
}

async function writePage(folder: string, link: string): Promise<string> {
  const file = path.resolve(folder, `open-${randomBytes(9).toString('base64url')}.html`);
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${link}"><title>Desk</title>\n`;
  await writeFile(file, page, { mode: 0o600, flag: 'wx' });
  return file;
}
