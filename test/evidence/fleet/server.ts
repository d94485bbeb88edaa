import { appendFileSync } from 'node:fs';
import { startServer } from '../../../sidecar/server.ts';
import { readEnvironment } from '../../../site/contract/environment.ts';

/** Options that the parent passes as one JSON argument. */
export interface ServerProcessOptions {
  readonly variables: Readonly<Record<string, string>>;
  /** The file for the server's log. */
  readonly log: string;
}

/** Runs one of several servers as a process that can be killed. Prints its URL when it is ready. */
if (import.meta.main) {
  const { variables, log } = JSON.parse(process.argv[2] ?? '') as ServerProcessOptions;
  const server = await startServer({
    environment: readEnvironment(variables),
    mode: 'origin',
    log: (line) => appendFileSync(log, `${JSON.stringify(line)}\n`),
  });
  process.once('SIGTERM', () => void server.close());
  process.stdout.write(`${server.url}\n`);
}
