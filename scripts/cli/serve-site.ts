import { startServer } from '../../sidecar/server.ts';
import { basePathOf } from '../../site/contract/base-path.ts';
import { type Environment, SetupError } from '../../site/contract/environment.ts';
import { runCommand } from './run-command.ts';
import { commandLine, readSettings } from './settings.ts';

/** Serves the last build until a signal arrives: everything on one origin, or the sidecar's part alone. */
export async function serve(mode: 'origin' | 'sidecar'): Promise<void> {
  await runCommand(async () => {
    const environment = readSettings();
    const server = await startServer({ environment, mode, log: logLine });
    try {
      if (!server.generations.current()) throw new SetupError(describeNothing(mode, environment));
      const stopped = untilSignal();
      console.log(
        `serving ${mode === 'origin' ? 'everything' : 'search, MCP and the hub'} on ${server.url}${basePathOf(environment.BASE_URL)}`,
      );
      await stopped;
    } finally {
      await server.close();
    }
  });
}

function describeNothing(mode: 'origin' | 'sidecar', { DIST_DIR, DATASET_URL }: Environment): string {
  const first = `run ${commandLine('npm run build')} first`;
  if (mode === 'origin') return `serve: there is no build in ${DIST_DIR}; ${first}`;
  const mend = DATASET_URL === undefined ? `${first}, or set DATASET_URL` : 'check DATASET_URL and that the site is published';
  return `sidecar: nothing to serve at ${DATASET_URL ?? DIST_DIR}; ${mend}`;
}

/** How often a command checks that npm still runs. */
const PARENT_POLL_MS = 500;

/** Resolves at SIGINT or SIGTERM, or when the npm process that runs this command has ended; a second signal ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const parent = process.ppid;
    // npm signals its shell, which doesn't forward the signal.
    const look = () => process.ppid === parent || resolve();
    if (process.env['npm_lifecycle_event'] !== undefined) setInterval(look, PARENT_POLL_MS).unref();
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
