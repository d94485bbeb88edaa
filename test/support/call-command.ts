import { printDocuments } from './print-documents.ts';
import { recordCommand } from './recorded-command.ts';
import { commandEnvironment, NOBODY, type ScriptResult } from './run-script.ts';

/** Commands that may run in the process of a test. */
const commands = {
  analyse: () => import('../../scripts/analyse.ts').then(({ analyseCommand }) => analyseCommand),
  // Without pages, which take Astro its time.
  build: () => import('../../scripts/build/command.ts').then(({ buildCommand }) => buildCommand(printDocuments)),
  'check-content': () => import('../../scripts/check-content.ts').then(({ checkContentCommand }) => checkContentCommand),
  import: () => import('../../scripts/import.ts').then(({ importCommand }) => importCommand),
  new: () => import('../../scripts/new.ts').then(({ newCommand }) => newCommand),
  review: () => import('../../scripts/review.ts').then(({ reviewCommand }) => reviewCommand),
} as const;

export type CalledCommand = keyof typeof commands;

/** Runs a command to its end as `runScript` does, but in this process: one at a time, since locks are a process's. */
export async function callScript(
  name: CalledCommand,
  variables: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<ScriptResult> {
  return recordCommand(await commands[name](), args, commandEnvironment(variables));
}

/** Publishes the documents of `content` in `dist`, without pages; returns what the build says, throws it where the build fails. */
export async function buildDocuments(content: string, dist: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
  const result = await callScript('build', { BASE_URL: NOBODY, CONTENT_DIR: content, DIST_DIR: dist, ...variables });
  if (result.code !== 0) throw new Error(`build of ${content}: ${result.stderr}${result.stdout}`);
  return result.stdout;
}
