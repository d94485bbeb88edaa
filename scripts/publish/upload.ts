import { hash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PQueue from 'p-queue';
import { fileName, type GenerationDocument } from '../../site/contract/generation.ts';
import { paths } from '../../site/contract/paths.ts';
import { calendarDate } from '../../site/shared/dates.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { type PublishedTree, toGenerationDocument } from '../build/last-publication.ts';
import { withContentLock } from '../content/lock.ts';
import { publishFolder } from '../content/own-folders.ts';
import { apacheFiles } from '../hosts/apache.ts';
import { ForeignFolder } from './foreign-folder.ts';
import { openJournal, UNKNOWN } from './journal.ts';
import type { RemoteFolder } from './sftp.ts';
import { planUpload, type SiteFile } from './upload-plan.ts';

/** How many files are sent at the same time. The client warns about more. */
const PARALLEL = 8;

/** What an upload sent and deleted. */
export interface Uploaded {
  readonly files: number;
  readonly bytes: number;
  readonly deleted: number;
}

interface UploadOptions {
  readonly dataDir: string;
  /** Identifies the folder at the host, for continuing an interrupted upload. */
  readonly place: string;
  /** Whether to upload over a site that isn't the last one published at this address. */
  readonly replace: boolean;
  readonly onProgress: (done: number, all: number) => void;
}

/**
 * Makes the folder at a host equal to a generation. Only what has changed since the record that is there travels; an upload that was
 * interrupted continues. @throws ForeignFolder; whatever the host refuses
 */
export async function upload(remote: RemoteFolder, tree: PublishedTree, options: UploadOptions): Promise<Uploaded> {
  const folder = publishFolder(options.dataDir);
  await mkdir(folder, { recursive: true });
  return withContentLock(folder, async () => {
    const before = await readRecord(remote);
    const journal = await openJournal(folder, { place: options.place, after: before?.generation ?? null });
    if (!options.replace && journal.sent.size === 0) await refuseForeign(remote, before, tree.document);
    await remote.sweep();
    const [record, ...rules] = await Promise.all([fileName(paths.generation), ...apacheFiles].map((name) => hostFile(tree, name)));
    const dates = ((await remote.list(paths.since.slice(1))) ?? []).filter((name) => calendarDate.safeParse(name).success);
    const plan = planUpload(tree.document, { rules, record: record as SiteFile }, { before, sent: journal.sent, dates });
    const done = { files: 0, bytes: 0, deleted: 0 };
    const all = plan.groups.flat().length + plan.withdrawn.length + plan.outdated.length;
    const tell = () => options.onProgress(done.files + done.deleted, all);
    const remove = (name: string) => async () => {
      await remote.remove(name);
      done.deleted += 1;
      tell();
    };
    const send = (file: SiteFile) => async (slot: number) => {
      const body = await readFile(path.join(tree.folder, file.name));
      if (hash('sha256', body) !== file.sha256)
        throw new SetupError(`publish: ${file.name} changed while it was sent; run the command again`);
      // If this is killed, the file may have arrived.
      await journal.add({ name: file.name, sha256: UNKNOWN });
      await remote.write(file.name, body, file.modified, slot);
      await journal.add(file);
      done.files += 1;
      done.bytes += body.length;
      tell();
    };
    // If this is killed after the record has arrived, the next upload still knows what to delete.
    for (const name of [...plan.withdrawn, ...plan.outdated]) await journal.add({ name, sha256: UNKNOWN });
    await inParallel(plan.withdrawn.map(remove));
    for (const group of plan.groups) await inParallel(group.map(send));
    await inParallel(plan.outdated.map(remove));
    await journal.end();
    return done;
  });
}

/** A file that always travels. */
async function hostFile({ folder, document }: PublishedTree, name: string): Promise<SiteFile> {
  const body = await readFile(path.join(folder, name));
  return { name, sha256: hash('sha256', body), bytes: body.length, modified: document.modified };
}

/** The record of the site at the host; undefined if there is none that we have printed. */
async function readRecord(remote: RemoteFolder): Promise<GenerationDocument | undefined> {
  const bytes = await remote.read(fileName(paths.generation));
  return bytes === undefined ? undefined : toGenerationDocument(bytes).catch(() => undefined);
}

/** @throws ForeignFolder; SetupError if the folder doesn't exist */
async function refuseForeign(remote: RemoteFolder, before: GenerationDocument | undefined, now: GenerationDocument): Promise<void> {
  if (before !== undefined) {
    if (before.base_url === now.base_url) return;
    throw new ForeignFolder(
      { site: before.base_url },
      `publish: the folder has the site of ${before.base_url}, and this one is of ${now.base_url}; nothing was sent. Choose another folder, or use --replace`,
    );
  }
  const names = await remote.list('.');
  if (names === undefined) throw new SetupError('publish: the folder doesn’t exist; check path, which is relative to where you sign in');
  const others = names.filter((name) => !HARMLESS.has(name));
  if (others.length === 0) return;
  const [files, isMore] = [others.slice(0, 3), others.length > 3];
  throw new ForeignFolder(
    { files, isMore },
    `publish: the folder has ${files.join(', ')}${isMore ? ' and more' : ''}, which this program hasn't put there; nothing was sent. Choose an empty folder, or use --replace to overwrite files with the same names`,
  );
}

/** What hosts put into an empty web space. */
const HARMLESS: ReadonlySet<string> = new Set(['.', '..', '.well-known', 'cgi-bin', '.ftpquota', '.DS_Store']);

/** Runs the jobs, a few at a time. After one fails, no other starts. @throws the first error once all running jobs have ended */
async function inParallel(jobs: readonly ((slot: number) => Promise<void>)[]): Promise<void> {
  const queue = new PQueue({ concurrency: PARALLEL });
  const slots = Array.from({ length: PARALLEL }, (_, slot) => slot);
  let failed: { readonly error: unknown } | undefined;
  const run = (job: (slot: number) => Promise<void>) => async () => {
    if (failed) return;
    const slot = slots.pop() as number;
    await job(slot).catch((error: unknown) => {
      failed ??= { error };
    });
    slots.push(slot);
  };
  await queue.addAll(jobs.map(run));
  if (failed) throw failed.error;
}
