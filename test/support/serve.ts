import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Clock } from '../../sidecar/clock.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../sidecar/server.ts';
import { readEnvironment } from '../../site/contract/environment.ts';

export type LogLine = Readonly<Record<string, unknown>>;

export interface TestServer extends RunningServer {
  readonly logged: readonly LogLine[];
}

/** Where a test's server keeps what it must, which is nothing of another's. */
export const newDataDir = () => mkdtempSync(path.join(os.tmpdir(), 'open-reviews-data-'));

/** Starts our own server on a free port with `variables` and no others; it looks for new generations by `clock`. */
export async function serve(
  variables: Readonly<Record<string, string>>,
  mode: ServerOptions['mode'] = 'origin',
  clock?: Clock,
): Promise<TestServer> {
  const logged: LogLine[] = [];
  const environment = readEnvironment({ PORT: '0', DATA_DIR: newDataDir(), RATE_LIMIT: '0', ...variables });
  const server = await startServer({ environment, mode, ...(clock ? { clock } : {}), log: (line) => logged.push(line as LogLine) });
  return { ...server, logged };
}
