import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SetupError } from '../../contract/environment.ts';
import { isRunning } from './is-running.ts';

const FILE = '.content.lock';
const RETRY_MS = 20;
const PATIENCE_MS = 10_000;
/** Threshold: commands hold the lock for a moment, so after a minute the process id must have been reused. */
const STALE_MS = 60_000;

/**
 * Runs `work` while no other command changes the content in `contentDir`: a file there holds the number of the process. One whose
 * process has ended counts for nothing. Throws a SetupError where another command doesn't end.
 *
 * Why not the package proper-lockfile: it knows a stale lock by its age alone, so that each killed command would make the next one wait.
 */
export async function withContentLock<T>(contentDir: string, work: () => Promise<T>): Promise<T> {
  const lock = path.join(contentDir, FILE);
  const mark = `${process.pid} ${randomBytes(8).toString('hex')}\n`;
  const draft = draftOf(lock, mark);
  await writeFile(draft, mark).catch((error: NodeJS.ErrnoException) => {
    throw new SetupError(
      `content: cannot write into ${contentDir} (${error.code}); set CONTENT_DIR to a folder that is there and writable`,
    );
  });
  try {
    await take(lock, draft);
    return await work().finally(() => release(lock, mark));
  } finally {
    await rm(draft, { force: true });
  }
}

const draftOf = (lock: string, mark: string) => `${lock}.${mark.trim().replace(' ', '.')}`;

/** Takes the lock by a link to a complete file, so that it always names its holder. */
async function take(lock: string, draft: string): Promise<void> {
  for (let waited = 0; ; waited += RETRY_MS) {
    const error = await link(draft, lock).then(
      () => undefined,
      (reason: NodeJS.ErrnoException) => reason,
    );
    if (!error) return;
    if (error.code !== 'EEXIST') throw error;
    const holder = await read(lock);
    if (holder === undefined) continue;
    if (await isStale(lock, holder)) await moveAway(lock, holder, draft);
    else if (waited < PATIENCE_MS) await wait(RETRY_MS);
    else
      throw new SetupError(
        `content: the command with process number ${holder.split(' ')[0]} is still at work; wait for it, or remove ${lock}`,
      );
  }
}

const read = (file: string) => readFile(file, 'utf8').catch(() => undefined);

async function isStale(lock: string, holder: string): Promise<boolean> {
  const made = await stat(lock).catch(() => undefined);
  return made !== undefined && (!isRunning(Number(holder.split(' ')[0])) || Date.now() - made.mtimeMs > STALE_MS);
}

/** Removes a stale lock. Of two commands that find the same one, the slower may have moved the other's new lock: it puts that back. */
async function moveAway(lock: string, holder: string, draft: string): Promise<void> {
  const aside = `${draft}.aside`;
  await rename(lock, aside).catch(() => {});
  const moved = await read(aside);
  if (moved !== undefined && moved !== holder) await link(aside, lock).catch(() => {});
  else await rm(draftOf(lock, holder), { force: true });
  await rm(aside, { force: true });
}

async function release(lock: string, mark: string): Promise<void> {
  if ((await read(lock)) === mark) await rm(lock, { force: true });
}
