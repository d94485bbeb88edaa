import { analyseReviews } from './analyse/analyse-reviews.ts';
import { readArguments } from './analyse/arguments.ts';
import { type Command, progress, runCommand } from './cli/run-command.ts';
import { readSettings } from './cli/settings.ts';

/** `npm run analyse`: verdicts of a language model on the published reviews, into `verdicts.json`. */
export const analyseCommand: Command = async ({ args, env, say }) => {
  const given = await readArguments(args);
  const { CONTENT_DIR, DATA_DIR, ANALYSE_API_KEY } = readSettings(env);
  const { report, isAllFailed } = await analyseReviews(
    { ...given, key: ANALYSE_API_KEY },
    { contentDir: CONTENT_DIR, dataDir: DATA_DIR, progress: progress(process.stderr) },
  );
  say(report);
  return isAllFailed ? false : undefined;
};

if (import.meta.main) await runCommand(analyseCommand);
