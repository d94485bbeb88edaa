import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commandLineFor } from '../../scripts/cli/settings.ts';
import { importReviews } from '../../scripts/commands/import.ts';
import { readArguments } from '../../scripts/import/arguments.ts';
import { readDataset } from '../../site/content/read/read.ts';
import type { ReviewEntry } from '../../site/content/schemas.ts';
import { callScript } from './call-command.ts';
import { root, runScript, type ScriptResult } from './run-script.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A tiny content folder for importing exports with the command. */
export interface Importer {
  readonly folder: string;
  readonly content: string;
  readonly dataDir: string;
  /** The file that imports write. */
  readonly imported: string;
  /** The settings that `run` uses, as printed commands repeat them. */
  readonly typed: string;
  /** Writes a file beside the content and returns its path. */
  file(name: string, bytes: string | Uint8Array): Promise<string>;
  /** Runs the command in this process. */
  run(...args: readonly string[]): Promise<ScriptResult>;
  /** Runs the command in a new process, as npm does. */
  spawn(...args: readonly string[]): Promise<ScriptResult>;
  /** Imports in this process and returns what the command would print. Rejects with its error if it fails. */
  bring(...args: readonly string[]): Promise<string>;
  /**
   * Runs the command and returns the counts it prints, such as `2 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not
   * published`, and `; 1 review marked as removed` if it marks any.
   */
  counts(...args: readonly string[]): Promise<string>;
  published(): ReturnType<typeof readDataset>['reviews'];
  stored(): Promise<ReviewEntry[]>;
  /** Reads a file of the content. */
  read(name: string): Promise<string>;
}

export const SILENT = { step: () => {}, end: () => {} };

/** Makes a content folder with only the business's name in it. Its path has spaces. */
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
      return (
        await importReviews(readArguments(args), { contentDir: content, dataDir, now, progress: SILENT, commandLine: commandLineFor({}) })
      ).report;
    },
    async counts(...args) {
      const { stdout, stderr } = await run(...args);
      const rows = /^\d+ added, \d+ changed.*$/m.exec(stdout)?.[0];
      const removed = /^\d+ reviews? marked as removed(?= at the source: this export doesn't have (?:it|them)$)/m.exec(stdout)?.[0];
      return rows === undefined ? `${stdout}${stderr}` : [rows, ...(removed === undefined ? [] : [removed])].join('; ');
    },
    published: () => readDataset(content).reviews,
    stored: async () => JSON.parse(await readFile(imported, 'utf8')) as ReviewEntry[],
    read: (name) => readFile(path.join(content, name), 'utf8'),
  };
}
