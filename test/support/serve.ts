import { type RunningServer, type ServerOptions, startServer } from '../../sidecar/server.ts';
import { readEnvironment } from '../../site/contract/environment.ts';

export type LogLine = Readonly<Record<string, unknown>>;

export interface TestServer extends RunningServer {
  readonly logged: readonly LogLine[];
}

/** Starts our own server on a free port with `variables` and no others. */
export async function serve(variables: Readonly<Record<string, string>>, mode: ServerOptions['mode'] = 'origin'): Promise<TestServer> {
  const logged: LogLine[] = [];
  const environment = readEnvironment({ PORT: '0', ...variables });
  const server = await startServer({ environment, mode, log: (line) => logged.push(line as LogLine) });
  return { ...server, logged };
}
