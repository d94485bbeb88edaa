import { mkdir } from 'node:fs/promises';
import type { Dataset } from '../../../site/content/dataset.ts';
import { withContentLock } from '../../../site/content/write/lock.ts';
import { type Environment, SetupError } from '../../../site/contract/environment.ts';
import { type Entry, logPaths } from '../../../site/contract/log.ts';
import { fromUtf8 } from '../../../site/log/bytes.ts';
import { changeKey, extendLog } from '../../../site/log/extend.ts';
import { type LogSummary, summarise } from '../../../site/log/history.ts';
import { decodeNote, readNote } from '../../../site/log/note.ts';
import { type LogFile, printChanges, printLog, signTree } from '../../../site/log/print.ts';
import { parseEntries } from '../../../site/log/published-log.ts';
import { siteReader } from '../../../site/log/site-reader.ts';
import { counted } from '../../../site/views/words.ts';
import { currentTree } from '../swap.ts';
import { keepLastSigned, type LastSigned } from './last-signed.ts';
import { folderReader } from './previous-log.ts';
import { findStart } from './start.ts';
import { cosign, readWitnesses } from './witnesses.ts';

export interface LogOptions {
  readonly environment: Pick<Environment, 'BASE_URL' | 'DIST_DIR' | 'DATA_DIR' | 'LOG_KEY' | 'WITNESSES'>;
  /** The folder that `DIST_DIR` pointed to when the build began, if there was one. */
  readonly disk: string | undefined;
  readonly dataset: Pick<Dataset, 'reviews' | 'absences'>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether a new log is to be started: `--new-log`, or another business. */
  readonly beginAgain: boolean;
  /** Writes the log's files to where they will be published from. */
  readonly write: (files: Iterable<LogFile>) => Promise<void>;
}

/** The log with what a build adds to it. The files aren't kept with it: of a large log they are hundreds of megabytes. */
export interface BuiltLog {
  readonly summary: LogSummary;
  /** What to report to the person who builds, a line for each fact. */
  readonly lines: readonly string[];
  /** Runs `swap`, which publishes what was written. Throws a SetupError where another build has published since this one began. */
  publish(swap: () => Promise<void>): Promise<void>;
}

/**
 * Appends what is published now to the log that was published last, signs it and has it cosigned: site/log/README.md "What a build does".
 * Throws a SetupError where going on could fork the log.
 */
export async function buildLog({ environment, disk, dataset, now, beginAgain, write }: LogOptions): Promise<BuiltLog> {
  const { BASE_URL } = environment;
  const { reviews, absences } = dataset;
  const before = await checkpointIn(disk);
  const witnesses = await readWitnesses(environment);
  const date = new Date(now).toISOString().slice(0, 10);
  const start = await findStart({ environment, folder: disk, live: siteReader(BASE_URL, `run=${now}`), date, beginAgain });
  const { signer, previousSigner, previous, published: from } = start;

  const rekeyed = previousSigner ? await changeKey(start.log, date, previousSigner, signer) : start.log;
  const log = await extendLog(rekeyed, { reviews, absences, before: previous?.reviews ?? new Map(), date }, signer);
  const tree = await signTree(log, [signer]);
  const all = parseEntries(log.entries);

  // A checkpoint that a witness may have seen is kept first, so that a build that fails afterwards can't fork the log.
  if (witnesses.length > 0)
    await keepLastSigned(environment, { checkpoint: tree.note, from, entries: log.entries.slice(from).map(fromUtf8) });
  const last = previous?.log.checkpoint.note;
  const isSame = last !== undefined && readNote(last).text === readNote(tree.note).text && !previousSigner;
  const { note, warnings } = await cosign(isSame ? last : tree.note, last, tree.subtree, witnesses);
  await write(printLog(log, { ...tree, note }, signer, previous?.paths ?? new Set()));
  await write(printChanges(log, reviews));
  return {
    summary: summarise(log.origin, all),
    lines: [...start.lines, ...describeNewEntries(all, from), ...warnings.map((warning) => `warning: ${warning}`)],
    publish: publisher(environment, before, { checkpoint: tree.note, from: log.entries.length, entries: [] }),
  };
}

/** Publishes a log that goes on from the checkpoint `before` by a swap, and keeps what was `signed`. */
function publisher(environment: LogOptions['environment'], before: string | undefined, signed: LastSigned): BuiltLog['publish'] {
  const { DIST_DIR, DATA_DIR } = environment;
  return async (swap) => {
    await mkdir(DATA_DIR, { recursive: true });
    await withContentLock(DATA_DIR, async () => {
      if ((await checkpointIn(await currentTree(DIST_DIR))) !== before)
        throw new SetupError('log: another build has published since this one began; run it again');
      await swap();
      await keepLastSigned(environment, signed);
    });
  };
}

/** The published checkpoint below a folder. */
async function checkpointIn(folder: string | undefined): Promise<string | undefined> {
  const bytes = folder === undefined ? undefined : await folderReader(folder)(logPaths.checkpoint);
  return bytes && decodeNote(bytes);
}

const NAMED = 5;

/** The new entries by type, and a warning for reviews whose absence nothing explains. */
function describeNewEntries(entries: readonly Entry[], from: number): string[] {
  const added = entries.slice(from);
  const types = [...Map.groupBy(added, ({ type }) => type)].map(([type, all]) => `${all.length} ${type}`);
  const unexplained = added.flatMap((entry) => (entry.type === 'withdrawn' && entry.reason === 'unexplained' ? [entry.id] : []));
  const more = unexplained.length > NAMED ? ` and ${unexplained.length - NAMED} more` : '';
  return [
    `log: ${counted(entries.length, 'entry', 'entries')}, ${added.length} new${types.length > 0 ? ` (${types.join(', ')})` : ''}`,
    ...(unexplained.length > 0
      ? [
          `warning: log: ${unexplained.slice(0, NAMED).join(', ')}${more} disappeared from the content, which the log now shows as unexplained. Bring them back, or list them in takedowns.yaml with a reason`,
        ]
      : []),
  ];
}
