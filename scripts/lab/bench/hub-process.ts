import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHub, type HubOptions } from '../../../sidecar/hub/hub.ts';
import type { TopicGeneration, TopicSource } from '../../../sidecar/hub/topics.ts';
import { type Clock, systemClock, systemRandom } from '../../../sidecar/runtime.ts';
import { mediaTypeOf, paths, topicPaths } from '../../../site/contract/paths.ts';

/** The JSON argument from the parent. `speed` multiplies the speed of the clock; `topicsFile` has the text of each path. */
export interface HubProcessOptions {
  readonly port: number;
  readonly dataDir: string;
  /** A database instead of `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly callbackCa: string;
  readonly topicsFile: string;
  readonly speed: number;
  /** The number of this hub process, which is part of its URL. */
  readonly life: number;
  readonly log: boolean;
}

function fastClock(speed: number): Clock {
  const begin = systemClock.now();
  const now = () => begin + (systemClock.now() - begin) * speed;
  return { now, setTimer: (at, callback) => systemClock.setTimer(systemClock.now() + (at - now()) / speed, callback) };
}

function fileSource(file: string): TopicSource {
  const listeners = new Set<() => void>();
  const read = (): TopicGeneration => {
    const text = readFileSync(file, 'utf8');
    const bodies = JSON.parse(text) as Readonly<Record<string, string>>;
    const topics = topicPaths.map((path) => {
      const body = Buffer.from(bodies[path] ?? '');
      return [path, { body, contentType: mediaTypeOf(path), hash: hash('sha256', body, 'buffer') }] as const;
    });
    return { document: { generation: text, modified: 0 }, topics: new Map(topics) };
  };
  let current = read();
  return {
    current: () => current,
    async refresh() {
      const next = read();
      if (next.document.generation === current.document.generation) return;
      current = next;
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Only a hub, in a process that can be measured and killed. Prints its port when it accepts requests. */
async function main({ port, dataDir, databaseUrl, callbackCa, topicsFile, speed, life, log }: HubProcessOptions): Promise<void> {
  const clock = speed === 1 ? systemClock : fastClock(speed);
  const baseUrl = 'http://hub.test';
  const options: HubOptions = {
    environment: {
      BASE_URL: baseUrl,
      HUB_URL: `${baseUrl}${paths.hub}?life=${life}`,
      DATA_DIR: dataDir,
      HUB_DATABASE_URL: databaseUrl,
      CALLBACK_ALLOW_CIDRS: ['127.0.0.0/8'],
      RATE_LIMIT: 0,
    },
    topics: fileSource(topicsFile),
    clock,
    random: systemRandom,
    callbackCa,
    caps: { perHost: 1_000_000, total: 1_000_000, perSubscription: 1_000 },
    clientOf: (request) => request.socket.remoteAddress ?? '',
    log: (line) => {
      if (log) process.stderr.write(`${JSON.stringify(line)}\n`);
    },
  };
  const hub = createHub(options);
  await hub.start();
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    if (request.url === paths.health) void hub.health().then((health) => response.end(JSON.stringify(health)));
    else hub.handle(request, response);
  });
  server.listen(port, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
  process.once('SIGTERM', () => {
    server.closeAllConnections();
    server.close();
    void hub.stop();
  });
}

await main(JSON.parse(process.argv[2] ?? '') as HubProcessOptions);
