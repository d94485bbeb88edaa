import { buildCommand } from './build/command.ts';
import type { Command } from './cli/run-command.ts';

/** `npm run build`: builds `dist/`. A build started by `npm start` ends with it. */
export const build: Command = (call) => {
  process.channel?.unref();
  process.once('disconnect', () => process.exit(1));
  return buildCommand()(call);
};
