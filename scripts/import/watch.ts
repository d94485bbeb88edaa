import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ContentError } from '../../site/content/problems.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { readImports } from '../content/imports-log.ts';
import { importedFile } from '../content/stored-reviews.ts';
import { type Done, isImported, readWatch, updateWatch, type Waiting, type WatchState } from '../content/watch-state.ts';
import { hashFiles } from './archives.ts';
import { takeoutPart } from './exports.ts';
import { type ImportPlan, type PlanRequest, planImport } from './plan.ts';
import { ImportError, NotReviews } from './questions.ts';
import { describeImport, describeMassRemoval } from './report.ts';

export interface WatchRequest extends Pick<PlanRequest, 'settings' | 'options'> {
  readonly folder: string;
  readonly now: () => Date;
  /** Builds, publishes and pings. */
  readonly publish: () => Promise<unknown>;
  /** Called with each event, in one or more lines. */
  readonly onEvent: (text: string) => void;
}

type Wait = Pick<Waiting, 'reason' | 'message'>;

/**
 * Looks once at a folder: imports each export that is complete and new, then publishes. An export that needs a person waits in the state,
 * and isn't read again until its files change. @throws SetupError if the folder or the state can't be read
 */
export async function lookOnce(request: WatchRequest): Promise<void> {
  const { folder, settings, now, onEvent } = request;
  const listing = await listFolder(folder);
  const known = (await readWatch(settings.DATA_DIR)) ?? { version: 1, folder, waiting: [], done: [], looked: [] };
  const before = new Map(known.folder === folder ? known.looked.map((one) => [one.name, one]) : []);
  const hashes = new Map<string, string>();
  const settled = await settledByHand(known.waiting, request);
  const done = [...known.done, ...settled.map((one): Done => ({ ...toDone(one, now()), outcome: 'imported', report: 'settled by hand' }))];
  const present = new Set(listing.map(({ name }) => path.join(folder, name)));
  const left = known.waiting.filter((one) => !settled.includes(one) && (isImported(one) || one.files.every((file) => present.has(file))));
  const waiting = new Map(left.map((one) => [one.sha256, one]));
  for (const group of completeExports(listing, before)) {
    const files = group.map(({ name }) => path.join(folder, name));
    const sha256 = await hashExport(folder, group, before);
    // A file that has gone or can't be read may be readable at the next look.
    if (sha256 === undefined) continue;
    for (const { name } of group) hashes.set(name, sha256);
    const last = waiting.get(sha256);
    if (done.some((one) => one.sha256 === sha256) || (last && (last.reason !== 'failed' || isImported(last)))) continue;
    const result = await importExport(files, request);
    // An incomplete or damaged version of the same files may be waiting.
    for (const old of [...waiting.values()])
      if (!isImported(old) && old.files.some((file) => files.includes(file))) waiting.delete(old.sha256);
    const found = { files, sha256, since: last?.since ?? now().toISOString() };
    if ('ignored' in result) done.push({ ...toDone(found, now()), outcome: 'ignored', report: result.ignored });
    else waiting.set(sha256, { ...found, ...result });
    const said = 'ignored' in result ? result.ignored : result.message;
    if (said !== last?.message) onEvent(`${files.join(', ')}\n${said}`);
  }
  await publishImported(waiting, done, request);
  const looked = listing.map((one) => ({ ...one, ...(hashes.has(one.name) ? { sha256: hashes.get(one.name) } : {}) }));
  await updateWatch(settings.DATA_DIR, (current) => {
    if (current === undefined) return { version: 1, folder, waiting: [...waiting.values()], done, looked };
    // Meanwhile, somebody may have dismissed an export, or a takedown may have deleted the messages.
    const isDone = new Set(current.done.map(({ sha256 }) => sha256));
    const now = new Map(current.waiting.map((one) => [one.sha256, one]));
    const kept = [...waiting.values()].flatMap((one) => (known.waiting.includes(one) ? (now.get(one.sha256) ?? []) : one));
    return {
      version: 1,
      folder,
      waiting: kept.filter(({ sha256 }) => !isDone.has(sha256)),
      done: [...current.done, ...done.slice(known.done.length).filter(({ sha256 }) => !isDone.has(sha256))],
      looked,
    };
  });
}

const toDone = ({ files, sha256 }: Pick<Waiting, 'files' | 'sha256'>, at: Date) => ({ files, sha256, at: at.toISOString() });

/** Publishes what was imported at this look, or at an earlier one whose build failed. */
async function publishImported(waiting: Map<string, Waiting>, done: WatchState['done'], { publish, onEvent, now }: WatchRequest) {
  const imported = [...waiting.values()].filter(isImported);
  if (imported.length === 0) return;
  const failure = await publish().then(() => undefined, toFailure);
  for (const one of imported) {
    if (failure !== undefined) waiting.set(one.sha256, { ...one, ...failure });
    else if (waiting.delete(one.sha256)) done.push({ ...toDone(one, now()), outcome: 'imported', report: one.report ?? '' });
  }
  if (failure !== undefined && imported.some(({ message }) => message !== failure.message)) onEvent(failure.message);
}

/** The exports that somebody has imported since they began to wait. */
async function settledByHand(waiting: readonly Waiting[], { settings }: WatchRequest): Promise<readonly Waiting[]> {
  // Content that can't be read is reported by the next import.
  const records = waiting.length === 0 ? [] : await readImports(settings.CONTENT_DIR).catch(() => []);
  return waiting.filter(({ files, since, reason }) => {
    // This watch may have imported it, in part or without publishing it.
    if (reason === 'failed') return false;
    const names = files.map((file) => path.basename(file)).join('\n');
    return records.some((record) => record.at > since && record.files.toSorted().join('\n') === names);
  });
}

async function importExport(
  files: readonly string[],
  { settings, options, now }: WatchRequest,
): Promise<(Wait & { readonly report?: string }) | { readonly ignored: string }> {
  try {
    const plan = await planImport({ files, settings, now: now(), ...(options && { options }) });
    const refusal = refusalOf(plan, settings);
    if (refusal !== undefined) return refusal;
    await plan.carryOut();
    const report = describeImport(plan.summary, { file: importedFile(plan.contentDir), dryRun: false, commandLine: settings.commandLine });
    return { reason: 'failed', message: report, report };
  } catch (error) {
    if (!(error instanceof ImportError)) return toFailure(error);
    const { message, question } = error;
    // A table without dates or ratings isn't about reviews.
    const isOther = question?.kind === 'columns' && !(question.columns.includes('date') && question.columns.includes('rating'));
    if (error instanceof NotReviews || isOther) return { ignored: message };
    return { reason: question === undefined ? 'unreadable' : 'question', message };
  }
}

/** Why a plan needs a person. */
function refusalOf(
  { doubts: [doubt], massRemoval, sources, summary }: ImportPlan,
  { commandLine }: WatchRequest['settings'],
): Wait | undefined {
  if (doubt !== undefined) return { reason: doubt.kind === 'business' ? 'business' : 'question', message: doubt.reason };
  if (massRemoval !== undefined) return { reason: 'removals', message: describeMassRemoval(massRemoval) };
  if (summary.isAllRefused) return { reason: 'refused', message: describeImport(summary, { file: '', dryRun: true, commandLine }) };
  if (![...sources].some((source) => UNNAMED.has(source))) return undefined;
  return { reason: 'vouch', message: 'doesn’t come from a known platform; import it yourself if you vouch for its reviews' };
}

/** The sources that don't identify a platform. */
const UNNAMED: ReadonlySet<string> = new Set(['csv', 'json']);

/** Turns an error into a reason to wait: the next look tries again, and other exports are still imported. */
function toFailure(error: unknown): Wait {
  const isExpected = error instanceof SetupError || error instanceof ContentError;
  return { reason: 'failed', message: isExpected ? error.message : String(error instanceof Error ? error.stack : error) };
}

type Looked = WatchState['looked'][number];

/** A file in the watched folder. */
export interface Listed {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The modification time, in milliseconds since 1970. Only changes to it count, because sync clients keep the original's time. */
  readonly modified: number;
}

/** The files in a folder. @throws SetupError if it can't be read */
export async function listFolder(folder: string): Promise<Listed[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new SetupError(`import --watch: ${folder} cannot be read (${error.code})`);
  });
  const listed = entries.map(async ({ name }): Promise<Listed[]> => {
    // It may have been renamed in the meantime.
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    return found?.isFile() ? [{ name, size: found.size, modified: found.mtimeMs }] : [];
  });
  return (await Promise.all(listed)).flat();
}

/** The endings of exports; files of text may also be compressed. */
const TEXT_ENDINGS = ['csv', 'tsv', 'json', 'ndjson', 'jsonl'];
const ENDINGS = ['zip', 'tgz', 'tar.gz', 'xlsx', ...TEXT_ENDINGS, ...TEXT_ENDINGS.map((ending) => `${ending}.gz`)];
const EXPORT = new RegExp(`\\.(?:${ENDINGS.join('|').replaceAll('.', '\\.')})$`, 'i');

/** The names of the files that a watch reads. */
export const EXPORT_NAMES = ENDINGS.map((ending) => `*.${ending}`).join(', ');

/**
 * Names of files that a browser or a sync client is still writing: Chrome, Firefox, Safari, Opera, rclone, rsync and Syncthing (hidden),
 * Dropbox and others (`~`, `.tmp`).
 */
const PARTIAL = /^[.~]|~$|\.(?:crdownload|part|partial|download|opdownload|filepart|tmp|temp|!ut|!sync)$/i;

/** A prefix that some programs put before the name of a file while they write it. */
const BEFORE_NAME = /^[.~]+(?:syncthing[.~])?/;

/**
 * The complete exports, sorted by name; the parts of a split Takeout are one export. An export is complete if each of its files has the
 * same size and time as at the last look, and no partial file has its name.
 */
export function completeExports(listing: readonly Listed[], before: ReadonlyMap<string, Listed>): readonly (readonly Listed[])[] {
  const partial = listing.filter(({ name }) => PARTIAL.test(name)).map(({ name }) => name.toLowerCase());
  const files = listing.filter(({ name }) => EXPORT.test(name) && !PARTIAL.test(name));
  const groups = Map.groupBy(files, ({ name }) => takeoutPart(name)?.whole ?? name);
  const isAtRest = (file: Listed) => file.size > 0 && isUnchanged(file, before.get(file.name));
  const isBeingWritten = (whole: string) => {
    const [start = ''] = whole.toLowerCase().split('*');
    return partial.some((name) => name.replace(BEFORE_NAME, '').startsWith(start));
  };
  return [...groups]
    .filter(([whole, parts]) => parts.every(isAtRest) && !isBeingWritten(whole))
    .map(([, parts]) => parts.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    .toSorted(([a], [b]) => ((a?.name ?? '') < (b?.name ?? '') ? -1 : 1));
}

const isUnchanged = ({ size, modified }: Listed, last: Listed | undefined) => last?.size === size && last.modified === modified;

/**
 * Hashes the files of a complete export, in hex; undefined if one can't be read. They haven't changed since the last look (`before`), so a
 * hash from then is reused.
 */
export async function hashExport(
  folder: string,
  files: readonly Listed[],
  before: ReadonlyMap<string, Looked>,
): Promise<string | undefined> {
  const [known, ...others] = new Set(files.map(({ name }) => before.get(name)?.sha256));
  if (known !== undefined && others.length === 0) return known;
  return hashFiles(files.map(({ name }) => path.join(folder, name))).catch(() => undefined);
}
