import type { Environment } from '../../../site/contract/environment.ts';
import type { Entry } from '../../../site/contract/log.ts';
import { equal, utf8 } from '../../../site/log/bytes.ts';
import { readCheckpoint } from '../../../site/log/checkpoint.ts';
import { beginLog, type LogSoFar } from '../../../site/log/extend.ts';
import { readKeyChanges } from '../../../site/log/key-change.ts';
import { fromMemory, hashLevels, rootHash } from '../../../site/log/merkle.ts';
import { printVerifierKey } from '../../../site/log/note.ts';
import { type PublishedLog, parseEntries, type Read } from '../../../site/log/published-log.ts';
import { type Signer, toSigner } from '../../../site/log/signer.ts';
import { isLoopback } from '../../cli/loopback.ts';
import { keyFile, makeLogKey, readLogKeys } from './keys.ts';
import { type LastSigned, readLastSigned } from './last-signed.ts';
import { askLive, findPreviousLog, isPrefixOf, type Live, type PreviousLog, StoppedError } from './previous-log.ts';

export interface StartOptions {
  readonly environment: Pick<Environment, 'BASE_URL' | 'DIST_DIR' | 'DATA_DIR' | 'LOG_KEY'>;
  /** The folder that `DIST_DIR` points to now, if there is one. */
  readonly folder: string | undefined;
  /** Reads the live site. */
  readonly live: Read;
  /** The day of the build, YYYY-MM-DD. */
  readonly date: string;
  /** Whether a new log is to be started: `--new-log`, or another business. */
  readonly beginAgain: boolean;
}

/** The log that a build continues. */
export interface Start {
  readonly log: LogSoFar;
  /** How many of its entries are published. */
  readonly published: number;
  readonly signer: Signer;
  /** The key that signed until now, where that is another one. */
  readonly previousSigner?: Signer | undefined;
  readonly previous?: PreviousLog | undefined;
  /** What to report to the person who builds. */
  readonly lines: readonly string[];
}

/**
 * Finds the log to continue, or starts one, by the table in site/log/README.md. Throws a StoppedError where continuing could fork a log;
 * on a loopback address, where people try things out, it starts a new log instead.
 */
export async function findStart(options: StartOptions): Promise<Start> {
  const { environment, folder, live, beginAgain } = options;
  const [seeds, signed] = [await readLogKeys(environment), await readLastSigned(environment)];
  const begin = (previous: string | undefined, lines: readonly string[]) => beginAs(options, seeds[0], previous, lines);
  try {
    const answer = await askLive(live);
    const previous = await findPreviousLog(folder, answer, live);
    if (beginAgain) return await begin(previous?.log.checkpoint.note ?? signed?.checkpoint, []);
    if (previous) return await goOn(previous, seeds, signed, environment);
    requireNone(answer, seeds);
    return await begin(signed?.checkpoint, []);
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
    if (beginAgain) return begin(signed?.checkpoint, [`warning: ${error.message}`]);
    if (isLoopback(environment.BASE_URL))
      return begin(undefined, [`log: begun again, since this is a loopback address (${error.message})`]);
    throw error;
  }
}

/** A key without a log may belong to one that can't be reached now. */
function requireNone(live: Live, seeds: readonly Uint8Array[]): void {
  if (live.kind !== 'unreachable' || seeds.length === 0) return;
  throw new StoppedError(
    `log: there is a key and no log in DIST_DIR, and whether the live site has one can't be told (${live.reason}). Build where the site can be reached or where DIST_DIR is; if there never was one: npm run build -- --new-log`,
  );
}

async function beginAs(
  { environment, date, beginAgain }: StartOptions,
  seed: Uint8Array | undefined,
  previous: string | undefined,
  lines: readonly string[],
): Promise<Start> {
  const { BASE_URL, DATA_DIR } = environment;
  const origin = newOrigin(BASE_URL, date, previous, beginAgain);
  const signer = await toSigner(origin, seed ?? (await makeLogKey(DATA_DIR)));
  const made = seed === undefined ? `; its key is in ${keyFile(DATA_DIR)}: back it up, or keep it as LOG_KEY` : '';
  return { log: beginLog(origin, date, previous), published: 0, signer, lines: [...lines, `log: begun as ${origin}${made}`] };
}

/**
 * The origin of a new log (tlog-tiles, Parameters): its address without the scheme. A log that replaces another has the next number, so
 * that no origin stands for two histories; where the replaced one isn't known, it has the date.
 */
function newOrigin(baseUrl: string, date: string, previous: string | undefined, beginAgain: boolean): string {
  const { host, pathname } = new URL(baseUrl);
  const first = `${host}${pathname.replace(/\/$/, '')}/log`.replaceAll('+', '%2B');
  if (previous === undefined) return beginAgain ? `${first}/${date}` : first;
  const number = /\/log\/(\d+)$/.exec(readCheckpoint(previous).origin)?.[1] ?? '1';
  return `${first}/${Number(number) + 1}`;
}

async function goOn(
  previous: PreviousLog,
  seeds: readonly Uint8Array[],
  signed: LastSigned | undefined,
  { DATA_DIR }: Pick<Environment, 'DATA_DIR'>,
): Promise<Start> {
  const log = await resumeLog(previous.log, signed);
  const keyInUse = (await readKeyChanges(log.origin, parseEntries(log.entries))).at(-1)?.after ?? printVerifierKey(previous.log.key);
  const signers = await Promise.all(seeds.map((seed) => toSigner(log.origin, seed)));
  const current = signers.find(({ key }) => printVerifierKey(key) === keyInUse);
  const [signer] = signers;
  if (!signer || !current) {
    const found = signer ? 'another key' : 'no key';
    throw new StoppedError(
      `log: ${found} is here than the one that signed the log, ${keyInUse}. Set LOG_KEY to that one, or restore ${keyFile(DATA_DIR)} from where the site was built before; where it is lost: npm run build -- --new-log`,
    );
  }
  return {
    log,
    published: previous.log.entries.length,
    signer,
    previousSigner: signer === current ? undefined : current,
    previous,
    lines: [],
  };
}

/**
 * The published log, with the entries that this machine signed after it. Throws a StoppedError where that log is neither what this
 * machine published last nor a continuation of it.
 */
async function resumeLog(log: PublishedLog, signed: LastSigned | undefined): Promise<LogSoFar> {
  const { origin, size } = log.checkpoint;
  const soFar = { origin, entries: log.entries, openings: log.openings };
  if (!signed) return soFar;
  const last = readCheckpoint(signed.checkpoint);
  if (last.origin !== origin && predecessorOf(log) === last.origin) return soFar;
  if (await isPrefixOf(last, log)) return soFar;
  const ahead = [...log.entries.slice(0, signed.from), ...signed.entries.map(utf8)];
  const isAhead = last.origin === origin && last.size > size && ahead.length === last.size && signed.from <= size;
  if (isAhead && (await isPrefix(log, ahead)) && equal(await rootOf(ahead), last.root)) return { ...soFar, entries: ahead };
  throw new StoppedError(
    `log: this machine last published ${last.size} entries of ${last.origin}, and the log to go on from, with ${size} entries of ${origin}, is not what has become of it: an older state was brought back, or another machine has published. Bring the newest one back (the folder .dist beside DIST_DIR has the last generations), or let the live site be reachable, or begin again openly: npm run build -- --new-log`,
  );
}

/** The origin of the log that this one replaces. */
function predecessorOf({ entries }: PublishedLog): string | undefined {
  const first: Entry | undefined = parseEntries(entries.slice(0, 1))[0];
  return first?.type === 'log_began' ? readCheckpoint(first.previous).origin : undefined;
}

async function isPrefix({ checkpoint }: PublishedLog, entries: LogSoFar['entries']): Promise<boolean> {
  return equal(await rootOf(entries.slice(0, checkpoint.size)), checkpoint.root);
}

async function rootOf(entries: LogSoFar['entries']): Promise<Uint8Array> {
  return rootHash(fromMemory(await hashLevels(entries)), entries.length);
}
