import { lstatSync, readFileSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { SetupError } from './setup-error.ts';

/** Why a path can't be read, and how to fix that. */
export interface FileFault {
  readonly found: string;
  readonly write: string;
}

/** Something that should be a file and can't be read. */
export class UnreadableFile extends SetupError {
  override name = 'UnreadableFile';
  readonly fault: FileFault;

  constructor(file: string, fault: FileFault) {
    super(`${file}: found ${fault.found}; ${fault.write}`);
    this.fault = fault;
  }
}

const REPLACE = 'replace it with a file, or remove it';

/** The fault of a folder where a file should be. */
export const folderFault: FileFault = { found: 'a folder', write: REPLACE };

/** What is at a path where a folder should be, for messages. */
export const foundInsteadOfFolder = (kind: Exclude<ReturnType<typeof fileKind>, 'folder'>): string =>
  kind === 'missing' ? 'no such folder' : kind === 'file' ? 'a file' : kind.found;

/** What a path leads to if links are followed; a fault if it is neither a file nor a folder, and can't be ignored either. */
export function fileKind(file: string): 'file' | 'folder' | 'missing' | FileFault {
  try {
    return kindOf(statSync(file));
  } catch (error) {
    return isAbsence(error) && !isLink(file) ? 'missing' : faultOf(file, error);
  }
}

/** Opening a pipe waits for someone to write into it, and a device may never end. */
function kindOf(found: Stats): ReturnType<typeof fileKind> {
  if (found.isFile()) return 'file';
  if (found.isDirectory()) return 'folder';
  return { found: found.isFIFO() ? 'a named pipe' : found.isSocket() ? 'a socket' : 'a device', write: REPLACE };
}

/** What changes whenever a file is written: its inode, size and time. Undefined if there is no file, links followed. */
export function fingerprintOf(file: string): string | undefined {
  const found = fileKind(file) === 'file' ? statSync(file, { bigint: true, throwIfNoEntry: false }) : undefined;
  return found && `${found.ino} ${found.size} ${found.mtimeNs}`;
}

/** The bytes of a file, links followed; undefined if there is none. @throws UnreadableFile */
export function readRegularFile(file: string): Buffer<ArrayBuffer> | undefined {
  const kind = fileKind(file);
  if (kind === 'missing') return undefined;
  if (kind !== 'file') throw new UnreadableFile(file, kind === 'folder' ? folderFault : kind);
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UnreadableFile(file, faultOf(file, error));
  }
}

/** The bytes of a file, links followed, or why it can't be read; undefined if there is none. */
export function readOrExplain(file: string): Buffer<ArrayBuffer> | FileFault | undefined {
  try {
    return readRegularFile(file);
  } catch (error) {
    if (error instanceof UnreadableFile) return error.fault;
    throw error;
  }
}

/** Describes an error of the file system about a path that should be readable. */
export function faultOf(file: string, error: unknown): FileFault {
  const code = codeOf(error);
  if (code === 'ELOOP') return { found: 'a link that leads back to itself', write: 'link to something that exists, or remove the link' };
  if (isAbsence(error) && isLink(file))
    return { found: `a link to ${readlinkSync(file)}, which doesn't exist`, write: 'link to something that exists, or remove the link' };
  if (code === 'EACCES' || code === 'EPERM')
    return { found: 'something that this user may not read', write: 'give the user who runs this command permission to read it' };
  return { found: `something that can't be read (${code})`, write: 'restore it from a backup, or remove it' };
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : error);

/** Names that no file system can have are absent, too. */
const isAbsence = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'].includes(String(codeOf(error)));

function isLink(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}
