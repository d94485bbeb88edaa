import { startServer } from '../../sidecar/server.ts';
import { readEnvironment } from '../../site/contract/environment.ts';

/** What the parent passes as one JSON argument. */
export interface InstanceOptions {
  readonly variables: Readonly<Record<string, string>>;
  readonly claimSeconds: number;
}

/** One server of several, as a process that can be killed. Prints its port when it serves. */
if (import.meta.main) {
  const { variables, claimSeconds } = JSON.parse(process.argv[2] ?? '') as InstanceOptions;
  const server = await startServer({ environment: readEnvironment(variables), mode: 'origin', log: () => {}, claimSeconds });
  process.once('SIGTERM', () => void server.close());
  process.stdout.write(`${server.port}\n`);
}
