import { startServer } from '../sidecar/server.ts';
import { type Environment, readEnvironment, SetupError } from '../site/contract/environment.ts';
import { runCommand } from './run-command.ts';

/** Serves what was built last until a signal comes: everything on one origin, or the sidecar's part alone. */
export async function serve(mode: 'origin' | 'sidecar'): Promise<void> {
  await runCommand(async () => {
    const environment = readEnvironment(process.env);
    const server = await startServer({ environment, mode, log: logLine });
    try {
      if (!server.generations.current()) throw new SetupError(describeNothing(mode, environment));
      const stopped = untilSignal();
      console.log(`serving ${mode === 'origin' ? 'everything' : 'search, MCP and the hub'} on ${server.url}`);
      await stopped;
    } finally {
      await server.close();
    }
  });
}

function describeNothing(mode: 'origin' | 'sidecar', { DIST_DIR, DATASET_URL }: Environment): string {
  if (mode === 'origin') return `serve: there is no build in ${DIST_DIR}; run npm run build first`;
  const mend =
    DATASET_URL === undefined ? 'run npm run build first, or set DATASET_URL' : 'check DATASET_URL and that the site is published';
  return `sidecar: nothing to serve at ${DATASET_URL ?? DIST_DIR}; ${mend}`;
}

/** Resolves at SIGINT or SIGTERM; a second one ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        resolve();
      });
    }
  });
}

/** Writes a structured log line to standard output. */
export function logLine(line: object): void {
  console.log(JSON.stringify(line));
}
