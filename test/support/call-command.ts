import { readProgram } from '../../scripts/commands/program.ts';
import { printDocuments } from './print-documents.ts';
import { recordCommand } from './recorded-command.ts';
import { commandEnvironment, NOBODY, type ScriptResult, scriptEnvironment } from './run-script.ts';

/** Commands that can run in a test's process. */
const commands = {
  analyse: () => import('../../scripts/commands/analyse.ts').then(({ analyseCommand }) => analyseCommand),
  backup: () => import('../../scripts/commands/backup.ts').then(({ backupCommand }) => backupCommand),
  // Without pages, since Astro is slow.
  build: () => import('../../scripts/commands/build.ts').then(({ buildCommand }) => buildCommand(printDocuments)),
  'check-content': () => import('../../scripts/commands/check-content.ts').then(({ checkContentCommand }) => checkContentCommand),
  hub: () => import('../../scripts/commands/hub.ts').then(({ hubCommand }) => hubCommand),
  import: () => import('../../scripts/commands/import.ts').then(({ importCommand }) => importCommand),
  // Without npm packages, since npm is slow.
  new: () => import('../../scripts/commands/new.ts').then(({ createNewCommand }) => createNewCommand(async () => {})),
  // Without pages, as `build`.
  publish: () => import('../../scripts/commands/publish.ts').then(({ publishCommandWith }) => publishCommandWith(printDocuments)),
  restore: () => import('../../scripts/commands/restore.ts').then(({ restoreCommand }) => restoreCommand),
  review: () => import('../../scripts/commands/review.ts').then(({ reviewCommand }) => reviewCommand),
  // These two serve if they don't fail, so call them only with what they must refuse.
  serve: () => import('../../scripts/commands/serve-site.ts').then(({ serveCommand }) => serveCommand),
  sidecar: () => import('../../scripts/commands/serve-site.ts').then(({ sidecarCommand }) => sidecarCommand),
} as const;

export type CalledCommand = keyof typeof commands;

/** Runs a command like `runScript`, but in this process. Run only one at a time, since locks belong to the process. */
export async function callScript(
  name: CalledCommand,
  variables: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<ScriptResult> {
  return recordCommand(await commands[name](), args, commandEnvironment(variables));
}

/**
 * Runs the program with these arguments as a user in the folder `cwd` would, but in this process. `build` would end this process with
 * the one that started it, so it needs a process. Run only one at a time, since the current folder belongs to the process.
 */
export async function callProgram(
  cwd: string,
  given: readonly string[],
  variables: Readonly<Record<string, string | undefined>> = {},
): Promise<ScriptResult> {
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const { command, args, root } = readProgram(given);
    return await recordCommand(command, args, { ...scriptEnvironment(), CI: '1', ...variables }, root);
  } finally {
    process.chdir(before);
  }
}

/** Builds the documents of `content` into `dist`, without pages. Returns the output of the build, or throws it if the build fails. */
export async function buildDocuments(content: string, dist: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
  const result = await callScript('build', { BASE_URL: NOBODY, CONTENT_DIR: content, DIST_DIR: dist, ...variables });
  if (result.code !== 0) throw new Error(`build of ${content}: ${result.stderr}${result.stdout}`);
  return result.stdout;
}
