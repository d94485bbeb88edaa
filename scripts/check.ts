import { checks, format, installTestPackages, runCheck, runChecks } from './check/checks.ts';
import { refuseArguments } from './cli/flags.ts';
import { runCommand } from './cli/run-command.ts';

const USAGE = `npm run check [-- --write]   types, lint, format and unused code

  --write   format, and fix what can be fixed safely, as npm run format does`;

/** `npm run check`: types, lint, format and unused code; `npm run format` fixes what it can. */
await runCommand(async ({ args }) => {
  const { has } = refuseArguments('check', USAGE, args, ['write']);
  await installTestPackages();
  const hasPassed = has('write') ? await runCheck(format) : (await runChecks()) === checks.length;
  if (!hasPassed) process.exitCode = 1;
});
