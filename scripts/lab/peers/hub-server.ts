import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import express from 'express';
import PQueue from 'p-queue';
import { limits } from '../../../site/contract/limits.ts';
import { mediaTypes, paths } from '../../../site/contract/paths.ts';

const AT_ONCE = 128;

/** The JSON argument from the parent; `topicsFile` has the text of each path. */
export interface HubServerOptions {
  readonly callbackCa: string;
  readonly topicsFile: string;
}

/** A WebSub hub as most people would write it: Express, a Set in memory, one attempt per delivery. Prints its port. */
function main({ callbackCa, topicsFile }: HubServerOptions): void {
  const subscriptions = new Set<string>();
  const queue = new PQueue({ concurrency: AT_ONCE });
  const agent = new Agent({ keepAlive: true, ca: callbackCa, maxFreeSockets: AT_ONCE });

  const send = (url: URL | string, options: RequestOptions, body?: Buffer) =>
    new Promise<string>((resolve, reject) => {
      const sent = request(url, { agent, ...options }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve(text));
      });
      sent.on('error', reject).end(body);
    });

  const verify = async (callback: string, topic: string) => {
    const challenge = randomBytes(16).toString('hex');
    const url = new URL(callback);
    url.searchParams.set('hub.mode', 'subscribe');
    url.searchParams.set('hub.topic', topic);
    url.searchParams.set('hub.challenge', challenge);
    url.searchParams.set('hub.lease_seconds', String(limits.hub.defaultLeaseSeconds));
    if ((await send(url, {})) === challenge) subscriptions.add(callback);
  };

  const distribute = (topic: string) => {
    const body = Buffer.from(JSON.parse(readFileSync(topicsFile, 'utf8'))[paths.atomFeed]);
    const link = `<http://hub.test${paths.hub}>; rel="hub", <${topic}>; rel="self"`;
    const headers = { 'Content-Type': mediaTypes.atom, 'Content-Length': body.length, Link: link };
    for (const callback of subscriptions) void queue.add(() => send(callback, { method: 'POST', headers }, body));
  };

  const app = express();
  app.post(paths.hub, express.urlencoded({ extended: false }), (asked, response) => {
    const { 'hub.mode': mode, 'hub.topic': topic, 'hub.callback': callback, 'hub.url': url } = asked.body;
    if (mode === 'publish') distribute(url);
    else void queue.add(() => verify(callback, topic));
    response.sendStatus(202);
  });
  app.get(
    paths.health,
    (_, response) => void response.json({ subscriptions: { active: subscriptions.size }, deliveries_under_way: queue.pending }),
  );
  const server = createServer({ keepAliveTimeout: 0 }, app);
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
}

main(JSON.parse(process.argv[2] ?? '') as HubServerOptions);
