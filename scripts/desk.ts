import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Locked, withContentLock } from '../site/content/write/lock.ts';
import { SetupError } from '../site/contract/environment.ts';
import { refuseArguments } from './cli/flags.ts';
import { type Command, untilSignal } from './cli/run-command.ts';
import { readSettings } from './cli/settings.ts';
import { startDesk } from './desk/app.ts';
import { ENTRANCE_FILE_MS, removeEntranceFiles, writeEntranceFile } from './desk/entrance-file.ts';

const USAGE = `npm run desk [-- --no-open]   opens a page in the browser to import, answer, edit, publish and back up

  --no-open   only print the link`;

/** `npm run desk`: a local page that replaces commands and files for the owner. It stops with the terminal, or after a day without use. */
export const deskCommand: Command = async ({ args, say, ...call }) => {
  const { has } = refuseArguments('desk', USAGE, args, ['no-open']);
  const settings = readSettings(call);
  const folder = path.join(settings.DATA_DIR, 'desk');
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
  }
};

async function run(settings: ReturnType<typeof readSettings>, isQuiet: boolean, say: (text: string) => void): Promise<void> {
  const stopped = untilSignal();
  const folder = path.join(settings.DATA_DIR, 'desk');
  await removeEntranceFiles(folder);
  const desk = await startDesk({ settings, now: () => new Date() });
  try {
    say(`The desk is open. If no browser has opened, open this link; it works once:\n\n  ${desk.entrance}\n\nStop it with Ctrl-C.`);
    if (!isQuiet) openBrowser(await writeEntranceFile(folder, desk.entrance));
    // The file has a secret, so it's deleted after its first use or a minute.
    const minute = setTimeout(() => void removeEntranceFiles(folder), ENTRANCE_FILE_MS).unref();
    void desk.entered.then(() => removeEntranceFiles(folder)).finally(() => clearTimeout(minute));
    await Promise.race([stopped, desk.unused]);
  } finally {
    await desk.close();
    await removeEntranceFiles(folder);
  }
}

/** Opens a file that leads to the desk in the owner's browser. The link is also printed, for browsers that can't open the file. */
function openBrowser(file: string): void {
  const [program, ...args] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform as string] ?? ['xdg-open'];
  spawn(program as string, [...args, file], { stdio: 'ignore', detached: true })
    .once('error', () => {})
    .unref();
}
