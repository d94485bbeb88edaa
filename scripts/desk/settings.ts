import path from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { readRegularFile } from '../../site/shared/regular-file.ts';
import { writeWhole } from '../content/write-file.ts';

/** The desk's settings, in `DATA_DIR/desk/settings.yaml`. */
const settings = z.looseObject({
  backups: z.string().optional(),
  downloads: z.string().optional(),
  /** IDs of the reviews without a reply that Today doesn't show. */
  set_aside: z.array(z.string()).optional(),
});
type DeskSettings = z.output<typeof settings>;

const fileIn = (dataDir: string) => path.join(dataDir, 'desk', 'settings.yaml');

/** A file that can't be read counts as empty, because everything in it can be entered again. */
export async function readDeskSettings(dataDir: string): Promise<DeskSettings> {
  try {
    return settings.parse(parse(readRegularFile(fileIn(dataDir))?.toString() ?? ''));
  } catch {
    return {};
  }
}

export async function rememberSettings(dataDir: string, changed: DeskSettings): Promise<void> {
  await writeWhole(fileIn(dataDir), stringify({ ...(await readDeskSettings(dataDir)), ...changed }));
}
