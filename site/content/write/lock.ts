import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SetupError } from '../../contract/environment.ts';
import { isRunning } from './write-file.ts';

const FILE = '.content.lock';
/** Times for waiting and renewing, in milliseconds. */
interface Times {
  readonly retry: number;
  readonly patience: number;
  /** How often a running command renews the lock. */
  readonly renewal: number;
  /** A lock that isn't renewed for this long is void, even if its process seems to run: process ids are reused, in containers immediately. */
  readonly stale: number;
}

const TIMES: Times = { retry: 20, patience: 10_000, renewal: 10_000, stale: 60_000 };

/**
 * Runs `work` while no other command changes the content in `contentDir`. The lock file names the process, which renews the file's time.
 * A lock is void if its process has ended, or if it hasn't been renewed for a minute. @throws SetupError if another command doesn't end
 *
 * The package proper-lockfile only checks the age of a lock, so after a killed command, the next one would have to wait.
 */
export async function withContentLock<T>(contentDir: string, work: () => Promise<T>, times: Partial<Times> = {}): Promise<T> {
  const all = { ...TIMES, ...times };
  const lock = path.join(contentDir, FILE);
  const mark = `${process.pid} ${randomBytes(8).toString('hex')}\n`;
  const draft = draftOf(lock, mark);
  await writeFile(draft, mark).catch((error: NodeJS.ErrnoException) => {
    throw new SetupError(`content: cannot write into ${contentDir} (${error.code}); set CONTENT_DIR to an existing, writable folder`);
  });
  try {
    await take(lock, draft, all);
    const renewal = setInterval(() => void renew(lock, mark), all.renewal).unref();
    try {
      return await work();
    } finally {
      clearInterval(renewal);
      await release(lock, mark);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** Updates the time of the lock, if it is still ours. */
async function renew(lock: string, mark: string): Promise<void> {
  const now = new Date();
  if ((await read(lock)) === mark) await utimes(lock, now, now).catch(() => {});
}

const draftOf = (lock: string, mark: string) => `${lock}.${mark.trim().replace(' ', '.')}`;

/** Takes the lock by linking a complete file, so it always names its holder. */
async function take(lock: string, draft: string, { retry, patience, stale }: Times): Promise<void> {
  for (let waited = 0; ; waited += retry) {
    const error = await link(draft, lock).then(
      () => undefined,
      (reason: NodeJS.ErrnoException) => reason,
    );
    if (!error) return;
    if (error.code !== 'EEXIST') throw error;
    const holder = await read(lock);
    if (holder === undefined) continue;
    if (await isStale(lock, holder, stale)) await moveAway(lock, holder, draft);
    else if (waited < patience) await wait(retry);
    else
      throw new SetupError(`content: another command (process ${holder.split(' ')[0]}) is still running; wait for it, or remove ${lock}`);
  }
}

const read = (file: string) => readFile(file, 'utf8').catch(() => undefined);

async function isStale(lock: string, holder: string, staleMs: number): Promise<boolean> {
  const made = await stat(lock).catch(() => undefined);
  return made !== undefined && (!isRunning(Number(holder.split(' ')[0])) || Date.now() - made.mtimeMs > staleMs);
}

/** Removes a stale lock. If two commands do this at once, the slower one may move the other's new lock, which it then restores. */
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
