import { mkdir } from 'node:fs/promises';
import { type LogEntry, logPaths } from '../../site/contract/log.ts';
import type { LogWitness } from '../../site/contract/log-documents.ts';
import { fromUtf8 } from '../../site/log/bytes.ts';
import { changeKey, extendLog } from '../../site/log/extend.ts';
import { type LogSummary, summarize } from '../../site/log/history.ts';
import { readNote } from '../../site/log/note.ts';
import { type LogFile, printChanges, printLog, printProofs, signTree } from '../../site/log/print.ts';
import { parseEntries } from '../../site/log/published-log.ts';
import { dayOf } from '../../site/shared/dates.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { counted } from '../../site/shared/text.ts';
import { withContentLock } from '../content/lock.ts';
import { currentTree } from '../content/own-folders.ts';
import { checkpointIn, kindOfLog } from './previous-log.ts';
import { findStart, type LogOptions } from './start.ts';
import { asideFolder, forgetAside, isTrial, keepLastSigned, type LastSigned, removeLogAside, setLogAside } from './state.ts';
import { cosign, describeWitnesses, isIntact, printWitnesses, readWitnesses } from './witnesses.ts';

/** Entries of one type. */
export interface AddedEntries {
  readonly type: LogEntry['type'];
  readonly count: number;
}

/** The log with the entries of this build, as a summary, so the entries don't stay in memory while Astro runs. */
export interface BuiltLog {
  readonly summary: LogSummary;
  /** Who is asked to cosign the log, with the newest cosignature of each. */
  readonly witnesses: readonly LogWitness[];
  /** For the report, one line per fact. */
  readonly lines: readonly string[];
  /** How many entries of each type this publication adds. */
  readonly added: readonly AddedEntries[];
  /** Runs `swap`, which publishes the log. @throws SetupError if another build has published in the meantime */
  publish(swap: () => Promise<void>): Promise<void>;
}

/** Writes the log's files one at a time, because those of a large log take hundreds of megabytes. */
export type WriteLog = (files: AsyncIterable<LogFile>) => Promise<void>;

/**
 * Appends this publication to the last log, signs it, requests cosignatures and writes it: site/log/README.md, "What a build does".
 * @throws SetupError if continuing could fork the log
 */
export async function buildLog(options: LogOptions, write: WriteLog): Promise<BuiltLog> {
  const { environment, disk } = options;
  const { reviews, absences } = options.dataset;
  const before = await checkpointIn(disk);
  const configured = await readWitnesses(environment);
  const witnesses = isTrial(environment) ? [] : configured;
  const date = dayOf(options.now.toISOString());
  const start = await findStart(options);
  const { signer, previousSigner, previous } = start;
  const from = previous?.log.entries.length ?? 0;

  const rekeyed = previousSigner ? await changeKey(start.log, date, previousSigner, signer) : start.log;
  const log = await extendLog(rekeyed, { reviews, absences, before: previous?.reviews ?? new Map(), date }, signer);
  const tree = await signTree(log, [signer]);
  const all = parseEntries(log.entries);

  // Recorded before a witness sees the checkpoint, so a build that fails afterwards can't fork the log.
  const signed = { checkpoint: tree.note, entries: log.entries.slice(from).map(fromUtf8) };
  if (witnesses.length > 0) {
    await mkdir(environment.DATA_DIR, { recursive: true });
    await withContentLock(environment.DATA_DIR, () => keepLastSigned(environment, signed));
  }
  const last = previous?.log.checkpoint.note;
  const isSame = last !== undefined && readNote(last).text === readNote(tree.note).text && !previousSigner;
  const { note, warnings } = await cosign(isSame && (await isIntact(last, witnesses)) ? last : tree.note, last, tree.levels, witnesses);
  const described = await describeWitnesses(note, witnesses, previous?.witnesses ?? []);
  async function* files(): AsyncGenerator<LogFile> {
    yield* printLog(log, { ...tree, note }, signer, previous?.paths ?? new Set());
    yield* printChanges(log, reviews);
    yield [logPaths.witnesses, printWitnesses(log.origin, described)];
    yield* printProofs(log, tree.levels, note, reviews);
  }
  await write(files());
  return {
    summary: summarize(log.origin, all),
    witnesses: described,
    lines: [
      ...start.lines,
      ...describeNewEntries(all, from),
      ...(await describeAside(environment, disk)),
      ...warnings.map((warning) => `warning: ${warning}`),
    ],
    added: countTypes(all.slice(from)),
    publish: publisher(environment, before, reviews, { checkpoint: tree.note, entries: [] }),
  };
}

/**
 * Publishes a log that continues the checkpoint `before`, and records `signed`. A trial sets aside the public log that it replaces, so the
 * next public build continues it.
 */
function publisher(
  environment: LogOptions['environment'],
  before: string | undefined,
  reviews: LogOptions['dataset']['reviews'],
  signed: LastSigned,
): BuiltLog['publish'] {
  const { DIST_DIR, DATA_DIR } = environment;
  return async (swap) => {
    await mkdir(DATA_DIR, { recursive: true });
    await withContentLock(DATA_DIR, async () => {
      const tree = await currentTree(DIST_DIR);
      if ((await checkpointIn(tree)) !== before)
        throw new SetupError('log: another build has published since this one began; run it again');
      if (isTrial(environment)) {
        if (tree !== undefined && (await kindOfLog(tree)) === 'public') await setLogAside(environment, tree);
        await forgetAside(environment, new Set(reviews.map(({ id }) => id)));
        return swap();
      }
      await swap();
      await keepLastSigned(environment, signed);
      await removeLogAside(environment);
    });
  };
}

/** If a trial replaces a public site, reports where the public log is. */
async function describeAside(environment: LogOptions['environment'], disk: string | undefined): Promise<string[]> {
  if (!isTrial(environment) || (await kindOfLog(disk)) !== 'public') return [];
  return [
    `warning: DIST_DIR had the public site, and this build for ${environment.BASE_URL} replaces it; the public log is kept in ${asideFolder(environment)} for the next build for a public BASE_URL`,
  ];
}

const countTypes = (entries: readonly LogEntry[]): AddedEntries[] =>
  [...Map.groupBy(entries, ({ type }) => type)].map(([type, { length: count }]) => ({ type, count }));

const NAMED = 5;

/** Reports the new entries by type, and warns about reviews that disappeared without explanation. */
function describeNewEntries(entries: readonly LogEntry[], from: number): string[] {
  const added = entries.slice(from);
  const types = countTypes(added).map(({ type, count }) => `${count} ${type}`);
  const unexplained = added.flatMap((entry) => (entry.type === 'withdrawn' && entry.reason === 'unexplained' ? [entry.id] : []));
  const more = unexplained.length > NAMED ? ` and ${unexplained.length - NAMED} more` : '';
  return [
    `log: ${counted(entries.length, 'entry', 'entries')}, ${added.length} new${types.length > 0 ? ` (${types.join(', ')})` : ''}`,
    ...(unexplained.length > 0
      ? [
          `warning: log: ${unexplained.slice(0, NAMED).join(', ')}${more} disappeared from the content, and the log now shows this as unexplained. Bring them back, or list them in takedowns.yaml with a reason`,
        ]
      : []),
  ];
}
