import { startServer } from '../sidecar/server.ts';
import { readEnvironment, SetupError } from '../site/contract/environment.ts';
import { runCommand } from './run-command.ts';
import { logLine, untilSignal } from './serving.ts';

/** `npm run serve`: serves what was built last, without building. */
await runCommand(async () => {
  const environment = readEnvironment(process.env);
  const server = await startServer({ environment, mode: 'origin', log: logLine });
  try {
    if (!server.generations.current()) throw new SetupError(`serve: there is no build in ${environment.DIST_DIR}; run npm run build first`);
    const stopped = untilSignal();
    console.log(`serving ${environment.DIST_DIR} on ${server.url}`);
    await stopped;
  } finally {
    await server.close();
  }
});
