import type { Dataset } from '../../site/content/dataset.ts';
import type { Environment } from '../../site/contract/environment.ts';
import type { LogEntry } from '../../site/contract/log.ts';
import { equal, utf8 } from '../../site/log/bytes.ts';
import { beginLog, type LogSoFar } from '../../site/log/extend.ts';
import { toHistory } from '../../site/log/history.ts';
import { hashLevels, rootHash } from '../../site/log/merkle.ts';
import { printVerifierKey, readCheckpoint, readKeyChanges } from '../../site/log/note.ts';
import { type PublishedLog, parseEntries, siteReader } from '../../site/log/published-log.ts';
import { type Signer, toSigner } from '../../site/log/signer.ts';
import { dayOf } from '../../site/shared/dates.ts';
import { counted } from '../../site/shared/text.ts';
import {
  askLive,
  findPreviousLog,
  folderReader,
  isPrefixOf,
  kindOfLog,
  type Live,
  OtherBusiness,
  type PreviousLog,
  readPreviousLog,
  StoppedError,
} from './previous-log.ts';
import { asideFolder, isTrial, keyFile, type LastSigned, makeLogKey, readLastSigned, readLogKeys } from './state.ts';

export interface LogOptions {
  readonly environment: Pick<Environment, 'BASE_URL' | 'DIST_DIR' | 'DATA_DIR' | 'LOG_KEY' | 'WITNESSES'>;
  /** The folder that `DIST_DIR` pointed to when the build began, if there was one. */
  readonly disk: string | undefined;
  readonly dataset: Pick<Dataset, 'business' | 'reviews' | 'absences'>;
  /** The time of the build. */
  readonly now: Date;
  /** Reasons to start a new log: `--new-log`, `--replace`, and whether DIST_DIR has another business. */
  readonly begin: Readonly<Record<'newLog' | 'replace' | 'isOther', boolean>>;
  /** Where to store the key of a log that begins; by default DATA_DIR. */
  readonly newKeyDir?: string | undefined;
}

/** The log that a build continues or starts. */
export interface Start {
  readonly log: LogSoFar;
  readonly signer: Signer;
  /** The previous key, if the key has changed. */
  readonly previousSigner?: Signer | undefined;
  readonly previous?: PreviousLog | undefined;
  /** For the report. */
  readonly lines: readonly string[];
}

/**
 * Finds the log to continue, or starts one: site/log/README.md, "What a build does".
 * @throws StoppedError if continuing could fork a public log
 */
export function findStart(options: LogOptions): Promise<Start> {
  return isTrial(options.environment) ? startTrial(options) : startPublic(options);
}

/** Continues the trial in DIST_DIR, or starts a new one if it can't be continued. */
async function startTrial(options: LogOptions): Promise<Start> {
  const { environment, disk, begin } = options;
  const seeds = await readLogKeys(environment);
  try {
    const hasTrial = disk !== undefined && (await kindOfLog(disk)) === 'trial';
    const previous = hasTrial ? await readPreviousLog(folderReader(disk), 'DIST_DIR') : undefined;
    if (previous && !begin.newLog && !begin.replace && !begin.isOther) return await continueLog(previous, seeds, undefined, environment);
    return await startLog(options, seeds[0], previous?.log.checkpoint.note, []);
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
    return startLog(options, seeds[0], undefined, ['log: the trial in DIST_DIR has another key or is damaged, so a new trial starts']);
  }
}

async function startPublic(options: LogOptions): Promise<Start> {
  const { environment, disk, now, begin } = options;
  const [seeds, signed] = [await readLogKeys(environment), await readLastSigned(environment)];
  const live = siteReader(environment.BASE_URL, `run=${now.getTime()}`);
  const hasTrial = (await kindOfLog(disk)) === 'trial';
  let isNewLog = begin.newLog || (!hasTrial && (begin.replace || begin.isOther));
  try {
    const answer = await askLive(live);
    const previous = await findPreviousLog(hasTrial ? asideFolder(environment) : disk, answer, live);
    if (previous && hasTrial) isNewLog ||= isReplacement(previous, options);
    if (isNewLog) return await startLog(options, seeds[0], previous?.log.checkpoint.note ?? signed?.checkpoint, [], isNewLog);
    if (previous) return await continueLog(previous, seeds, signed, environment);
    requireNone(answer, seeds);
    return await startLog(options, seeds[0], signed?.checkpoint, []);
  } catch (error) {
    if (!(error instanceof StoppedError && isNewLog)) throw error;
    return startLog(options, seeds[0], signed?.checkpoint, [`warning: ${error.message}`], isNewLog);
  }
}

/**
 * Whether the public log belongs to another business. With a trial in DIST_DIR, a build can't compare the businesses earlier.
 * @throws OtherBusiness if it is, without `--replace`
 */
function isReplacement({ log, business }: PreviousLog, { dataset, begin, environment }: LogOptions): boolean {
  if (business === undefined || business === dataset.business.name) return false;
  const published = [...toHistory(parseEntries(log.entries))].flatMap(([id, { absence }]) => (absence ? [] : [id]));
  const ids = new Set(dataset.reviews.map(({ id }) => id));
  if (published.length === 0 || published.some((id) => ids.has(id))) return false;
  if (begin.replace) return true;
  throw new OtherBusiness(
    { published: business, own: dataset.business.name },
    `log: the public log ${log.checkpoint.origin} is of "${business}" (${counted(published.length, 'review')}), and this content is "${dataset.business.name}" with no review in common; nothing was published
Set CONTENT_DIR, DATA_DIR or DIST_DIR (${environment.DIST_DIR}) to the right folder, or use --replace to publish "${dataset.business.name}" instead`,
  );
}

/** Stops if there is a key but no log: the log may be on the live site, which can't be reached. */
function requireNone(live: Live, seeds: readonly Uint8Array[]): void {
  if (live.kind !== 'unreachable' || seeds.length === 0) return;
  throw new StoppedError(
    'unreachable',
    `log: there is a key and no public log in DIST_DIR, and the live site, which may have one, can't be reached (${live.reason}). Build where the site can be reached or where its DIST_DIR is. If there has never been a public log: npm run build -- --new-log`,
  );
}

async function startLog(
  { environment, now, newKeyDir = environment.DATA_DIR }: LogOptions,
  seed: Uint8Array | undefined,
  previous: string | undefined,
  lines: readonly string[],
  isNewLog = false,
): Promise<Start> {
  const date = dayOf(now.toISOString());
  const origin = newOrigin(environment.BASE_URL, date, previous, isNewLog);
  const signer = await toSigner(origin, seed ?? (await makeLogKey({ ...environment, DATA_DIR: newKeyDir })));
  const made = seed === undefined ? `; its key is in ${keyFile(environment)}: back it up, or keep it as LOG_KEY` : '';
  const begun = isTrial(environment)
    ? `log: trial begun as ${origin}; the public log begins with the first build for a public BASE_URL`
    : `log: begun as ${origin}${made}`;
  return { log: beginLog(origin, date, previous), signer, lines: [...lines, begun] };
}

/**
 * The origin of a new log (tlog-tiles, Parameters): its address without the scheme. A log that replaces another one has the next number, or
 * the date if the replaced log isn't known, so two logs never have the same origin.
 */
function newOrigin(baseUrl: string, date: string, previous: string | undefined, isNewLog: boolean): string {
  const { host, pathname } = new URL(baseUrl);
  const first = `${host}${pathname.replace(/\/$/, '')}/log`.replaceAll('+', '%2B');
  if (previous === undefined) return isNewLog ? `${first}/${date}` : first;
  const number = /\/log\/(\d+)$/.exec(readCheckpoint(previous).origin)?.[1] ?? '1';
  return `${first}/${Number(number) + 1}`;
}

async function continueLog(
  previous: PreviousLog,
  seeds: readonly Uint8Array[],
  signed: LastSigned | undefined,
  environment: Pick<Environment, 'BASE_URL' | 'DATA_DIR'>,
): Promise<Start> {
  const log = await resumeLog(previous.log, signed);
  const keyInUse = (await readKeyChanges(log.origin, parseEntries(log.entries))).at(-1)?.after ?? printVerifierKey(previous.log.key);
  const signers = await Promise.all(seeds.map((seed) => toSigner(log.origin, seed)));
  const current = signers.find(({ key }) => printVerifierKey(key) === keyInUse);
  const [signer] = signers;
  if (!signer || !current) {
    const found = signer ? 'another key' : 'no key';
    throw new StoppedError(
      'key',
      `log: the log was signed with ${keyInUse}, and this machine has ${found}. Set LOG_KEY to that one, or restore ${keyFile(environment)} from where the site was built before. If it is lost: npm run build -- --new-log`,
    );
  }
  return { log, signer, previousSigner: signer === current ? undefined : current, previous, lines: [] };
}

/**
 * The published log with the entries that this machine signed after it.
 * @throws StoppedError if it doesn't continue what this machine published last
 */
async function resumeLog(log: PublishedLog, signed: LastSigned | undefined): Promise<LogSoFar> {
  const { origin, size } = log.checkpoint;
  const soFar = { origin, entries: log.entries, openings: log.openings };
  if (!signed) return soFar;
  const last = readCheckpoint(signed.checkpoint);
  if (last.origin !== origin && predecessorOf(log) === last.origin) return soFar;
  if (await isPrefixOf(last, log)) return soFar;
  const ahead = [...log.entries, ...signed.entries.map(utf8)];
  if (last.origin === origin && equal(await rootHash(await hashLevels(ahead), ahead.length), last.root))
    return { ...soFar, entries: ahead };
  throw new StoppedError(
    'diverged',
    `log: this machine last published ${last.size} entries of ${last.origin}, and the log found now, with ${size} entries of ${origin}, doesn't continue it: an older state was restored, or another machine has published. Restore the newest one (the folder .dist next to DIST_DIR has the last generations), or make the live site reachable, or start a new log: npm run build -- --new-log`,
  );
}

/** The origin of the log that this one replaces. */
function predecessorOf({ entries }: PublishedLog): string | undefined {
  const first: LogEntry | undefined = parseEntries(entries.slice(0, 1))[0];
  return first?.type === 'log_began' ? readCheckpoint(first.previous).origin : undefined;
}
