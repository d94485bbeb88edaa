import { progress } from './cli/progress.ts';
import { runCommand } from './cli/run-command.ts';
import { readSettings } from './cli/settings.ts';
import { readArguments } from './import/arguments.ts';
import { importReviews } from './import/import-reviews.ts';

/** `npm run import`: brings reviews exported elsewhere into `content/reviews/` (C13). */
await runCommand(async () => {
  const args = readArguments(process.argv.slice(2));
  const { CONTENT_DIR, DATA_DIR } = readSettings();
  const { report, isAllRefused } = await importReviews(args, {
    contentDir: CONTENT_DIR,
    dataDir: DATA_DIR,
    now: new Date(),
    progress: progress(process.stderr),
  });
  console.log(report);
  if (isAllRefused) process.exitCode = 1;
});
