import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SetupError } from '../../../site/contract/environment.ts';
import { logPaths } from '../../../site/contract/log.ts';
import { paths } from '../../../site/contract/paths.ts';
import type { Review } from '../../../site/contract/review.ts';
import { equal, fromUtf8 } from '../../../site/log/bytes.ts';
import { type Checkpoint, readCheckpoint } from '../../../site/log/checkpoint.ts';
import { rootHash } from '../../../site/log/merkle.ts';
import { decodeNote, LogError } from '../../../site/log/note.ts';
import { MissingError, type PublishedLog, type Read, readLog } from '../../../site/log/published-log.ts';

/** The log that was published last, and what was published with it. */
export interface PreviousLog {
  readonly log: PublishedLog;
  readonly reviews: ReadonlyMap<string, Review>;
  /** Every path of that publication. */
  readonly paths: ReadonlySet<string>;
}

/** The state of the live site: its log's last checkpoint, no log (404), or no answer. */
export type Live =
  | { readonly kind: 'log'; readonly checkpoint: Checkpoint }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** Why a build can't continue the published log, as a sentence that says what to do. */
export class StoppedError extends SetupError {
  override name = 'StoppedError';
}

const NEW_LOG = 'or begin again openly: npm run build -- --new-log';

/** Reads the published files below a folder. */
export function folderReader(folder: string): Read {
  return (publicPath) =>
    readFile(path.join(folder, publicPath)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
}

/** Reads the checkpoint of the live site. Throws a StoppedError where the answer is something else. */
export async function askLive(read: Read): Promise<Live> {
  try {
    const note = await read(logPaths.checkpoint);
    return note ? { kind: 'log', checkpoint: readCheckpoint(decodeNote(note)) } : { kind: 'none' };
  } catch (error) {
    if (error instanceof LogError)
      throw new StoppedError(
        `log: the live site answers ${logPaths.checkpoint} with something else than a checkpoint; mend that, ${NEW_LOG}`,
      );
    const { message, cause } = error as Error;
    return { kind: 'unreachable', reason: cause instanceof Error ? cause.message : message };
  }
}

/**
 * The longer of the log in `folder` and the live one, where the shorter is a prefix of it; undefined where there is neither. Throws a
 * StoppedError where they have diverged, or where the one to continue doesn't match its checkpoint.
 */
export async function findPreviousLog(folder: string | undefined, live: Live, liveRead: Read): Promise<PreviousLog | undefined> {
  const local = folder === undefined ? undefined : await readPreviousLog(folderReader(folder), 'DIST_DIR');
  if (live.kind !== 'log') return local;
  if (local && live.checkpoint.size <= local.log.checkpoint.size) {
    await requirePrefix(live.checkpoint, local.log, 'live site', 'DIST_DIR');
    return local;
  }
  const remote = await readPreviousLog(liveRead, 'live site');
  if (local && remote) await requirePrefix(local.log.checkpoint, remote.log, 'DIST_DIR', 'live site');
  return remote;
}

async function requirePrefix(shorter: Checkpoint, longer: PublishedLog, short: string, long: string): Promise<void> {
  if (await isPrefixOf(shorter, longer)) return;
  throw new StoppedError(
    `log: the log of the ${short} (${shorter.size} entries) is not the past of the one of the ${long} (${longer.checkpoint.size} entries): two machines have published. Build where the live site was built, with its DIST_DIR and DATA_DIR, or on an empty DIST_DIR, which goes on from the live site; ${NEW_LOG}`,
  );
}

/** Whether a checkpoint is the present or an earlier one of `log`. */
export async function isPrefixOf({ origin, size, root }: Checkpoint, log: Pick<PublishedLog, 'checkpoint' | 'subtree'>): Promise<boolean> {
  const { checkpoint, subtree } = log;
  return origin === checkpoint.origin && size <= checkpoint.size && equal(await rootHash(subtree, size), root);
}

async function readPreviousLog(read: Read, where: string): Promise<PreviousLog | undefined> {
  try {
    const log = await readLog(read);
    if (!log) return undefined;
    const reviews = await readDocument<{ reviews: readonly Review[] }>(read, paths.reviews);
    const generation = await readDocument<{ files: object }>(read, paths.generation);
    return {
      log,
      reviews: new Map(reviews?.reviews.map((review) => [review.id, review])),
      paths: new Set(Object.keys(generation?.files ?? {})),
    };
  } catch (error) {
    if (!(error instanceof LogError || error instanceof MissingError)) throw error;
    throw new StoppedError(`log: the log of the ${where} is damaged (${error.message}); restore it, ${NEW_LOG}`);
  }
}

async function readDocument<T>(read: Read, publicPath: string): Promise<T | undefined> {
  const bytes = await read(publicPath);
  return bytes && (JSON.parse(fromUtf8(bytes)) as T);
}
