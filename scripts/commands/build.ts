import { buildCommand } from '../build/command.ts';
import type { Command } from '../cli/run-command.ts';

/** `npm run build`: builds `dist/`. Exits if the `npm start` that runs it ends. */
export const build: Command = (call) => {
  process.channel?.unref();
  process.once('disconnect', () => process.exit(1));
  return buildCommand()(call);
};
