import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { SetupError } from '../../site/shared/setup-error.ts';
import { withContentLock } from './lock.ts';
import { removeFile, writeWhole } from './write-file.ts';

/** The file of the exports that wait. */
export const watchFile = (dataDir: string): string => path.join(dataDir, 'import-watch.json');

/** Why an export waits for a person. */
const reasons = [
  /** The removal guard: too many reviews would be marked as removed. */
  'removals',
  /** It seems to be from another business. */
  'business',
  /** The import has a question, such as which location. */
  'question',
  /** A table that names no platform: a person has to vouch for its reviews. */
  'vouch',
  /** Every record was refused. */
  'refused',
  /** It can't be read. */
  'unreadable',
  /** The content is invalid, or the build failed. Each look tries again. */
  'failed',
] as const;

const names = z.array(z.string());

const watchState = z.object({
  version: z.literal(1),
  folder: z.string(),
  /** Exports that wait for a person, with the import's message. Those that were imported but not yet published also have its report. */
  waiting: z.array(
    z.object({
      files: names,
      sha256: z.string(),
      since: z.string(),
      reason: z.enum(reasons),
      message: z.string(),
      report: z.string().optional(),
    }),
  ),
  /** Exports that were imported, or that aren't exports of reviews (`ignored`), the newest last. */
  done: z.array(
    z.object({ files: names, sha256: z.string(), at: z.string(), outcome: z.enum(['imported', 'ignored']), report: z.string() }),
  ),
  /** The files at the last look; those that were read have the hash of their export. */
  looked: z.array(z.object({ name: z.string(), size: z.number(), modified: z.number(), sha256: z.string().optional() })),
});

export type WatchState = z.output<typeof watchState>;
export type Waiting = WatchState['waiting'][number];
export type Done = WatchState['done'][number];

/** Whether an export was imported and only waits to be published. */
export const isImported = ({ report }: Waiting): boolean => report !== undefined;

/** The state of a watch; undefined if no folder was watched. @throws SetupError for a damaged file */
export async function readWatch(dataDir: string): Promise<WatchState | undefined> {
  const file = watchFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new SetupError(`${file}: cannot be read (${error.code})`);
  });
  if (text === undefined) return undefined;
  try {
    return watchState.parse(JSON.parse(text));
  } catch {
    throw new SetupError(`${file}: is damaged; remove it, and all exports in the folder will be read again`);
  }
}

/**
 * Replaces the state by what `change` makes of it, under a lock, because a watch, the desk and takedowns change it. Without a result,
 * nothing is written. @throws SetupError for a damaged file
 */
export async function updateWatch(dataDir: string, change: (state: WatchState | undefined) => WatchState | undefined): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await withContentLock(dataDir, async () => {
    const state = change(await readWatch(dataDir));
    if (state !== undefined) await writeWhole(watchFile(dataDir), `${JSON.stringify(state, null, 2)}\n`);
  });
}

/** Dismisses a waiting export without importing it, so it isn't read again. Returns false if it isn't waiting. */
export async function dismissWaiting(dataDir: string, sha256: string, now: Date): Promise<boolean> {
  let isWaiting = false;
  await updateWatch(dataDir, (state) => {
    const found = state?.waiting.find((one) => one.sha256 === sha256);
    if (state === undefined || found === undefined) return undefined;
    isWaiting = true;
    const settled = { files: found.files, sha256, at: now.toISOString(), outcome: 'ignored' as const, report: found.message };
    return { ...state, waiting: state.waiting.filter((one) => one !== found), done: [...state.done, settled] };
  });
  return isWaiting;
}

/**
 * Deletes the messages and reports, which may quote a review that is taken down. Exports that wait for a person are read again at the next
 * look. A damaged file is deleted, because a takedown can't wait for somebody to repair it.
 */
export async function forgetMessages(dataDir: string): Promise<void> {
  const known = await readWatch(dataDir).catch(() => 'damaged' as const);
  if (known === 'damaged') return removeFile(watchFile(dataDir));
  if (known === undefined) return;
  const forget = (state: WatchState): WatchState => ({
    ...state,
    waiting: state.waiting.filter(isImported).map((one) => ({ ...one, message: '', report: '' })),
    done: state.done.map((one) => ({ ...one, report: '' })),
  });
  await updateWatch(dataDir, (state) => state && forget(state));
}
