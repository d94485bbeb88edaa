import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readArguments } from '../../scripts/import/arguments.ts';
import { importReviews } from '../../scripts/import/import-reviews.ts';
import { readDataset } from '../../site/content/read/read.ts';
import type { ReviewEntry } from '../../site/content/schemas.ts';
import { callScript } from './call-command.ts';
import { root, runScript, type ScriptResult } from './run-script.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A tiny content folder into which exports are brought with the command. */
export interface Importer {
  readonly folder: string;
  readonly content: string;
  readonly dataDir: string;
  /** The file that imports write. */
  readonly imported: string;
  /** The settings that `run` gives, as a printed command repeats them. */
  readonly typed: string;
  /** Writes a file beside the content and returns its path. */
  file(name: string, bytes: string | Uint8Array): Promise<string>;
  /** Runs the command in this process. */
  run(...args: readonly string[]): Promise<ScriptResult>;
  /** Runs it in a process of its own, as npm does. */
  spawn(...args: readonly string[]): Promise<ScriptResult>;
  /** What the command would print, in this process; rejects with what it says where it stops. */
  bring(...args: readonly string[]): Promise<string>;
  /** What the command's last lines say, such as `2 added, 0 changed, 0 removed, 0 unchanged, 0 refused`. */
  counts(...args: readonly string[]): Promise<string>;
  published(): ReturnType<typeof readDataset>['reviews'];
  stored(): Promise<ReviewEntry[]>;
  /** A file of the content. */
  read(name: string): Promise<string>;
}

export const SILENT = { step: () => {}, end: () => {} };

/** Makes a content folder with nothing but the business's name in it; its path has spaces. */
export async function newImporter(): Promise<Importer> {
  const folder = temporaryFolder();
  const content = path.join(folder, 'content');
  const dataDir = path.join(folder, 'data');
  const imported = path.join(content, 'reviews/imported.json');
  await mkdir(content);
  await writeFile(path.join(content, 'business.yaml'), 'name: Importer\n');
  const variables = { CONTENT_DIR: content, DATA_DIR: dataDir };
  const run = (...args: readonly string[]) => callScript('import', variables, args);
  return {
    folder,
    content,
    dataDir,
    imported,
    typed: `CONTENT_DIR='${content}' DATA_DIR='${dataDir}'`,
    run,
    spawn: (...args) => runScript('import', variables, root, args),
    async file(name, bytes) {
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, bytes);
      return file;
    },
    async bring(...args) {
      const now = new Date();
      return (await importReviews(readArguments(args), { contentDir: content, dataDir, now, progress: SILENT })).report;
    },
    async counts(...args) {
      const { stdout, stderr } = await run(...args);
      return /^\d+ added.*$/m.exec(stdout)?.[0] ?? `${stdout}${stderr}`;
    },
    published: () => readDataset(content).reviews,
    stored: async () => JSON.parse(await readFile(imported, 'utf8')) as ReviewEntry[],
    read: (name) => readFile(path.join(content, name), 'utf8'),
  };
}
