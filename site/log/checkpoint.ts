import { type Bytes, fromBase64, toBase64 } from './bytes.ts';
import { LogError, readNote } from './note.ts';

/** The head of a tree: what a log signs (tlog-checkpoint). */
export interface TreeHead {
  /** The log's name, fixed at its first entry. */
  readonly origin: string;
  readonly size: number;
  readonly root: Bytes;
}

/** A tree head and the signed note that says it. */
export interface Checkpoint extends TreeHead {
  readonly note: string;
}

/** The text of a checkpoint, to be signed (tlog-checkpoint, Note text). */
export function printTreeHead({ origin, size, root }: TreeHead): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Reads a checkpoint; its signatures aren't verified. Throws a LogError where it isn't one. */
export function readCheckpoint(note: string): Checkpoint {
  const [origin = '', size = '', hash = ''] = readNote(note).text.split('\n');
  const root = fromBase64(hash);
  if (origin === '' || !/^(0|[1-9]\d*)$/.test(size) || !Number.isSafeInteger(Number(size)) || root?.length !== 32)
    throw new LogError('log: a checkpoint has not the lines of one');
  return { origin, size: Number(size), root, note };
}
