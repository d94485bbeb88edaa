import { appendFileSync } from 'node:fs';
import { startServer } from '../../../sidecar/server.ts';
import { readEnvironment } from '../../../site/contract/environment.ts';

/** What the parent passes as one JSON argument. */
export interface ServerProcessOptions {
  readonly variables: Readonly<Record<string, string>>;
  /** A file for its log. */
  readonly log: string;
}

/** One server of several, as a process that can be killed. Prints a line when it serves. */
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
