import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { systemClock } from '../../sidecar/runtime.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { refuseArguments } from '../cli/flags.ts';
import { type Command, untilSignal } from '../cli/run-command.ts';
import type { Settings } from '../cli/settings.ts';
import { Locked, withContentLock } from '../content/lock.ts';
import { deskFolder, sweep } from '../content/own-folders.ts';
import { offerEntranceFile, startDesk } from '../desk/app.ts';
import { openFolder } from './open-folder.ts';

const USAGE = `npm run desk [-- --no-open]   opens a page in the browser to import, answer, edit, publish and back up

  --no-open   only print the link`;

/** `npm run desk`: a local page that replaces commands and files for the owner. It stops with the terminal, or after a day without use. */
export const deskCommand: Command = async ({ args, say, ...call }) => {
  const { has } = refuseArguments('desk', USAGE, args, ['no-open']);
  const settings = await openFolder({ ...call, say });
  const folder = deskFolder(settings.DATA_DIR);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let isFirst = false;
  try {
    // Two desks would write the same history.
    const work = () => {
      isFirst = true;
      return run(settings, has('no-open'), say);
    };
    await withContentLock(folder, work, 0);
  } catch (error) {
    if (isFirst || !(error instanceof Locked)) throw error;
    throw new SetupError("desk: it's already open; use its page, or stop it first with Ctrl-C in its terminal");
  } finally {
    // The desk's lock has ended.
    await sweep(settings);
  }
};

async function run(settings: Settings, isQuiet: boolean, say: (text: string) => void): Promise<void> {
  const stopped = untilSignal();
  const folder = deskFolder(settings.DATA_DIR);
  const desk = await startDesk({ settings, now: () => new Date() });
  try {
    say(`The desk is open. If no browser has opened, open this link; it works once:\n\n  ${desk.entrance}\n\nStop it with Ctrl-C.`);
    // Without room for the file, the printed link still works.
    if (!isQuiet) await offerEntranceFile(folder, desk, systemClock).then(openBrowser, () => {});
    await Promise.race([stopped, desk.unused]);
  } finally {
    await desk.close();
  }
}

/** Opens a file that leads to the desk in the owner's browser. The link is also printed, for browsers that can't open the file. */
function openBrowser(file: string): void {
  const [program, ...args] = openerFor(process.platform, file);
  spawn(program, args, { stdio: 'ignore', detached: true, windowsVerbatimArguments: true })
    .once('error', () => {})
    .unref();
}

/** The program that opens a file, with its arguments. `cmd` would run what follows an `&` in a path without quotes. */
function openerFor(platform: NodeJS.Platform, file: string): [program: string, ...args: string[]] {
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', `"${file}"`];
  return [platform === 'darwin' ? 'open' : 'xdg-open', file];
}
