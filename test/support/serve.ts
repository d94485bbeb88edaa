import type { Clock } from '../../sidecar/runtime.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../sidecar/server.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type LogLine = Readonly<Record<string, unknown>>;

export interface TestServer extends RunningServer {
  readonly logged: readonly LogLine[];
}

/** Starts our server on a free port, with `variables` and no others of this process. It uses `clock` to check for new generations. */
export async function serve(
  variables: Readonly<Record<string, string>>,
  mode: ServerOptions['mode'] = 'origin',
  clock?: Clock,
): Promise<TestServer> {
  const logged: LogLine[] = [];
  const environment = readEnvironment({ PORT: '0', DATA_DIR: temporaryFolder(), RATE_LIMIT: '0', ...variables });
  const server = await startServer({ environment, mode, ...(clock ? { clock } : {}), log: (line) => logged.push(line as LogLine) });
  return { ...server, logged };
}
