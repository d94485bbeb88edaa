import { cp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { workshop } from '../support/copy-content.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { serve, type TestServer } from '../support/serve.ts';

/** Returns a clock that stands still, so that the server only looks when told to. */
const still = () => new ManualClock();
const failures = ({ logged }: TestServer) => logged.filter(({ event }) => event === 'cannot check for a new generation');
const lookTimes = async ({ generations }: TestServer, times: number) => {
  for (let time = 0; time < times; time++) await generations.refresh();
};

test('a site that doesn’t answer is logged once, and again if it fails after a recovery', async () => {
  const site = await serve({ DIST_DIR: inject('dists').corner });
  const sidecar = await serve({ DIST_DIR: '/nowhere', DATASET_URL: site.url }, 'sidecar', still());
  expect(failures(sidecar)).toEqual([]);
  await site.close();
  await lookTimes(sidecar, 3);
  expect(failures(sidecar)).toEqual([
    { event: 'cannot check for a new generation', origin: site.url, reason: expect.stringContaining('ECONNREFUSED') },
  ]);
  const again = await serve({ DIST_DIR: inject('dists').corner, PORT: String(site.port) });
  await lookTimes(sidecar, 2);
  expect(failures(sidecar)).toHaveLength(1);
  await again.close();
  await lookTimes(sidecar, 3);
  expect(failures(sidecar)).toHaveLength(2);
  expect((await ask(sidecar.url, '/api/reviews/search')).status).toBe(200);
  await sidecar.close();
});

test('a site that answers with an error is logged with the status', async () => {
  const site = await serve({ DIST_DIR: inject('dists').corner });
  let isBroken = false;
  const proxy = createServer({ keepAliveTimeout: 0 }, async ({ url = '' }, response) => {
    if (isBroken) return response.writeHead(502).end();
    const answer = await fetch(site.url + url);
    return response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const sidecar = await serve({ DIST_DIR: '/nowhere', DATASET_URL: url }, 'sidecar', still());
  isBroken = true;
  await lookTimes(sidecar, 2);
  expect(failures(sidecar)).toEqual([
    { event: 'cannot check for a new generation', origin: url, reason: `${url}/generation.json answered 502` },
  ]);
  await sidecar.close();
  await site.close();
  proxy.closeAllConnections();
  proxy.close();
});

test('a folder whose build disappears is logged once each time', async () => {
  const { folder, dist } = await workshop('minimal');
  const away = path.join(folder, 'away');
  const server = await serve({ DIST_DIR: dist }, 'origin', still());
  await lookTimes(server, 2);
  expect(failures(server)).toEqual([]);
  await cp(inject('dists').minimal, dist, { recursive: true, dereference: true, preserveTimestamps: true });
  await lookTimes(server, 2);
  for (const times of [1, 2]) {
    await rename(dist, away);
    await lookTimes(server, 2);
    const failure = { event: 'cannot check for a new generation', origin: dist, reason: expect.stringMatching(/^ENOENT/) };
    expect(failures(server)).toEqual(Array.from({ length: times }, () => failure));
    await rename(away, dist);
    await lookTimes(server, 2);
  }
  expect((await ask(server.url, '/healthz')).status).toBe(200);
  await server.close();
});

test('a refused generation is logged once, and again if it’s refused after another one was loaded', async () => {
  const { folder, dist } = await workshop('minimal');
  await cp(inject('dists').corner, dist, { recursive: true, dereference: true, preserveTimestamps: true });
  const other = path.join(folder, 'other');
  await cp(inject('dists').minimal, other, { recursive: true, dereference: true, preserveTimestamps: true });
  await rm(path.join(dist, 'feed.xml'));
  const server = await serve({ DIST_DIR: dist }, 'origin', still());
  const refusals = () => server.logged.filter(({ event }) => event === 'generation refused').length;
  await lookTimes(server, 2);
  expect(refusals()).toBe(1);
  const exchange = async () => {
    await rename(dist, path.join(folder, 'between'));
    await rename(other, dist);
    await rename(path.join(folder, 'between'), other);
    await lookTimes(server, 2);
  };
  await exchange();
  expect([refusals(), (await ask(server.url, '/healthz')).status]).toEqual([1, 200]);
  await exchange();
  expect(refusals()).toBe(2);
  await server.close();
});

test('searches during the load of a new generation are answered from the old or the new one', async () => {
  const { dist } = await workshop('minimal');
  const publish = async (from: string) => {
    await rm(dist, { recursive: true, force: true });
    await cp(from, dist, { recursive: true, dereference: true, preserveTimestamps: true });
  };
  await publish(inject('dists').minimal);
  const server = await serve({ DIST_DIR: dist }, 'origin', still());
  const search = async () => {
    const { status, text } = await ask(server.url, '/api/reviews/search?limit=100');
    return `${status} ${text}`;
  };
  const before = await search();
  await publish(inject('dists').corner);
  let isTaken = false;
  const taken = server.generations.refresh().finally(() => {
    isTaken = true;
  });
  const answers = new Set<string>();
  while (!isTaken) answers.add(await search());
  await taken;
  const after = await search();
  expect(after).not.toBe(before);
  expect([...answers].filter((answer) => answer !== before && answer !== after)).toEqual([]);
  await server.close();
});
