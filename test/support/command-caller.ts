import { callScript } from './call-command.ts';

/** A process that runs one command after another, like `callScript`. It receives its arguments as messages and replies with results. */
if (import.meta.main) {
  process.on('message', async (call: Parameters<typeof callScript>) => process.send?.(await callScript(...call)));
}
