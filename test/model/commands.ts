import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from '../../scripts/build/build.ts';
import { purge } from '../../scripts/build/swap.ts';
import { readArguments } from '../../scripts/import/arguments.ts';
import { ImportError } from '../../scripts/import/context.ts';
import { importReviews } from '../../scripts/import/import-reviews.ts';
import { createFolder } from '../../scripts/new/create.ts';
import { add } from '../../scripts/review/add.ts';
import type { ReviewContext } from '../../scripts/review/context.ts';
import { reply } from '../../scripts/review/reply.ts';
import { takedown } from '../../scripts/review/takedown.ts';
import { verify } from '../../scripts/review/verify.ts';
import { ContentError } from '../../site/content/problems.ts';
import { readEnvironment, SetupError } from '../../site/contract/environment.ts';
import { printDocuments } from '../support/print-documents.ts';
import type { BuildTask } from './build-process.ts';

// What the project's commands are called and how they refuse stands in this file alone.

/** Where a command works, and at what time in ms since 1970. */
export interface Place {
  readonly contentDir: string;
  readonly dataDir: string;
  readonly now: number;
}

/** What the command refused in words for a person; undefined where it did its work. Any other error is thrown. */
export async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof SetupError || error instanceof ImportError || error instanceof ContentError) return error.message;
    throw error;
  }
}

/** `npm run new`. */
export const newContent = (folder: string, name: string): Promise<void> => createFolder(folder, { name });

/** `npm run import`; more than 5 removals and more than a tenth of a source's reviews are refused without `--remove`. */
export async function importFiles(args: readonly string[], { contentDir, dataDir, now }: Place): Promise<string> {
  const progress = { step: () => {}, end: () => {} };
  return (await importReviews(readArguments(args), { contentDir, dataDir, now: new Date(now), progress })).report;
}

const reviewCommands = { add, reply, verify, takedown } as const;

/** `npm run review`; returns what it said. A takedown is refused while summary.md or faq.yaml quotes the text. */
export async function review(command: keyof typeof reviewCommands, args: readonly string[], place: Place): Promise<string> {
  const said: string[] = [];
  const { contentDir, dataDir, now } = place;
  const today = new Date(now).toISOString().slice(0, 10);
  const context: ReviewContext = { contentDir, dataDir, today, latest: today, terminal: undefined, say: (line) => said.push(line) };
  await reviewCommands[command](args, context);
  return said.join('\n');
}

/** `npm run build` without pages; another business than the one behind DIST_DIR is refused without `replace`. */
export function buildDocuments({ variables, now, replace, newLog = false }: BuildTask): Promise<unknown> {
  const environment = readEnvironment(variables);
  return build({ environment, now: () => now, onProgress: () => {}, print: printDocuments, replace, newLog });
}

/** What `npm run build -- --purge` does when the running server has had the time to look. */
export const purgeOlder = (distDir: string): Promise<number> => purge(distDir);

/** The same build in a process of its own, whole or killed on its way. Throws a SetupError with what it printed where it fails by itself. */
export async function buildInProcess(task: BuildTask): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('build-process.ts', import.meta.url)), JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0 && code !== null) throw new SetupError(printed);
}
