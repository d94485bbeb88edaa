import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeWhole } from '../../../site/content/write/write-file.ts';
import { SetupError } from '../../../site/contract/environment.ts';

const FILE = 'import-watch.json';

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

/** The state of a watch; undefined if no folder was watched. @throws SetupError for a damaged file */
export async function readWatch(dataDir: string): Promise<WatchState | undefined> {
  const file = path.join(dataDir, FILE);
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

export async function writeWatch(dataDir: string, state: WatchState): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeWhole(path.join(dataDir, FILE), `${JSON.stringify(state, null, 2)}\n`);
}
