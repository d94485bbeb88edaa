import { readFile, rename, symlink } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { purgeCdn } from '../../scripts/build/publish.ts';
import { cacheControl } from '../../site/contract/headers.ts';
import { limits } from '../../site/contract/limits.ts';
import { ask, type TestResponse } from '../support/ask.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { releaseGroup } from '../support/release-test.ts';
import { NOBODY, root } from '../support/run-script.ts';
import type { RunningProgram } from '../support/running-program.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startVarnish, varnishMissing } from '../support/varnish.ts';

/** The origin behind Varnish: our server, behind a cache that has held everything so long that it is fresh for only two more seconds. */
class Origin {
  readonly #folder = temporaryFolder();
  readonly #ageSeconds = limits.documentFreshSeconds - 2;
  #server: TestServer | undefined;
  #tier: Server | undefined;
  /** The targets that Varnish has requested, besides /healthz. */
  readonly asked: string[] = [];
  /** How many of the next answers break off in the middle of their body, as if the server were killed while sending them. */
  cuts = 0;

  async start(): Promise<string> {
    await symlink(inject('dists').corner, this.#dist);
    const server = await serve({ DIST_DIR: this.#dist, BASE_URL: NOBODY }, 'origin', new ManualClock());
    this.#server = server;
    this.#tier = createServer({ keepAliveTimeout: 0 }, ({ method, url = '', headers }, response) => {
      if (url !== '/healthz') this.asked.push(url);
      const outgoing = request(server.url + url, { method, headers }, (incoming) => {
        response.writeHead(incoming.statusCode ?? 502, { ...incoming.headers, Age: String(this.#ageSeconds) });
        if (url === '/healthz' || this.cuts === 0) return void incoming.pipe(response);
        this.cuts -= 1;
        incoming.once('data', (part: Buffer) => response.write(part.subarray(0, 100), () => response.destroy()));
      });
      outgoing.on('error', () => response.destroy()).end();
    });
    await new Promise<void>((resolve) => this.#tier?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#tier.address() as AddressInfo).port}`;
  }

  get #dist(): string {
    return path.join(this.#folder, 'dist');
  }

  /** Replaces the site with another one; returns the new generation. */
  async publish(): Promise<string> {
    await symlink(inject('dists').minimal, `${this.#dist}.next`);
    await rename(`${this.#dist}.next`, this.#dist);
    await this.#server?.generations.refresh();
    return this.#server?.generations.current()?.document.generation ?? '';
  }

  async stop(): Promise<void> {
    this.#tier?.closeAllConnections();
    await new Promise((resolve) => this.#tier?.close(resolve));
    await this.#server?.close();
  }
}

const businessOf = ({ text }: TestResponse) => JSON.parse(text).business.name;

test('varnish.vcl has the same times as the server’s headers', async () => {
  const vcl = await readFile(path.join(root, 'scripts/deploy/varnish.vcl'), 'utf8');
  expect(vcl.match(/(?<=set req\.grace = )\d+/g)?.map(Number)).toEqual([limits.documentStaleSeconds, limits.documentStaleOnErrorSeconds]);
  expect(cacheControl.document).toContain(/~ "(stale-if-error=\d+)"/.exec(vcl)?.[1]);
  expect(vcl).toContain(`set beresp.grace = ${limits.documentStaleOnErrorSeconds}s;`);
});

releaseGroup('through Varnish, caching and retrying', () => {
  if (varnishMissing !== undefined) return void test.skip(`it keeps the server’s promises as a CDN (${varnishMissing})`, () => {});

  describe('with one site', () => {
    let origin: Origin;
    let varnish: RunningProgram;
    const get = (target: string, headers = {}) => ask(varnish.url, target, { headers });
    const seen: TestResponse[] = [];
    let old: string;
    beforeAll(async () => {
      origin = new Origin();
      varnish = await startVarnish(await origin.start());
    });
    afterAll(() => Promise.all([varnish.stop(), origin.stop()]));

    test('a document is fetched once for many readers, and keeps its ETag', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => get('/insights.json')));
      expect(origin.asked.filter((target) => target === '/insights.json')).toHaveLength(1);
      const again = await get('/insights.json');
      expect([again.status, again.headers['x-cache']]).toEqual([200, 'HIT']);
      expect(new Set(answers.map(({ headers }) => headers.etag))).toEqual(new Set([again.headers.etag]));
      const unchanged = await get('/insights.json', { 'if-none-match': again.headers.etag });
      expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
    });

    test('each request to /mcp reaches the server', async () => {
      for (const time of [1, 2]) {
        expect([time, (await get('/mcp')).status, (await get('/healthz')).status]).toEqual([time, 405, 200]);
      }
      expect(origin.asked.filter((target) => target === '/mcp')).toHaveLength(2);
    });

    test('a rebuild is visible within the promised minute, and until then readers get cached answers', async () => {
      old = businessOf(await get('/reviews.json'));
      await origin.publish();
      const look = async () => {
        seen.push(await get('/reviews.json'));
        return businessOf(seen.at(-1) as TestResponse);
      };
      await expect.poll(look, { interval: 200 }).not.toBe(old);
      const stale = seen.filter((answer) => businessOf(answer) === old);
      expect(stale.length).toBeGreaterThan(0);
      for (const { status, headers } of stale) {
        expect([status, headers['x-cache']]).toEqual([200, 'HIT']);
        expect(Number(headers.age)).toBeLessThanOrEqual(limits.documentFreshSeconds + limits.documentStaleSeconds);
      }
      // The old version was served stale while the new one was fetched.
      expect(Math.max(...stale.map(({ headers }) => Number(headers.age)))).toBeGreaterThanOrEqual(limits.documentFreshSeconds);
    });

    test('only this machine can purge', async () => {
      const purge = (headers: Readonly<Record<string, string>>) => ask(varnish.url, '/', { method: 'PURGE', headers });
      expect((await purge({ 'x-forwarded-for': '203.0.113.7' })).status).toBe(405);
      expect((await purge({})).status).toBe(200);
    });
  });

  test('after a purge, Varnish shows a new publication at once', async () => {
    const origin = new Origin();
    const varnish = await startVarnish(await origin.start(), (vcl) => vcl.replace('set req.grace = 30s', 'set req.grace = 3600s'));
    onTestFinished(async () => void (await Promise.all([varnish.stop(), origin.stop()])));
    const old = businessOf(await ask(varnish.url, '/reviews.json'));
    const generation = await origin.publish();
    expect(businessOf(await ask(varnish.url, '/reviews.json'))).toBe(old);
    const told = await purgeCdn({ PURGE_URL: varnish.url, PURGE_TOKEN: undefined, BASE_URL: varnish.url }, generation);
    expect(told).toBe(`purged the cache at ${varnish.url}`);
    const fresh = await ask(varnish.url, '/reviews.json');
    expect([fresh.headers['x-cache'], businessOf(fresh) === old]).toEqual(['MISS', false]);
  });

  test('while the server is down, Varnish serves cached documents stale and answers everything else with 503', async () => {
    const origin = new Origin();
    // Without grace while the server is healthy, only stale-if-error can explain a stale answer.
    const withoutRevalidation = (vcl: string) =>
      vcl.replace('set req.grace = 30s', 'set req.grace = 0s').replace('sub vcl_backend_response {', '$&\n    set beresp.grace = 0s;');
    const varnish = await startVarnish(await origin.start(), withoutRevalidation);
    onTestFinished(() => varnish.stop());
    const alive = await ask(varnish.url, '/reviews.json');
    await origin.stop();
    const ages: number[] = [];
    const look = async () => {
      const { status, headers, body } = await ask(varnish.url, '/reviews.json');
      expect([status, headers.etag, body.equals(alive.body)]).toEqual([200, alive.headers.etag, true]);
      ages.push(Number(headers.age));
      return ages.at(-1);
    };
    // Long enough for Varnish to notice the failures, plus a few seconds.
    await expect.poll(look, { interval: 100 }).toBeGreaterThan(limits.documentFreshSeconds + 4);
    expect((await ask(varnish.url, '/healthz')).status).toBe(503);
    expect((await ask(varnish.url, '/insights.json')).status).toBe(503);
  });

  test.each(['/reviews.json', '/api/reviews/search?limit=5'])(
    'Varnish retries if the server dies while sending %s, and the reader gets the complete answer',
    async (target) => {
      const origin = new Origin();
      const varnish = await startVarnish(await origin.start());
      onTestFinished(async () => void (await Promise.all([varnish.stop(), origin.stop()])));
      origin.cuts = 1;
      const first = await ask(varnish.url, target);
      const again = await ask(varnish.url, target);
      expect([first.status, origin.cuts, first.headers.etag]).toEqual([200, 0, again.headers.etag]);
      expect(first.body).toEqual(again.body);
    },
  );
});
