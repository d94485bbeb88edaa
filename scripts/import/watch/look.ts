import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ContentError } from '../../../site/content/problems.ts';
import { importedFile } from '../../../site/content/write/imported-file.ts';
import { readImports } from '../../../site/content/write/imports-log.ts';
import { SetupError } from '../../../site/contract/environment.ts';
import { ImportError, NotReviews } from '../context.ts';
import { carryOut, type ImportPlan, type PlanRequest, planImport } from '../plan.ts';
import { describeMassRemoval } from '../removal-guard.ts';
import { describeImport } from '../report.ts';
import { decide, type Listed } from './decide.ts';
import { readWatch, type Waiting, type WatchState, writeWatch } from './state.ts';

export interface WatchRequest extends Pick<PlanRequest, 'settings' | 'options'> {
  readonly folder: string;
  readonly now: () => Date;
  /** Builds, publishes and pings. */
  readonly publish: () => Promise<unknown>;
  /** Called with each event, in one or more lines. */
  readonly onEvent: (text: string) => void;
}

/** What became of an export. */
type Outcome = Pick<Waiting, 'reason' | 'message'> | Pick<WatchState['done'][number], 'outcome' | 'report'>;

/**
 * Looks once at a folder: imports each export that is complete and new, then publishes. An export that needs a person waits in the state,
 * and isn't read again until its files change. @throws SetupError if the folder or the state can't be read
 */
export async function lookOnce(request: WatchRequest): Promise<void> {
  const { folder, settings, now, publish, onEvent } = request;
  const listing = await listFolder(folder);
  const known = (await readWatch(settings.DATA_DIR)) ?? { version: 1, folder, waiting: [], done: [], looked: [] };
  const before = new Map(known.folder === folder ? known.looked.map((one) => [one.name, one]) : []);
  const done = [...known.done];
  const settled = await settledByHand(known.waiting, request);
  for (const { files, sha256 } of settled)
    done.push({ files, sha256, at: now().toISOString(), outcome: 'imported', report: 'settled by hand' });
  const present = new Set(listing.map(({ name }) => path.join(folder, name)));
  const left = known.waiting.filter((one) => !settled.includes(one) && one.files.every((file) => present.has(file)));
  const waiting = new Map(left.map((one) => [one.sha256, one]));
  const hashes = knownHashes(listing, before);
  const fresh: WatchState['done'] = [];
  for (const group of decide(listing, before)) {
    const files = group.map(({ name }) => path.join(folder, name));
    const sha256 = await hashGroup(group, folder, hashes);
    // One that can't be read now, or is gone, may be readable at the next look.
    if (sha256 === undefined) continue;
    const last = waiting.get(sha256);
    if ([...done, ...fresh].some((one) => one.sha256 === sha256) || (last !== undefined && last.reason !== 'failed')) continue;
    const result = await importGroup(files, request);
    // An incomplete or damaged version of the same files may have waited.
    for (const old of [...waiting.values()]) if (old.files.some((file) => files.includes(file))) waiting.delete(old.sha256);
    const at = now().toISOString();
    if ('outcome' in result) (result.outcome === 'imported' ? fresh : done).push({ files, sha256, at, ...result });
    else waiting.set(sha256, { files, sha256, since: last?.since ?? at, ...result });
    const said = 'outcome' in result ? result.report : result.message;
    if (said !== last?.message) onEvent(`${files.join(', ')}\n${said}`);
  }
  if (fresh.length > 0) {
    const failure = await publish().then(() => undefined, toFailure);
    // They are imported again at the next look, which changes nothing, and then published.
    if (failure === undefined) done.push(...fresh);
    else for (const { files, sha256, at } of fresh) waiting.set(sha256, { files, sha256, since: at, ...failure });
    if (failure !== undefined) onEvent(failure.message);
  }
  const looked = listing.map((one) => ({ ...one, ...(hashes.has(one.name) ? { sha256: hashes.get(one.name) } : {}) }));
  // Somebody may have dismissed an export meanwhile.
  const dismissed = ((await readWatch(settings.DATA_DIR))?.done ?? []).filter(({ sha256 }) => !done.some((one) => one.sha256 === sha256));
  for (const { sha256 } of dismissed) waiting.delete(sha256);
  await writeWatch(settings.DATA_DIR, { version: 1, folder, waiting: [...waiting.values()], done: [...done, ...dismissed], looked });
}

/** The hashes of files that haven't changed since they were hashed. */
function knownHashes(listing: readonly Listed[], before: ReadonlyMap<string, WatchState['looked'][number]>): Map<string, string> {
  const pairs = listing.flatMap(({ name, size, modified }): [string, string][] => {
    const last = before.get(name);
    return last?.sha256 !== undefined && last.size === size && last.modified === modified ? [[name, last.sha256]] : [];
  });
  return new Map(pairs);
}

async function listFolder(folder: string): Promise<Listed[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new SetupError(`import --watch: ${folder} cannot be read (${error.code})`);
  });
  const listed = entries.map(async ({ name }): Promise<Listed[]> => {
    // It may be renamed meanwhile.
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    return found?.isFile() ? [{ name, size: found.size, modified: found.mtimeMs }] : [];
  });
  return (await Promise.all(listed)).flat();
}

/** The exports that somebody has imported since they began to wait. */
async function settledByHand(waiting: readonly Waiting[], { settings }: WatchRequest): Promise<readonly Waiting[]> {
  // Content that can't be read is reported by the next import.
  const records = waiting.length === 0 ? [] : await readImports(settings.CONTENT_DIR).catch(() => []);
  return waiting.filter(({ files, since, reason }) => {
    // This watch may have imported it, without publishing it.
    if (reason === 'failed') return false;
    const names = files.map((file) => path.basename(file)).join('\n');
    return records.some((record) => record.at > since && record.files.toSorted().join('\n') === names);
  });
}

async function importGroup(files: readonly string[], { settings, options, now }: WatchRequest): Promise<Outcome> {
  let plan: ImportPlan | undefined;
  try {
    plan = await planImport({ files, settings, now: now(), ...(options && { options }) });
    const refusal = refusalOf(plan);
    if (refusal !== undefined) return refusal;
    await carryOut(plan);
    return { outcome: 'imported', report: describeImport(plan.summary, { file: importedFile(plan.contentDir), dryRun: false }) };
  } catch (error) {
    if (!(error instanceof ImportError)) return toFailure(error);
    const { message, question } = error;
    // A table without dates or ratings isn't about reviews.
    if (error instanceof NotReviews || question?.kind === 'columns') return { outcome: 'ignored', report: message };
    return { reason: question === undefined ? 'unreadable' : 'question', message };
  } finally {
    plan?.close();
  }
}

/** Why a plan needs a person. */
function refusalOf({ doubt, massRemoval, sources, summary }: ImportPlan): Pick<Waiting, 'reason' | 'message'> | undefined {
  if (doubt !== undefined) return { reason: 'business', message: doubt };
  if (massRemoval !== undefined) return { reason: 'removals', message: describeMassRemoval(massRemoval) };
  if (summary.isAllRefused) return { reason: 'refused', message: describeImport(summary, { file: '', dryRun: true }) };
  if (![...sources].some((source) => UNNAMED.has(source))) return undefined;
  return { reason: 'vouch', message: 'is a table that names no platform; import it yourself if you vouch for its reviews' };
}

/** Sources of tables from anywhere. */
const UNNAMED: ReadonlySet<string> = new Set(['csv', 'json']);

/** A failure that the next look may not have. Other exports must go on whatever it is. */
function toFailure(error: unknown): Pick<Waiting, 'reason' | 'message'> {
  const isExpected = error instanceof SetupError || error instanceof ContentError;
  return { reason: 'failed', message: isExpected ? error.message : String(error instanceof Error ? error.stack : error) };
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The hash of a group, and of its files into `hashes`: that of its only file, or of all hashes. Undefined if a file can't be read. */
async function hashGroup(group: readonly Listed[], folder: string, hashes: Map<string, string>): Promise<string | undefined> {
  const found: string[] = [];
  for (const { name } of group) {
    const hash = hashes.get(name) ?? (await hashFile(path.join(folder, name)).catch(() => undefined));
    if (hash === undefined) return undefined;
    hashes.set(name, hash);
    found.push(hash);
  }
  return found.length === 1 ? found[0] : createHash('sha256').update(found.join('\n')).digest('hex');
}
