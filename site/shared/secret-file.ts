import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates `file` with `secret`, readable only by its owner, atomically and durably. Returns the content of the file: concurrent programs
 * all get the first one's secret.
 */
export async function createSecret(file: string, secret: string): Promise<string> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    await writeFile(draft, secret, { flag: 'wx', mode: 0o600, flush: true });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
  return readFile(file, 'utf8');
}

/** Syncs a folder, so created, renamed and deleted names survive a crash of the machine. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
