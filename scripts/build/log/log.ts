import type { Environment } from '../../../site/contract/environment.ts';
import type { Absence, Entry } from '../../../site/contract/log.ts';
import type { Review } from '../../../site/contract/review.ts';
import { fromUtf8 } from '../../../site/log/bytes.ts';
import { changeKey, extendLog } from '../../../site/log/extend.ts';
import { type LogSummary, summarise } from '../../../site/log/history.ts';
import { readNote } from '../../../site/log/note.ts';
import { type Files, printChanges, printLog, signTree } from '../../../site/log/print.ts';
import { parseEntries } from '../../../site/log/published-log.ts';
import { siteReader } from '../../../site/log/site-reader.ts';
import { keepLastSigned } from './signed.ts';
import { findStart } from './start.ts';
import { cosign, readWitnesses } from './witnesses.ts';

export interface LogOptions {
  readonly environment: Pick<Environment, 'BASE_URL' | 'DATA_DIR' | 'LOG_KEY' | 'WITNESSES'>;
  /** The folder that `DIST_DIR` stands for now, where there is one. */
  readonly folder: string | undefined;
  readonly reviews: readonly Review[];
  readonly absences: ReadonlyMap<string, Absence>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether a new log is wanted: `--new-log`, or another business. */
  readonly beginAgain: boolean;
}

/** The log with what a build adds to it. */
export interface BuiltLog {
  readonly files: Files;
  readonly summary: LogSummary;
  /** What to tell the person who builds, a line for each fact. */
  readonly lines: readonly string[];
  /** To be called as soon as the files are published. */
  published(): Promise<void>;
}

/**
 * Appends what is published now to the log that was published last, signs it and has it cosigned: site/log/README.md, What a build does.
 * Throws a SetupError where going on could fork the log.
 */
export async function buildLog({ environment, folder, reviews, absences, now, beginAgain }: LogOptions): Promise<BuiltLog> {
  const { BASE_URL, DATA_DIR } = environment;
  const witnesses = await readWitnesses(environment);
  const date = new Date(now).toISOString().slice(0, 10);
  const start = await findStart({ environment, folder, live: siteReader(BASE_URL, `run=${now}`), date, beginAgain });
  const { signer, former, past, published: from } = start;

  const rekeyed = former ? await changeKey(start.log, date, former, signer) : start.log;
  const log = await extendLog(rekeyed, { reviews, absences, before: past?.reviews ?? new Map(), date }, signer);
  const tree = await signTree(log, [signer]);
  const all = parseEntries(log.entries);

  // What a witness has seen must never be replaced by another history, whatever happens to this build.
  if (witnesses.length > 0) await keepLastSigned(DATA_DIR, { checkpoint: tree.note, from, entries: log.entries.slice(from).map(fromUtf8) });
  const last = past?.log.checkpoint.note;
  const isSame = last !== undefined && readNote(last).text === readNote(tree.note).text && !former;
  const { note, warnings } = await cosign(isSame ? last : tree.note, last, tree.subtree, witnesses);
  return {
    files: new Map([...printLog(log, { ...tree, note }, signer, past?.paths ?? new Set()), ...printChanges(log, reviews)]),
    summary: summarise(log.origin, all),
    lines: [...start.lines, ...describe(all, from), ...warnings.map((warning) => `warning: ${warning}`)],
    published: () => keepLastSigned(DATA_DIR, { checkpoint: tree.note, from: log.entries.length, entries: [] }),
  };
}

const NAMED = 5;

/** The new entries by type, and a warning for reviews whose absence nothing explains. */
function describe(entries: readonly Entry[], from: number): string[] {
  const added = entries.slice(from);
  const types = [...Map.groupBy(added, ({ type }) => type)].map(([type, all]) => `${all.length} ${type}`);
  const unexplained = added.flatMap((entry) => (entry.type === 'withdrawn' && entry.reason === 'unexplained' ? [entry.id] : []));
  const more = unexplained.length > NAMED ? ` and ${unexplained.length - NAMED} more` : '';
  return [
    `log: ${entries.length} entries, ${added.length} new${types.length > 0 ? ` (${types.join(', ')})` : ''}`,
    ...(unexplained.length > 0
      ? [
          `warning: log: ${unexplained.slice(0, NAMED).join(', ')}${more} disappeared from the content, which the log now shows as unexplained. Bring them back, or list them in takedowns.yaml with a reason`,
        ]
      : []),
  ];
}
