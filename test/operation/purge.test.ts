import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toPurge } from '../../scripts/build/publish.ts';
import { paths } from '../../site/contract/paths.ts';
import { callScript } from '../support/call-command.ts';
import { workshop } from '../support/copy-content.ts';

test.each([
  [
    'https://api.cloudflare.com/client/v4/zones/0123/purge_cache',
    { method: 'POST', headers: { Authorization: 'Bearer key', 'Content-Type': 'application/json' }, body: '{"purge_everything":true}' },
  ],
  ['https://api.fastly.com/service/0123/purge_all', { method: 'POST', headers: { 'Fastly-Key': 'key' } }],
  ['http://127.0.0.1:6081/', { method: 'PURGE', headers: { Authorization: 'Bearer key' } }],
])('%s gets a purge request in its own format', (url, form) => {
  expect(toPurge(url, 'key')).toEqual(form);
});

describe('a build with PURGE_URL', () => {
  const asked: string[] = [];
  let site: Readonly<Record<string, string>>;
  let looks = 0;
  let status = 200;
  /** Two servers behind a CDN. One has the new build at the third look, and the other one after the fifth. */
  const server = createServer({ keepAliveTimeout: 0 }, (request: IncomingMessage, response) => {
    const { method, url = '', headers } = request;
    if (method === 'PURGE') {
      asked.push(`PURGE ${url} ${headers.authorization ?? ''} after ${looks} looks`);
      response.writeHead(status).end();
      return;
    }
    const file = path.join(site['DIST_DIR'] ?? '', paths.generation);
    if (url === paths.health) {
      looks += 1;
      const isOlder = looks < 3 || looks === 5;
      const generation = isOlder || !existsSync(file) ? 'older' : JSON.parse(readFileSync(file, 'utf8')).generation;
      response.end(JSON.stringify({ status: 'ok', generation }));
    } else response.writeHead(method === 'POST' ? 202 : 404).end();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { content, dist } = await workshop('minimal');
    site = {
      BASE_URL: origin,
      CONTENT_DIR: content,
      DIST_DIR: dist,
      DATA_DIR: path.join(content, '../data'),
      SOURCE_DATE_EPOCH: '1709510400',
      PURGE_URL: `${origin}/a-secret-path`,
      PURGE_TOKEN: 'a-token',
    };
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test('purges the CDN once every server has the new generation, and only if something changed', async () => {
    const first = await callScript('build', site);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining(`purged the cache at ${site['BASE_URL']}`) });
    expect(asked).toEqual(['PURGE /a-secret-path Bearer a-token after 13 looks']);
    const again = await callScript('build', site);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing changed') });
    expect(asked).toHaveLength(1);
    expect(first.stdout + first.stderr).not.toMatch(/a-secret-path|a-token/);
  });

  test('always purges the CDN with --purge, and warns if the CDN refuses', async () => {
    status = 403;
    const purged = await callScript('build', site, ['--purge']);
    expect(purged).toMatchObject({ code: 0, stdout: expect.stringContaining('warning: http://127.0.0.1:') });
    expect(purged.stdout).toContain('answered 403 to the request for PURGE_URL');
    expect(asked).toHaveLength(2);
  });
});
