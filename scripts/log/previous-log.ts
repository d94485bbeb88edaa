import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readGeneration } from '../../sidecar/generation/generation.ts';
import { isTrialLog, logPaths } from '../../site/contract/log.ts';
import type { LogWitness, LogWitnesses } from '../../site/contract/log-documents.ts';
import { paths } from '../../site/contract/paths.ts';
import type { Review } from '../../site/contract/review.ts';
import type { ReviewsDocument } from '../../site/contract/reviews-document.ts';
import { equal, fromUtf8 } from '../../site/log/bytes.ts';
import { rootHash } from '../../site/log/merkle.ts';
import { type Checkpoint, decodeNote, LogError, readCheckpoint } from '../../site/log/note.ts';
import { MissingError, type PublishedLog, type Read, readLog } from '../../site/log/published-log.ts';
import { SetupError } from '../../site/shared/setup-error.ts';

/** The log that was published last, and what was published with it. */
export interface PreviousLog {
  readonly log: PublishedLog;
  readonly reviews: ReadonlyMap<string, Review>;
  /** The name of the business; undefined if it isn't known. */
  readonly business: string | undefined;
  /** Who cosigned it, as that publication reported. */
  readonly witnesses: readonly LogWitness[];
  /** Every path of that publication. */
  readonly paths: ReadonlySet<string>;
}

/** The state of the live site: its log's last checkpoint, no log (404), or no answer. */
export type Live =
  | { readonly kind: 'log'; readonly checkpoint: Checkpoint }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** Why a build can't continue the published log. */
export type StopReason = 'unreachable' | 'damaged' | 'diverged' | 'key';

/** A build can't continue the published log. The message has the fix. */
export class StoppedError extends SetupError {
  override name = 'StoppedError';
  /** The desk describes it in its own words. */
  readonly reason: StopReason;

  constructor(reason: StopReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The names of the published business and of the one that would replace it. */
export interface OtherNames {
  readonly published: string;
  readonly own: string;
}

/** Another business is published. */
export class OtherBusiness extends SetupError {
  override name = 'OtherBusiness';
  /** The desk describes it in its own words. */
  readonly found: OtherNames;

  constructor(found: OtherNames, message: string) {
    super(message);
    this.found = found;
  }
}

const NEW_LOG = 'or start a new log: npm run build -- --new-log';

/** Reads the published files below a folder. */
export function folderReader(folder: string): Read {
  return (publicPath) =>
    readFile(path.join(folder, publicPath)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
}

/** Reads the checkpoint of the live site; the log of a trial counts as none. @throws StoppedError if it isn't a checkpoint */
export async function askLive(read: Read): Promise<Live> {
  try {
    const note = await read(logPaths.checkpoint);
    if (!note || (await kindOfSite(read)) === 'trial') return { kind: 'none' };
    return { kind: 'log', checkpoint: readCheckpoint(decodeNote(note)) };
  } catch (error) {
    if (error instanceof LogError)
      throw new StoppedError(
        'damaged',
        `log: the live site answers ${logPaths.checkpoint} with something that isn't a checkpoint; fix that, ${NEW_LOG}`,
      );
    const { message, cause } = error as Error;
    return { kind: 'unreachable', reason: cause instanceof Error ? cause.message : message };
  }
}

/** The published checkpoint in a folder; undefined without a log. */
export async function checkpointIn(folder: string | undefined): Promise<string | undefined> {
  const bytes = folder === undefined ? undefined : await folderReader(folder)(logPaths.checkpoint);
  return bytes && decodeNote(bytes);
}

/** Whether the log in a folder is public or a trial; undefined without a log. */
export async function kindOfLog(folder: string | undefined): Promise<'trial' | 'public' | undefined> {
  return folder === undefined ? undefined : kindOfSite(folderReader(folder));
}

async function kindOfSite(read: Read): Promise<'trial' | 'public' | undefined> {
  const note = await read(logPaths.checkpoint);
  if (!note) return undefined;
  return isTrialLog(decodeNote(note).split('\n', 1)[0] ?? '') ? 'trial' : 'public';
}

/**
 * The longer of the logs in `folder` and on the live site; undefined if there is none.
 * @throws StoppedError if they have diverged, or if the longer one doesn't match its checkpoint
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
    'diverged',
    `log: the log of the ${short} (${shorter.size} entries) is not a prefix of the one of the ${long} (${longer.checkpoint.size} entries): two machines have published. Build where the live site was built, with its DIST_DIR and DATA_DIR, or with an empty DIST_DIR, which continues the log of the live site; ${NEW_LOG}`,
  );
}

/** Whether a checkpoint is the current or an earlier one of `log`. */
export async function isPrefixOf({ origin, size, root }: Checkpoint, log: Pick<PublishedLog, 'checkpoint' | 'levels'>): Promise<boolean> {
  const { checkpoint, levels } = log;
  return origin === checkpoint.origin && size <= checkpoint.size && equal(await rootHash(levels, size), root);
}

/** Reads a whole log; undefined if there is none. @throws StoppedError if it is damaged */
export async function readPreviousLog(read: Read, where: string): Promise<PreviousLog | undefined> {
  try {
    const log = await readLog(read);
    if (!log) return undefined;
    const document = await readDocument<Pick<ReviewsDocument, 'business' | 'reviews'>>(read, paths.reviews);
    const generation = await read(paths.generation);
    return {
      log,
      reviews: new Map(document?.reviews.map((review) => [review.id, review])),
      business: document?.business.name,
      witnesses: (await readDocument<LogWitnesses>(read, logPaths.witnesses))?.witnesses ?? [],
      paths: new Set(generation ? (await readGeneration(Buffer.from(generation))).files.keys() : []),
    };
  } catch (error) {
    if (!(error instanceof LogError || error instanceof MissingError)) throw error;
    throw new StoppedError('damaged', `log: the log of the ${where} is damaged (${error.message}); restore it, ${NEW_LOG}`);
  }
}

async function readDocument<T>(read: Read, publicPath: string): Promise<T | undefined> {
  const bytes = await read(publicPath);
  return bytes && (JSON.parse(fromUtf8(bytes)) as T);
}
