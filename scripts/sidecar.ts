import { startServer } from '../sidecar/server.ts';
import { readEnvironment, SetupError } from '../site/contract/environment.ts';
import { runCommand } from './run-command.ts';
import { logLine, untilSignal } from './serving.ts';

/** `npm run sidecar`: search, /mcp and the hub alone, beside a CDN that serves `dist/`. */
await runCommand(async () => {
  const environment = readEnvironment(process.env);
  const from = environment.DATASET_URL ?? environment.DIST_DIR;
  const server = await startServer({ environment, mode: 'sidecar', log: logLine });
  try {
    if (!server.generations.current()) {
      const mend =
        environment.DATASET_URL === undefined
          ? 'run npm run build first, or set DATASET_URL'
          : 'check DATASET_URL and that the site is published';
      throw new SetupError(`sidecar: nothing to serve at ${from}; ${mend}`);
    }
    const stopped = untilSignal();
    console.log(`serving search from ${from} on ${server.url}`);
    await stopped;
  } finally {
    await server.close();
  }
});
