import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { commandLineFor } from '../../scripts/cli/settings.ts';
import { importReviews } from '../../scripts/commands/import.ts';
import { readArguments } from '../../scripts/import/arguments.ts';

/** Imports a text with arguments of the command, and returns the report. */
type Bring = (text: string, ...args: readonly string[]) => Promise<string>;

/** Runs `use` with the folder of an empty business and an import at `now`, and deletes the folder afterwards. */
export async function withBusiness<T>(now: Date, use: (contentDir: string, bring: Bring) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'open-reviews-business-'));
  try {
    const contentDir = path.join(folder, 'content');
    await mkdir(contentDir);
    await writeFile(path.join(contentDir, 'business.yaml'), 'name: Imported\n');
    const file = path.join(folder, 'reviews.export');
    return await use(contentDir, async (text, ...args) => {
      await writeFile(file, text);
      const progress = { step: () => {}, end: () => {} };
      return (
        await importReviews(readArguments([file, ...args]), { contentDir, dataDir: folder, now, progress, commandLine: commandLineFor({}) })
      ).report;
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
