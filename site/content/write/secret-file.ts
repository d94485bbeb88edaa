import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './write-file.ts';

/**
 * Creates `file` with `secret` for its owner alone, durably and in one step, by a link to a complete file. Returns what the file holds:
 * of commands that run at once all get the first one's secret. Makes its folder where there is none.
 */
export async function createSecret(file: string, secret: string): Promise<string> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(secret);
    await handle.sync();
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
  return readFile(file, 'utf8');
}
