import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAuthority } from '../../scripts/lab/bench/certificates.ts';
import { freePort } from '../../scripts/lab/free-port.ts';
import { Subscriber } from '../hub/subscriber.ts';
import { buildSite } from '../support/build-site.ts';
import { buildDocuments } from '../support/call-command.ts';
import { type Workshop, workshop } from '../support/copy-content.ts';
import { listingsIn } from '../support/listings.ts';
import { serve, type TestServer } from '../support/serve.ts';

/** A site built for the URL at which it is served, and an HTTPS front for the subscriber that its page shows. */
let site: Workshop;
let server: TestServer;
let front: Subscriber;
let origin: string;
let child: ChildProcess;
let printed = '';

const publish = async (authors: readonly string[], build = buildDocuments) => {
  const reviews = authors.map((author, day) => ({
    source_id: author,
    date: `2026-01-0${day + 1}`,
    rating: 5,
    author,
    text: 'Good.',
    verified: true,
  }));
  await writeFile(path.join(site.content, 'reviews/all.json'), JSON.stringify(reviews));
  return build(site.content, site.dist, { BASE_URL: origin });
};

beforeAll(async () => {
  site = await workshop('minimal');
  await mkdir(path.join(site.content, 'reviews'));
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  await publish(['Ada'], buildSite);
  const authority = makeAuthority();
  const ca = path.join(site.folder, 'ca.pem');
  await writeFile(ca, authority.certificate);
  server = await serve({
    DIST_DIR: site.dist,
    PORT: String(port),
    BASE_URL: origin,
    CALLBACK_CA_FILE: ca,
    CALLBACK_ALLOW_CIDRS: '127.0.0.0/8',
  });
  front = await new Subscriber(authority.issue(['127.0.0.1'])).start();
});
afterAll(async () => {
  child?.kill();
  await front?.stop();
  await server?.close();
});

it('the subscriber on the webhooks page, run unchanged, subscribes to the hub and prints what a build publishes', async () => {
  const page = await readFile(path.join(site.dist, 'developers/webhooks/index.html'), 'utf8');
  const code = listingsIn(page).find(({ title }) => title === 'subscriber.js')?.code ?? '';
  expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(36);
  const file = path.join(site.folder, 'subscriber.mjs');
  await writeFile(file, code);

  const { PATH } = process.env;
  child = spawn(process.execPath, [file, front.url('/hook'), 'a secret'], {
    env: { PATH, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const listening = Promise.withResolvers<string>();
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    printed += part;
    const port = /listening on (\d+); the hub answered 202/.exec(printed)?.[1];
    if (port !== undefined) listening.resolve(port);
  });
  // A reverse proxy that terminates TLS for the subscriber.
  front.behavior = async ({ method, target, headers, body }) => {
    const inner = new URL(target, `http://127.0.0.1:${await listening.promise}`);
    const signature = { 'X-Hub-Signature': String(headers['x-hub-signature']) };
    const answer = await fetch(inner, method === 'POST' ? { method, headers: signature, body: new Uint8Array(body) } : {});
    return { status: answer.status, body: await answer.text() };
  };

  const ended = once(child, 'exit').then(([status]) => {
    throw new Error(`the subscriber exited with ${status}`);
  });
  await Promise.race([ended, front.until((received) => received.length > 0)]);
  const status = /^<([^>]+)>; rel="describedby"$/.exec(String(front.received[0]?.headers['link']))?.[1] ?? '';
  await expect.poll(async () => ((await (await fetch(status)).json()) as { state: string }).state).toBe('active');

  await publish(['Ada', 'Grace']);
  await expect.poll(() => printed).toContain('2 reviews; the newest is by Grace');

  // It only confirms its own topic, and ignores content that the hub didn't sign.
  const ask = async (topic: string, mode: string) => {
    const query = new URLSearchParams({ 'hub.mode': mode, 'hub.topic': topic, 'hub.challenge': 'abc', 'hub.lease_seconds': '10' });
    return (await fetch(`http://127.0.0.1:${await listening.promise}/hook?${query}`)).status;
  };
  expect(await ask('https://other.example/', 'subscribe')).toBe(404);
  expect(await ask(`${origin}/reviews.json`, 'denied')).toBe(404);
  const forged = { method: 'POST', headers: { 'X-Hub-Signature': `sha256=${'0'.repeat(64)}` }, body: '{"reviews":[{"author":"Mallory"}]}' };
  expect((await fetch(`http://127.0.0.1:${await listening.promise}/hook`, forged)).status).toBe(204);
  await publish(['Ada', 'Grace', 'Edsger']);
  await expect.poll(() => printed).toContain('3 reviews; the newest is by Edsger');
  expect(printed).not.toContain('Mallory');
});
