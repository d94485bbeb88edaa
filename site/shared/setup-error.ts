/** Thrown for an invalid setting, argument or file. The message has the problem and the fix in one sentence. */
export class SetupError extends Error {
  override name = 'SetupError';
}

/** Nothing can be written, because the disk or a user's share of it is full. Reading still works. */
export class DiskFull extends SetupError {
  override name = 'DiskFull';

  constructor(place: string) {
    super(`${place}: can't be written, because the disk is full or this user has used up their share of it; free some space and try again`);
  }
}

/** SQLITE_FULL; extended codes have more in their other bytes. */
const SQLITE_FULL = 13;

/** An error as DiskFull if that is its cause, otherwise unchanged. `place` is what was written, by default the path in the error. */
export function explainFull(error: unknown, place?: string): unknown {
  if (!(error instanceof Error) || error instanceof SetupError) return error;
  const isFull =
    ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) ||
    ('errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === SQLITE_FULL);
  if (isFull) return new DiskFull(place ?? ('path' in error && typeof error.path === 'string' ? error.path : process.cwd()));
  const cause = error.cause === undefined ? undefined : explainFull(error.cause, place);
  return cause instanceof DiskFull ? cause : error;
}
