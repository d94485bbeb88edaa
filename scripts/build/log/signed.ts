import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { SetupError } from '../../../site/contract/environment.ts';
import { writeWhole } from '../../content/write-file.ts';

const FILE = 'log.json';

/**
 * The last checkpoint that this machine published or showed to a witness, and the entries that came with it, from index `from` on: a build
 * that was killed before it published them goes on from there. They hold neither text nor salts.
 */
const lastSigned = z.object({
  checkpoint: z.string(),
  from: z.int(),
  entries: z.array(z.string()),
});
export type LastSigned = z.infer<typeof lastSigned>;

/** Undefined where this machine has signed nothing yet. Throws a SetupError where the record can't be read. */
export async function readLastSigned(dataDir: string): Promise<LastSigned | undefined> {
  const file = path.join(dataDir, FILE);
  try {
    return lastSigned.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new SetupError(
      `log: ${file} cannot be read; it keeps this machine from signing two histories: restore it, or remove it if there is but one`,
    );
  }
}

/** Keeps the record, whole and through a crash of the machine. */
export async function keepLastSigned(dataDir: string, signed: LastSigned): Promise<void> {
  await writeWhole(path.join(dataDir, FILE), `${JSON.stringify(signed)}\n`);
}
