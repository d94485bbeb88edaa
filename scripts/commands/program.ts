import { meantName } from '../../site/content/problems.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { version } from '../cli/about.ts';
import { HelpRequest } from '../cli/flags.ts';
import { type Command, runCommand } from '../cli/run-command.ts';

/** The commands: a short description of each, and a function that loads it. */
export const commands: Readonly<Record<string, readonly [about: string, load: () => Promise<Command>]>> = {
  new: ['creates a folder for a business', async () => (await import('./new.ts')).newCommand],
  start: ['builds and serves everything', async () => (await import('./serve-site.ts')).startCommand],
  desk: ['opens a page to import, answer, edit, publish and back up', async () => (await import('./desk.ts')).deskCommand],
  dev: ['previews the pages while you edit the content', async () => (await import('./dev.ts')).devCommand],
  build: ['builds and publishes to dist/', async () => (await import('./build.ts')).build],
  publish: [
    'builds and brings the site to your web space, into a zip or to GitHub',
    async () => (await import('./publish.ts')).publishCommand,
  ],
  serve: ['serves the last build', async () => (await import('./serve-site.ts')).serveCommand],
  sidecar: ['serves search, MCP and the hub next to a static host', async () => (await import('./serve-site.ts')).sidecarCommand],
  import: ['imports reviews, or undoes an import', async () => (await import('./import.ts')).importCommand],
  review: ['adds, answers, verifies, takes down or finds a review', async () => (await import('./review.ts')).reviewCommand],
  check: ['lists problems in the content', async () => (await import('./check-content.ts')).checkContentCommand],
  backup: ['backs up the content, DATA_DIR and the log', async () => (await import('./backup.ts')).backupCommand],
  restore: ['restores a backup', async () => (await import('./restore.ts')).restoreCommand],
  hub: ['lists and ends WebSub subscriptions', async () => (await import('./hub.ts')).hubCommand],
  witness: ['follows and signs the logs of other businesses', async () => (await import('./witness.ts')).witnessCommand],
  analyse: ['has a language model analyze the reviews', async () => (await import('./analyse.ts')).analyseCommand],
};

const width = Math.max(...Object.keys(commands).map((name) => name.length));
const USAGE = `open-reviews [--root FOLDER] COMMAND [ARGUMENTS]

${Object.entries(commands)
  .map(([name, [about]]) => `  ${name.padEnd(width)}  ${about}`)
  .join('\n')}

  --root FOLDER   the folder of your business (default: the nearest one above with a business.yaml)
  --version       the version of this program
  COMMAND --help  the arguments of a command`;

/** Runs the program with its arguments: options, a command and the command's arguments. */
export async function runProgram(given: readonly string[]): Promise<void> {
  const { command, args, root } = readProgram(given);
  await runCommand(command, args, root);
}

/** Reads the arguments of the program. Errors in them are thrown by the command that it returns. */
export function readProgram(given: readonly string[]): {
  readonly command: Command;
  readonly args: readonly string[];
  readonly root?: string;
} {
  const { root, rest } = takeRoot(given);
  const [name, ...args] = rest;
  const command: Command = async (call) => {
    if (root === '') throw new SetupError('open-reviews: --root needs a folder');
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') throw new HelpRequest(USAGE);
    if (name === '--version' || name === '-v') return call.say(version());
    if (!Object.hasOwn(commands, name)) throw new SetupError(`open-reviews: unknown command ${name}${suggest(name)}\n\n${USAGE}`);
    const named = await commands[name]?.[1]();
    return named?.(call);
  };
  return { command, args, ...(root !== undefined && { root }) };
}

/** How many letters of a mistyped command can differ. */
const MOST_TYPOS = 2;

function suggest(name: string): string {
  const meant = meantName(name, Object.keys(commands), MOST_TYPOS);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

/** Takes `--root FOLDER` or `--root=FOLDER` from the options before the command. */
function takeRoot([first = '', ...more]: readonly string[]): { readonly root?: string; readonly rest: readonly string[] } {
  if (first === '--root') return { root: more[0] ?? '', rest: more.slice(1) };
  if (first.startsWith('--root=')) return { root: first.slice('--root='.length), rest: more };
  return { rest: first === '' ? [] : [first, ...more] };
}
