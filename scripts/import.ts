import { progress } from './cli/progress.ts';
import { type Command, runCommand } from './cli/run-command.ts';
import { readSettings } from './cli/settings.ts';
import { readArguments } from './import/arguments.ts';
import { importReviews } from './import/import-reviews.ts';

/** `npm run import`: brings reviews exported elsewhere into `content/reviews/` (C13). */
export const importCommand: Command = async ({ args, env, say }) => {
  const given = readArguments(args);
  const { CONTENT_DIR, DATA_DIR } = readSettings(env);
  const { report, isAllRefused } = await importReviews(given, {
    contentDir: CONTENT_DIR,
    dataDir: DATA_DIR,
    now: new Date(),
    progress: progress(process.stderr),
  });
  say(report);
  return isAllRefused ? false : undefined;
};

if (import.meta.main) await runCommand(importCommand);
