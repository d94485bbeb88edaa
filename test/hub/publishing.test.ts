import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readDataset } from '../../site/content/read/read.ts';
import { headersOf } from '../../site/contract/headers.ts';
import { paths, topicPaths } from '../../site/contract/paths.ts';
import { printAtomFeed, printJsonFeed } from '../../site/documents/feeds.ts';
import { Harness } from './harness.ts';
import type { Subscriber } from './subscriber.ts';

let h: Harness;
let s: Subscriber;
beforeEach(async () => {
  h = await new Harness().start();
  s = await h.subscriber();
});
afterEach(() => h.clear());

const ping = (form: string) => h.post(`hub.mode=publish&${form}`);

test('T70 GET, HEAD and a 304 of each topic carry one hub link, one self link and the same Content-Type', async () => {
  for (const path of topicPaths) {
    const got = await fetch(h.topic(path));
    const head = await fetch(h.topic(path), { method: 'HEAD' });
    const unchanged = await fetch(h.topic(path), { headers: { 'If-None-Match': got.headers.get('etag') ?? '' } });
    expect([got.status, head.status, unchanged.status]).toEqual([200, 200, 304]);
    for (const { headers } of [got, head, unchanged]) {
      expect(headers.get('link')).toBe(`<${h.hubUrl}>; rel="hub", <${h.topic(path)}>; rel="self"`);
      expect(headers.get('content-type')).toBe(headersOf(path, h)['Content-Type']);
    }
  }
});

test('T71 the Atom feed contains both links, and the JSON Feed contains hubs', () => {
  const dataset = readDataset('content');
  const atom = printAtomFeed(dataset, h);
  expect(atom).toContain(`<link rel="hub" href="${h.hubUrl}"/>`);
  expect(atom).toContain(`<link rel="self" href="${h.topic()}"/>`);
  expect(JSON.parse(printJsonFeed(dataset, h))).toMatchObject({
    feed_url: h.topic(paths.jsonFeed),
    hubs: [{ type: 'WebSub', url: h.hubUrl }],
  });
});

test('T72 topics have no content negotiation', async () => {
  for (const path of topicPaths) {
    const plain = await fetch(h.topic(path));
    const picky = await fetch(h.topic(path), { headers: { Accept: 'text/html', 'Accept-Language': 'de' } });
    expect(picky.status).toBe(200);
    expect(picky.headers.get('content-type')).toBe(plain.headers.get('content-type'));
    expect(await picky.text()).toBe(await plain.text());
  }
});

describe('T73 publish pings', () => {
  test('T73 a ping gets a 202 and causes a delivery only if bytes have changed', async () => {
    await h.subscribe(s.url('/cb'));
    expect((await ping(`hub.url=${encodeURIComponent(h.topic())}`)).status).toBe(202);
    await h.settle();
    expect(s.posts()).toEqual([]);
    h.source.place({ [paths.atomFeed]: 'placed' });
    await h.advance(1);
    expect((await ping(`hub.topic=${encodeURIComponent(h.topic())}`)).status).toBe(202);
    await h.settle();
    expect(s.posts().map(({ body }) => body.toString())).toEqual(['placed']);
  });
  test('T73 a ping can name several topics in either parameter, and gets a 400 if it names none of ours', async () => {
    const all = topicPaths.map((path) => `hub.url=${encodeURIComponent(h.topic(path))}`).join('&');
    expect((await ping(all)).status).toBe(202);
    expect((await ping(all.replaceAll('hub.url', 'hub.topic'))).status).toBe(202);
    expect((await ping('')).status).toBe(400);
    expect((await ping('hub.url=https%3A%2F%2Fother.example%2Ffeed.xml')).status).toBe(400);
  });
  test('T73 a thousand pings at once cause one check', async () => {
    const before = h.source.refreshes;
    await Promise.all(Array.from({ length: 1000 }, () => ping(`hub.url=${encodeURIComponent(h.topic())}`)));
    await h.settle();
    expect(h.source.refreshes - before).toBe(1);
  });
  test('T73 the hub keeps checking for a few minutes after a ping', async () => {
    await h.subscribe(s.url('/cb'));
    const before = h.source.refreshes;
    await ping(`hub.url=${encodeURIComponent(h.topic())}`);
    await h.settle();
    h.source.place({ [paths.atomFeed]: 'late' });
    for (let i = 0; i < 30; i += 1) await h.advance(1);
    expect(s.posts().map(({ body }) => body.toString())).toEqual(['late']);
    for (let i = 0; i < 600; i += 1) await h.advance(1);
    expect(h.source.refreshes - before).toBeGreaterThan(10);
  });
  test('T73 a failed check is logged and repeated', async () => {
    const { refresh } = h.source;
    h.source.refresh = () => Promise.reject(new Error('the CDN is away'));
    await ping(`hub.url=${encodeURIComponent(h.topic())}`);
    await h.settle();
    expect(h.logged.at(-1)).toMatchObject({ event: 'hub.error', message: 'the CDN is away' });
    h.source.refresh = refresh;
    await h.subscribe(s.url('/cb'));
    h.source.place({ [paths.atomFeed]: 'back' });
    await h.advance(3);
    expect(s.posts().map(({ body }) => body.toString())).toEqual(['back']);
  });
});

test('T74 a GET returns a short help text', async () => {
  const response = await fetch(h.hubUrl);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await response.text();
  expect(text.split('\n').length).toBeLessThan(12);
  for (const path of topicPaths) expect(text).toContain(h.topic(path));
});

test('a restart with unchanged topics delivers nothing', async () => {
  await h.subscribe(s.url('/cb'));
  await h.restart();
  await h.settle();
  expect(s.posts()).toEqual([]);
});

test('a status URL shows what happened to its subscription, and other tokens get a 404', async () => {
  await h.subscribe(s.url('/cb?x=1'), { 'hub.secret': 'geheim' });
  s.behavior = () => ({ status: 500 });
  await h.publish('one');
  const { since: _, hub: __, ...status } = await h.status(s);
  const start = Date.UTC(2026, 0, 1);
  expect(status).toEqual({
    state: 'active',
    reason: null,
    topic: h.topic(),
    callback: s.url('/cb?x=1'),
    signed: true,
    lease_seconds: 864_000,
    lease_expires_at: new Date(start + 864_000_000).toISOString(),
    failures_in_a_row: 1,
    update_waiting: true,
    next_attempt_at: new Date(start + 60_000).toISOString(),
    pending_requests: 0,
    last_verification: { at: new Date(start).toISOString(), error: null },
    last_deliveries: [{ at: new Date(start).toISOString(), status: 500, error: null, duration_ms: 0 }],
  });
  for (const token of ['', 'x', 'A'.repeat(32)]) {
    const response = await fetch(h.baseUrl + paths.hubStatus + token);
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json']);
  }
});

test('the status keeps the last ten deliveries, newest first', async () => {
  await h.subscribe(s.url('/cb'));
  for (let i = 0; i < 13; i += 1) {
    s.behavior = () => ({ status: 200 + i });
    await h.publish(`body ${i}`);
  }
  const { last_deliveries: deliveries } = await h.status(s);
  expect(deliveries).toMatchObject([212, 211, 210, 209, 208, 207, 206, 205, 204, 203].map((status) => ({ status })));
});

test('the health shows current counts and what has happened since the start', async () => {
  await h.subscribe(s.url('/cb'));
  await h.publish('one');
  expect(await h.hub.health()).toMatchObject({
    status: 'ok',
    subscriptions: { active: 1, pending: 0 },
    pending_requests: 0,
    lagging: 0,
    deliveries_under_way: 0,
    since_start: { accepted: 1, verified: 1, publications: 2, delivered: 1, failed: 0 },
  });
});
