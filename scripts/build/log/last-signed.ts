import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeWhole } from '../../../site/content/write/write-file.ts';
import { type Environment, SetupError } from '../../../site/contract/environment.ts';

/**
 * The last checkpoint that this machine published in a DIST_DIR or sent to a witness, and its entries from index `from` on: after a build
 * that was killed before publishing, the next one continues from them. They contain neither texts nor salts.
 */
const lastSigned = z.object({
  checkpoint: z.string(),
  from: z.int(),
  entries: z.array(z.string()),
});
export type LastSigned = z.infer<typeof lastSigned>;

type Folders = Pick<Environment, 'DATA_DIR' | 'DIST_DIR'>;

/** Undefined where this machine has signed nothing yet. Throws a SetupError where the record can't be read. */
export async function readLastSigned(folders: Folders): Promise<LastSigned | undefined> {
  const file = signedLogFile(folders);
  try {
    return lastSigned.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new SetupError(
      `log: ${file} cannot be read; it keeps this machine from signing two histories: restore it, or remove it if there is but one`,
    );
  }
}

/** Writes the record atomically and durably. */
export async function keepLastSigned(folders: Folders, signed: LastSigned): Promise<void> {
  await writeWhole(signedLogFile(folders), `${JSON.stringify(signed)}\n`);
}

function signedLogFile({ DATA_DIR, DIST_DIR }: Folders): string {
  const name = createHash('sha256').update(path.resolve(DIST_DIR)).digest('hex').slice(0, 8);
  return path.join(DATA_DIR, `log-${name}.json`);
}
