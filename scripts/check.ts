import { checks, format, runCheck, runChecks } from './check/checks.ts';
import { installStrangers } from './check/strangers.ts';
import { readFlags } from './cli/flags.ts';
import { runCommand } from './cli/run-command.ts';

const USAGE = `npm run check [-- --write]
  --write   formats instead of checking`;

/** `npm run check`: types, lint, format and unused code; `npm run format` fixes what it can. */
await runCommand(async () => {
  const { has } = readFlags('check', USAGE, process.argv.slice(2), [], ['write']);
  await installStrangers();
  const hasPassed = has('write') ? await runCheck(format) : (await runChecks()) === checks.length;
  if (!hasPassed) process.exitCode = 1;
});
