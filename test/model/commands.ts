import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from '../../scripts/build/build.ts';
import { purge } from '../../scripts/build/swap.ts';
import { commandLineFor } from '../../scripts/cli/settings.ts';
import { importReviews } from '../../scripts/commands/import.ts';
import { readArguments } from '../../scripts/import/arguments.ts';
import { ImportError } from '../../scripts/import/questions.ts';
import { createFolder } from '../../scripts/new/create.ts';
import { add } from '../../scripts/review/add.ts';
import type { ReviewContext } from '../../scripts/review/find.ts';
import { reply } from '../../scripts/review/reply.ts';
import { takedown } from '../../scripts/review/takedown.ts';
import { verify } from '../../scripts/review/verify.ts';
import { ContentError } from '../../site/content/problems.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { printDocuments } from '../support/print-documents.ts';
import type { ModelBuildTask } from './build-process.ts';

// Only this file knows how to call the project's commands and how they report a refusal.

/** The folders of a command, and its time in ms since 1970. */
export interface BusinessPlace {
  readonly contentDir: string;
  readonly dataDir: string;
  readonly now: number;
}

/** Returns the message with which a command refuses its work, or undefined if it succeeds. Any other error is thrown. */
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

/** `npm run import`. Without `--remove`, it refuses more than 5 removals if they are more than a tenth of a source's reviews. */
export async function importFiles(args: readonly string[], { contentDir, dataDir, now }: BusinessPlace): Promise<string> {
  const progress = { step: () => {}, end: () => {} };
  return (await importReviews(readArguments(args), { contentDir, dataDir, now: new Date(now), progress, commandLine: commandLineFor({}) }))
    .report;
}

const reviewCommands = { add, reply, verify, takedown } as const;

/** `npm run review`; returns its output. A takedown is refused while summary.md or faq.yaml quotes the text. */
export async function review(command: keyof typeof reviewCommands, args: readonly string[], place: BusinessPlace): Promise<string> {
  const said: string[] = [];
  const { contentDir, dataDir, now } = place;
  const today = new Date(now).toISOString().slice(0, 10);
  const context: ReviewContext = {
    contentDir,
    dataDir,
    today,
    latest: today,
    terminal: undefined,
    say: (line) => said.push(line),
    commandLine: commandLineFor({}),
  };
  await reviewCommands[command](args, context);
  return said.join('\n');
}

/** `npm run build` without pages. Without `replace`, it refuses to replace the site of another business in DIST_DIR. */
export function buildDocuments({ variables, now, replace, newLog = false }: ModelBuildTask): Promise<unknown> {
  const environment = readEnvironment(variables);
  return build({ environment, now: () => now, onProgress: () => {}, print: printDocuments, replace, newLog });
}

/** Purges as `npm run build -- --purge` does once the running server has had time to load the new build. */
export const purgeOlder = (distDir: string): Promise<number> => purge(distDir);

/** Runs a build in its own process, to its end or until it is killed. Throws a SetupError with its output if it fails by itself. */
export async function buildInProcess(task: ModelBuildTask): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('build-process.ts', import.meta.url)), JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0 && code !== null) throw new SetupError(printed);
}
