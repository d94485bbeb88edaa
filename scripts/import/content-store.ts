import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { readEntries } from '../../site/dataset/read.ts';
import { parseEntry } from './entry-line.ts';
import { splitLines } from './input/json-records.ts';
import { decodeText } from './input/text.ts';
import { ImportError } from './source-record.ts';
import type { Staging } from './staging.ts';

const FILE = 'imported.json';

/** The file that imports write. */
export function importedFile(contentDir: string): string {
  return path.join(contentDir, 'reviews', FILE);
}

/** Brings every review of the content into `staging`. Throws a ContentError where the content isn't sound. */
export async function stageContent(contentDir: string, staging: Staging): Promise<void> {
  const own = importedFile(contentDir);
  for (const { entry, file, line, place } of readEntries(contentDir, own))
    staging.addStored(entry, [line === undefined ? file : `${file}:${line}`, place].filter(Boolean).join(' '));
  if (await stageLines(own, staging)) return;
  // A person has changed the file: the strict reader knows every form, and says what is wrong with it.
  staging.forgetOwn();
  for (const { entry, file } of readEntries(contentDir)) if (file === own) staging.addStored(entry, undefined);
}

/** Reads the file as imports write it, a review a line; false where it isn't quite like that. */
async function stageLines(file: string, staging: Staging): Promise<boolean> {
  if ((await stat(file).catch(() => undefined)) === undefined) return true;
  let expected = '[';
  try {
    for await (const line of splitLines(decodeText(file, createReadStream(file)))) {
      const entry = expected === '[' || line === ']' ? undefined : parseEntry(line.replace(/,$/, ''));
      if (entry === undefined && line !== expected) return false;
      expected = line === ']' ? '' : ']';
      if (entry !== undefined) staging.addStored(entry, undefined);
    }
  } catch {
    // Not UTF-8, or an id twice.
    return false;
  }
  return expected === '';
}

/** Says whether a file has changed since: undefined stands for no file. */
export async function fingerprint(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found && [found.ino, found.size, found.mtimeNs].join(' ');
}

/** Replaces the file in one step, one review a line; a crash at any moment leaves the old one or the new one whole. */
export async function writeImported(contentDir: string, lines: Iterable<string>): Promise<void> {
  await replaceFile(importedFile(contentDir), printList(lines));
}

function* printList(lines: Iterable<string>): Generator<string> {
  let open = '[';
  for (const line of lines) {
    yield `${open}\n${line}`;
    open = ',';
  }
  yield `${open === '[' ? '[' : ''}\n]\n`;
}

const BUFFERED = 256 * 1024;

/** Writes a draft beside the file, and puts it in the file's place when it is whole and on the disk. */
export async function replaceFile(file: string, text: Iterable<string>): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  await removeDrafts(file);
  const draft = path.join(folder, `.${path.basename(file)}.${process.pid}`);
  const handle = await open(draft, 'w');
  try {
    let waiting = '';
    for (const part of text) {
      waiting += part;
      if (waiting.length < BUFFERED) continue;
      await handle.writeFile(waiting);
      waiting = '';
    }
    await handle.writeFile(waiting);
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(draft, { force: true });
    throw unwritable(file, error);
  }
}

function unwritable(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new ImportError(`${file}: cannot be written (${code}); nothing was imported`);
}

/** Those of imports that were killed. */
async function removeDrafts(file: string): Promise<void> {
  const prefix = `.${path.basename(file)}.`;
  const drafts = (await readdir(path.dirname(file))).filter(
    (name) => name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length))),
  );
  await Promise.all(drafts.map((name) => rm(path.join(path.dirname(file), name), { force: true })));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Throws an ImportError where the file is no longer as it was. */
export async function refuseChanged(file: string, before: string | undefined): Promise<void> {
  if ((await fingerprint(file)) !== before)
    throw new ImportError(`${file}: was changed while the import ran; nothing was imported, run it again`);
}
