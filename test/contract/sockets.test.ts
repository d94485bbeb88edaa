import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ask, askRaw } from '../support/ask.ts';
import { malformedHosts } from '../support/malformed-hosts.ts';
import { serve, type TestServer } from '../support/serve.ts';

let server: TestServer;
beforeAll(async () => {
  server = await serve({ DIST_DIR: inject('dists').corner, LOG: 'requests' });
});
afterAll(() => server.close());

const raw = (bytes: string) => askRaw(server.url, bytes);
const problem = (error: string, message: string) => `${JSON.stringify({ error, message })}\n`;
const statusLine = (answer: string) => answer.slice(0, answer.indexOf('\r\n'));
const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4);

const MALFORMED = problem('invalid_request', 'The request is malformed.');
const HOST = 'Host: x\r\nConnection: close\r\n';

describe('invalid requests', () => {
  test.each<readonly [what: string, bytes: string, status: string, body: string]>([
    ['no HTTP', 'hello\r\n\r\n', 'HTTP/1.1 400 Bad Request', MALFORMED],
    ['a header without a name', `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`, 'HTTP/1.1 400 Bad Request', MALFORMED],
    ['a null in a header', `GET / HTTP/1.1\r\n${HOST}X: \0\r\n\r\n`, 'HTTP/1.1 400 Bad Request', MALFORMED],
    [
      'two lengths (RFC 9112 6.1)',
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'HTTP/1.1 400 Bad Request',
      MALFORMED,
    ],
    ['an invalid escape', `GET /%zz HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 400 Bad Request', MALFORMED],
    ['an escape that isn’t UTF-8', `GET /%ff HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 400 Bad Request', MALFORMED],
    ['no path', `GET reviews.json HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 400 Bad Request', MALFORMED],
    ['no Host (RFC 9112 3.2)', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 'HTTP/1.1 400 Bad Request', MALFORMED],
    ['two Hosts (RFC 9112 3.2)', `GET / HTTP/1.1\r\n${HOST}host: y\r\n\r\n`, 'HTTP/1.1 400 Bad Request', MALFORMED],
    ['OPTIONS * with two Hosts', `OPTIONS * HTTP/1.1\r\n${HOST}Host: x\r\n\r\n`, 'HTTP/1.1 400 Bad Request', MALFORMED],
    ['the same Host twice', `GET /api/reviews/search HTTP/1.1\r\n${HOST}Host: x\r\n\r\n`, 'HTTP/1.1 400 Bad Request', MALFORMED],
    ['two Hosts in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n', 'HTTP/1.1 400 Bad Request', MALFORMED],
    ...Object.entries({ ...malformedHosts, 'a path': 'a/b', 'a query': 'a?b', 'a fragment': 'a#b' }).flatMap(([what, host]) =>
      ['GET / HTTP/1.1', 'GET / HTTP/1.0', 'GET /api/reviews/search HTTP/1.1', 'POST /mcp HTTP/1.1', 'GET /api/websub/hub HTTP/1.1'].map(
        (line) =>
          [
            `${line} with ${what} in Host (RFC 9112 3.2)`,
            `${line}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
            'HTTP/1.1 400 Bad Request',
            MALFORMED,
          ] as const,
      ),
    ),
    [
      'an unsupported expectation (RFC 9110 10.1.1)',
      `GET /reviews.json HTTP/1.1\r\n${HOST}Expect: tea\r\n\r\n`,
      'HTTP/1.1 417 Expectation Failed',
      problem('expectation_failed', "The Expect header asks for something that this server doesn't support."),
    ],
    [
      'two unsupported expectations',
      `GET /api/reviews/search HTTP/1.1\r\n${HOST}Expect: tea, x=100\r\n\r\n`,
      'HTTP/1.1 417 Expectation Failed',
      problem('expectation_failed', "The Expect header asks for something that this server doesn't support."),
    ],
    [
      'a target over 8 KiB',
      `GET /?${'x'.repeat(8192)} HTTP/1.1\r\n${HOST}\r\n`,
      'HTTP/1.1 414 URI Too Long',
      problem('uri_too_long', 'The request target is too long.'),
    ],
    [
      'headers over 16 KiB',
      `GET / HTTP/1.1\r\n${HOST}X: ${'x'.repeat(16_384)}\r\n\r\n`,
      'HTTP/1.1 431 Request Header Fields Too Large',
      problem('headers_too_large', 'The request headers are too large.'),
    ],
  ])('get a JSON error: %s', async (_, bytes, status, body) => {
    const answer = await raw(bytes);
    expect([statusLine(answer), bodyOf(answer)]).toEqual([status, body]);
    const head = answer.slice(0, answer.indexOf('\r\n\r\n'));
    expect(head).toMatch(/^content-type: application\/json$/im);
    expect(head).toMatch(/^access-control-allow-origin: \*$/im);
    expect(head).toMatch(/^x-content-type-options: nosniff$/im);
    expect(head).toMatch(/^cache-control: no-store$/im);
  });
});

describe('unusual requests that get a normal response', () => {
  test.each<readonly [what: string, bytes: string, status: string]>([
    ['HTTP/1.0 without Host', 'GET /reviews.json HTTP/1.0\r\n\r\n', 'HTTP/1.1 200 OK'],
    ['the absolute form (RFC 9112 3.2.2)', `GET http://any.example/reviews.json HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 200 OK'],
    ['the absolute form of search', `GET http://any.example/api/reviews/search?rating=5 HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 200 OK'],
    ...[
      '',
      'x',
      'X.example.',
      'a_b',
      'a:80',
      'a:',
      '127.0.0.1:4321',
      '[::1]:80',
      '[fe80::1%25eth0]',
      '[v1.a:b]',
      'xn--bcher-kva.example',
      '%61',
      'b%C3%BCcher.example',
      "a!$&'()*+,;=~b",
      'a:65535',
      `${'a'.repeat(63)}.example`,
    ].map(
      (host) =>
        [
          `the Host ${host} (RFC 9112 3.2)`,
          `GET /reviews.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
          'HTTP/1.1 200 OK',
        ] as const,
    ),
    ['an escaped letter', `GET /%72eviews.json HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 200 OK'],
    ['an escaped letter in search', `GET /api/reviews/%73earch HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 200 OK'],
    ['an escaped letter and a slash in the query', `GET /api/reviews/%73earch?query=a%2Fb HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 200 OK'],
    [
      'the absolute form with an invalid host',
      `GET http://xb:!:Qx/api/reviews/search?query=a%2Fb HTTP/1.1\r\n${HOST}\r\n`,
      'HTTP/1.1 200 OK',
    ],
    ['the absolute form without a path', `GET http://any.example?query=%2F HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 200 OK'],
    ['a target of exactly 8 KiB', `GET /reviews.json?${'x'.repeat(8192 - 14)} HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 200 OK'],
    ['an unexpected body', `GET /reviews.json HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nhello`, 'HTTP/1.1 200 OK'],
    [
      'an escaped question mark, which doesn’t start a query',
      `GET /api/reviews/search%3Frating=9 HTTP/1.1\r\n${HOST}\r\n`,
      'HTTP/1.1 404 Not Found',
    ],
    ['an escaped escape', `GET /api/reviews/%2573earch HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 404 Not Found'],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 'HTTP/1.1 204 No Content'],
    [
      'an unsupported upgrade',
      `GET /reviews.json HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
      'HTTP/1.1 200 OK',
    ],
  ])('%s', async (_, bytes, status) => {
    expect(statusLine(await raw(bytes))).toBe(status);
  });

  test('Expect: 100-continue gets 100 Continue before the body is sent', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname).setEncoding('latin1');
    const body = '{"jsonrpc":"2.0"}';
    const head =
      'Host: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nExpect: 100-Continue\r\n';
    socket.write(`POST /mcp HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n`);
    const [first] = (await once(socket, 'data')) as [string];
    socket.write(body);
    const [answer] = (await once(socket, 'data')) as [string];
    socket.destroy();
    expect(first).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect(answer).toContain('"message":"Not a JSON-RPC 2.0 message: method is missing"');
  });

  test('pipelined requests are answered in order', async () => {
    const one = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
    const answer = await raw(one('/healthz') + one('/nothing') + one('/api/reviews/since/2031-01-01', 'Connection: close\r\n'));
    expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
  });
});

test('the limits define timeouts for slow and idle clients, and Keep-Alive reports 15 seconds', async () => {
  const { limits } = await import('../../site/contract/limits.ts');
  expect(limits).toMatchObject({ headersTimeoutSeconds: 10, requestTimeoutSeconds: 30, idleSocketSeconds: 60, keepAliveSeconds: 15 });
  const answer = await ask(server.url, '/healthz', { headers: { connection: 'keep-alive' } });
  expect(answer.headers['keep-alive']).toBe('timeout=15');
});

test('LOG=requests logs the method, path, status and bytes sent of every request', async () => {
  const named = (id: string) => ({ 'x-request-id': `mark-${id}` });
  const { body } = await ask(server.url, '/api/reviews/search?rating=5&query=Pat+Doe', { headers: named('1') });
  await ask(server.url, '/nothing?of=mine', { method: 'HEAD', headers: named('2') });
  await ask(server.url, '/reviews.json', { headers: { expect: 'tea', ...named('3') } });
  const lines = () => server.logged.filter(({ id }) => String(id).startsWith('mark-'));
  await expect.poll(lines).toHaveLength(3);
  expect(lines()).toEqual([
    expect.objectContaining({ event: 'request', method: 'GET', path: '/api/reviews/search', status: 200 }),
    expect.objectContaining({ event: 'request', method: 'HEAD', path: '/nothing', status: 404 }),
    expect.objectContaining({ event: 'request', method: 'GET', path: '/reviews.json', status: 417 }),
  ]);
  const [got, head] = lines().map(({ bytes }) => Number(bytes));
  expect(got).toBeGreaterThan(body.length);
  expect(head).toBeGreaterThan(0);
});

describe('closing', () => {
  const open = async (origin: string, bytes: string): Promise<Socket> => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname).setEncoding('latin1');
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  };
  const readAll = async (socket: Socket): Promise<string> => {
    let text = '';
    socket.on('data', (part: string) => {
      text += part;
    });
    await once(socket, 'close');
    return text;
  };

  test('finishes a request that has started and accepts no new one', async () => {
    const other = await serve({ DIST_DIR: inject('dists').corner });
    // The first response shows that the server knows this connection. The second request is incomplete when the server starts to close.
    const socket = await open(other.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.write('GET /reviews.json HTTP/1.1\r\nHo');
    await ask(other.url, '/healthz');
    const closed = other.close();
    await expect(ask(other.url, '/healthz')).rejects.toThrow(/ECONNREFUSED|ECONNRESET|socket hang up/);
    socket.write('st: x\r\n\r\n');
    const answer = await readAll(socket);
    await closed;
    expect(statusLine(answer)).toBe('HTTP/1.1 200 OK');
    expect(answer).toMatch(/^connection: close$/im);
    expect(Buffer.from(bodyOf(answer), 'latin1').toString()).toBe((await ask(server.url, '/reviews.json')).text);
  });
});
