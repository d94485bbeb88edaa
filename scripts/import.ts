import { type Command, progress } from './cli/run-command.ts';
import { readSettings } from './cli/settings.ts';
import { openTerminal } from './cli/terminal.ts';
import { readCommand } from './import/arguments.ts';
import { importReviews } from './import/import-reviews.ts';
import { undoImport } from './import/undo.ts';
import { watchFolder } from './import/watch/watch.ts';

/** `npm run import`: imports reviews into `content/reviews/`, undoes an import, or watches a folder. */
export const importCommand: Command = async ({ args, say, ...call }) => {
  const command = readCommand(args);
  const { CONTENT_DIR: contentDir, DATA_DIR: dataDir } = readSettings(call);
  const [now, terminal] = [new Date(), openTerminal()];
  if (command.kind === 'watch') return watchFolder(command, { ...call, say });
  if (command.kind === 'undo') return say(await undoImport({ ...command, contentDir, now, terminal }));
  const { report, isAllRefused } = await importReviews(command.given, {
    contentDir,
    dataDir,
    now,
    terminal,
    progress: progress(process.stderr),
  });
  say(report);
  return isAllRefused ? false : undefined;
};
