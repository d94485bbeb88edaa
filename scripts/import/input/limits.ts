import { ImportError } from '../import-error.ts';

const MEGABYTE = 1024 * 1024;

/** The largest file that is read from an archive, in bytes. */
const LARGEST_BYTES = 2048 * MEGABYTE;

/** Threshold: text compresses to about a tenth, deflate to a thousandth at best. */
const HIGHEST_RATIO = 200;
const HARMLESS_BYTES = 10 * MEGABYTE;

/** Throws an ImportError where the ratio of `unpacked` to `packed` bytes is that of a "zip bomb". */
export function refuseBomb(name: string, packed: number, unpacked: number): void {
  if (unpacked > LARGEST_BYTES) throw new ImportError(`${name}: unpacks to more than ${LARGEST_BYTES / MEGABYTE} MB, which no export does`);
  if (unpacked > HARMLESS_BYTES && unpacked > packed * HIGHEST_RATIO)
    throw new ImportError(`${name}: unpacks to more than ${HIGHEST_RATIO} times its size, which no export does`);
}

/** The message where an archive can't be read to its end. */
export function damaged(file: string, error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ImportError(`${file}: the archive is damaged (${reason}); download it again`);
}
