import path from 'node:path';
import { type RunningServer, startServer } from '../../sidecar/server.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Fixture, fixture } from './fixture.ts';
import { publish } from './site.ts';

export interface Served extends AsyncDisposable {
  readonly server: RunningServer;
  /** The address of /mcp. */
  readonly url: string;
  readonly folder: string;
}

/** Starts the real server with a handmade site, on its own port. */
export async function serve(
  environment: Readonly<Record<string, string>> = {},
  documents: Fixture | null = fixture,
  log: (line: object) => void = () => {},
): Promise<Served> {
  const folder = temporaryFolder();
  const dist = documents ? publish(folder, documents) : path.join(folder, 'nothing');
  const server = await startServer({
    environment: readEnvironment({ PORT: '0', RATE_LIMIT: '0', DIST_DIR: dist, DATA_DIR: path.join(folder, 'data'), ...environment }),
    mode: 'sidecar',
    log,
  });
  return {
    server,
    url: `${server.url}/mcp`,
    folder,
    [Symbol.asyncDispose]: () => server.close(),
  };
}
