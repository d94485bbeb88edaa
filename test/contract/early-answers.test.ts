import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ManualClock } from '../support/manual-clock.ts';
import { withReleaseCases } from '../support/release-test.ts';
import { serve, type TestServer } from '../support/serve.ts';

let server: TestServer;
let limited: TestServer;
beforeAll(async () => {
  server = await serve({ DIST_DIR: inject('dists').corner });
  limited = await serve({ DIST_DIR: inject('dists').corner, RATE_LIMIT: '1' });
  // The only request per minute that isn't refused.
  for (const target of ['/api/reviews/search', '/api/websub/hub']) await fetch(limited.url + target);
});
afterAll(() => Promise.all([server, limited].map((one) => one.close())));

const MCP = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\n';
const MESSAGE = 'Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n';
const HUB = 'POST /api/websub/hub HTTP/1.1\r\nHost: localhost\r\n';
const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n';
const PING = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Answers that are sent before the body was read: status, and the head of the request without the length of its body. */
const early: readonly (readonly [status: number, head: string])[] = [
  [200, 'GET /reviews.json HTTP/1.1\r\nHost: localhost\r\n'],
  [200, 'HEAD /reviews.json HTTP/1.1\r\nHost: localhost\r\n'],
  [200, 'GET /api/reviews/search HTTP/1.1\r\nHost: localhost\r\n'],
  [200, 'GET /api/websub/hub HTTP/1.1\r\nHost: localhost\r\n'],
  [204, 'OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\n'],
  [204, 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n'],
  [301, 'GET /reviews HTTP/1.1\r\nHost: localhost\r\n'],
  [303, 'GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n'],
  [304, 'GET /reviews.json HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\n'],
  [400, 'POST /%zz HTTP/1.1\r\nHost: localhost\r\n'],
  [400, 'POST /mcp HTTP/1.1\r\nHost: a b\r\n'],
  [400, 'DELETE /mcp HTTP/1.1\r\nHost: localhost\r\n'],
  [400, 'GET /api/reviews/since/never HTTP/1.1\r\nHost: localhost\r\n'],
  [400, 'GET /api/reviews/search?rating=9 HTTP/1.1\r\nHost: localhost\r\n'],
  [403, `POST /mcp HTTP/1.1\r\nHost: evil.example\r\n${MESSAGE}`],
  [403, `${MCP}Origin: nowhere\r\n${MESSAGE}`],
  [404, 'POST /nothing HTTP/1.1\r\nHost: localhost\r\n'],
  [404, 'GET /api/websub/subscriptions/none HTTP/1.1\r\nHost: localhost\r\n'],
  [404, 'DELETE /mcp HTTP/1.1\r\nHost: localhost\r\nMcp-Session-Id: none\r\n'],
  [405, 'PUT /mcp HTTP/1.1\r\nHost: localhost\r\n'],
  [405, 'PUT /api/websub/hub HTTP/1.1\r\nHost: localhost\r\n'],
  [405, 'POST /reviews.json HTTP/1.1\r\nHost: localhost\r\n'],
  [405, 'POST / HTTP/1.1\r\nHost: localhost\r\n'],
  [405, 'POST /api/reviews/search HTTP/1.1\r\nHost: localhost\r\n'],
  [405, 'POST /api/reviews/since/2024-01-01 HTTP/1.1\r\nHost: localhost\r\n'],
  [405, 'POST /healthz HTTP/1.1\r\nHost: localhost\r\n'],
  [405, 'PATCH /api/websub/subscriptions/none HTTP/1.1\r\nHost: localhost\r\n'],
  [406, `${MCP}Content-Type: application/json\r\nAccept: text/event-stream\r\n`],
  [412, 'GET /reviews.json HTTP/1.1\r\nHost: localhost\r\nIf-Match: "none"\r\n'],
  [414, `POST /mcp?${'x'.repeat(8_192)} HTTP/1.1\r\nHost: localhost\r\n`],
  [415, `${MCP}Content-Type: text/plain\r\nAccept: application/json, text/event-stream\r\n`],
  [415, `${MCP}${MESSAGE}Content-Encoding: gzip\r\n`],
  [415, `${HUB}Content-Type: application/json\r\n`],
  [416, 'GET /reviews.json HTTP/1.1\r\nHost: localhost\r\nRange: bytes=999999999-\r\n'],
  [417, `${MCP}${MESSAGE}Expect: tea\r\n`],
  [429, `${HUB}${FORM}`],
  [429, 'POST /api/reviews/search HTTP/1.1\r\nHost: localhost\r\n'],
];

/** The answer to a body that is too long; its length is only known before it was read if the request has a Content-Length. */
const tooLong: typeof early = [
  [413, MCP + MESSAGE],
  [413, HUB + FORM],
];

const chunk = (data: string) => `${data.length.toString(16)}\r\n${data}\r\n`;
const halves = (body: string) => [body.slice(0, body.length / 2), body.slice(body.length / 2)] as const;

/** Ways to send a body: what ends the head, and the parts that are sent before and after the response. */
const ways: Readonly<Record<string, (body: string) => readonly [head: string, before: string, after: string]>> = {
  'with a length': (body) => [`Content-Length: ${body.length}`, body, ''],
  'with a length, late': (body) => [`Content-Length: ${body.length}`, '', body],
  'with a length, half of it late': (body) => [`Content-Length: ${body.length}`, ...halves(body)],
  'in chunks': (body) => ['Transfer-Encoding: chunked', `${halves(body).map(chunk).join('')}0\r\n\r\n`, ''],
  'in one chunk': (body) => ['Transfer-Encoding: chunked', `${chunk(body)}0\r\n\r\n`, ''],
  'in chunks, late': (body) => ['Transfer-Encoding: chunked', '', `${chunk(body)}0\r\n\r\n`],
  'in chunks, the last one late': (body) => ['Transfer-Encoding: chunked', chunk(body), '0\r\n\r\n'],
  'in malformed chunks': (body) => ['Transfer-Encoding: chunked', `${chunk(body)}no chunk\r\n\r\n`, ''],
  'after 100 Continue': (body) => [`Expect: 100-continue\r\nContent-Length: ${body.length}`, '', body],
  'in chunks after 100 Continue': (body) => ['Expect: 100-continue\r\nTransfer-Encoding: chunked', '', `${chunk(body)}0\r\n\r\n`],
};

/** The responses on one connection, without interim ones. */
function readResponses(socket: Socket) {
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  return {
    /** Takes the next response. It must come at once, so the connection mustn't end without it. */
    async next(hasBody: boolean): Promise<{ readonly status: number; readonly isLast: boolean }> {
      for (;;) {
        text = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
        const end = text.indexOf('\r\n\r\n') + 4;
        const head = text.slice(0, end);
        const length = hasBody ? Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0) : 0;
        const isChunked = /^transfer-encoding: chunked\r$/im.test(head);
        // Only empty responses have no Content-Length.
        if (end > 3 && (isChunked ? text.endsWith('\r\n0\r\n\r\n') : text.length >= end + length)) {
          text = isChunked ? '' : text.slice(end + length);
          return { status: Number(head.slice(9, 12)), isLast: /^connection: close\r$/im.test(head) };
        }
        if (socket.readableEnded) throw new Error(`the connection ended after ${JSON.stringify(text)}`);
        await Promise.race([once(socket, 'data'), once(socket, 'end')]);
      }
    },
    /** Everything that comes until the server closes its side. */
    async rest(): Promise<string> {
      if (!socket.readableEnded) await once(socket, 'end');
      return text;
    },
  };
}

function open(origin: string): Socket {
  const { hostname, port } = new URL(origin);
  // Errors also fail the reads and writes that they interrupt.
  return connect({ host: hostname, port: Number(port), allowHalfOpen: true }).on('error', () => {});
}

const write = (socket: Socket, bytes: string) =>
  new Promise<void>((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())));

/** Sends a request and, unless its response ends the connection, another one, as a proxy with a pool of connections does. */
async function exchange(origin: string, head: string, parts: readonly [head: string, before: string, after: string]) {
  const [length, before, after] = parts;
  const socket = open(origin);
  const responses = readResponses(socket);
  try {
    socket.write(`${head}${length}\r\n\r\n${before}`);
    const first = await responses.next(!head.startsWith('HEAD '));
    if (!first.isLast) {
      socket.write(after + PING);
      return { ...first, next: await responses.next(true) };
    }
    const rest = await responses.rest();
    // If the server refused the rest of the body, the system could discard a response that isn't read yet.
    await write(socket, after);
    return { ...first, rest };
  } finally {
    socket.destroy();
  }
}

const SAMPLED_WAYS = ['with a length, half of it late', 'in chunks', 'in malformed chunks', 'after 100 Continue'];
const sampledWays = withReleaseCases(
  'a body that is sent in six other ways never delays or changes the next response',
  Object.entries(ways).filter(([way]) => SAMPLED_WAYS.includes(way)),
  Object.entries(ways).filter(([way]) => !SAMPLED_WAYS.includes(way)),
);

describe.each(sampledWays)('a body %s', (way, toParts) => {
  const tooLongAtOnce: typeof early = /late|after/.test(way) ? [] : tooLong;
  const readable: typeof early = way === 'in malformed chunks' ? [] : tooLong;
  // Some errors of the parser come before the response.
  const statusOf = (status: number) => (way === 'in malformed chunks' ? expect.toSatisfy((one) => one === status || one === 400) : status);

  test.each(early)('that is answered early with %d never delays or changes the next response: %s', async (status, head) => {
    const origin = status === 429 ? limited.url : server.url;
    for (const bytes of [10, 300_000])
      expect(await exchange(origin, head, toParts('x'.repeat(bytes)))).toEqual({ status: statusOf(status), isLast: true, rest: '' });
  });

  test.each(tooLongAtOnce)('that is too long gets %d and never delays or changes the next response: %s', async (status, head) => {
    for (const bytes of [65_537, 1_000_000])
      expect(await exchange(server.url, head, toParts('x'.repeat(bytes)))).toEqual({ status: statusOf(status), isLast: true, rest: '' });
  });

  test.each(readable)('that is read keeps the connection open, instead of %d: %s', async (_, head) => {
    const [length, before, after] = toParts('x'.repeat(10_000));
    expect(await exchange(server.url, head, [length, before + after, ''])).toEqual({
      status: 400,
      isLast: false,
      next: { status: 200, isLast: false },
    });
  });
});

test('a request that was sent after an unread body is ignored (RFC 9112 9.6)', async () => {
  const head = 'POST /nothing HTTP/1.1\r\nHost: localhost\r\n';
  expect(await exchange(server.url, head, ['Content-Length: 5', `12345${PING}${PING}`, PING])).toEqual({
    status: 404,
    isLast: true,
    rest: '',
  });
});

test('a parser error never gets into the response before it', async () => {
  const socket = open(server.url);
  const responses = readResponses(socket);
  socket.write('GET /reviews.json HTTP/1.1\r\nHost: localhost\r\n\r\nno HTTP\r\n\r\n');
  expect(await responses.next(true)).toEqual({ status: 200, isLast: false });
  expect(await responses.rest()).toMatch(/^(HTTP\/1\.1 400 [^{]*\{"error":"invalid_request".*\n)?$/);
  socket.destroy();
});

test('a client that never finishes its body loses the connection 5 seconds after the response', async () => {
  const clock = new ManualClock();
  const other = await serve({ DIST_DIR: inject('dists').corner }, 'origin', clock);
  const socket = open(other.url);
  const responses = readResponses(socket);
  socket.write(`${MCP}${MESSAGE}Transfer-Encoding: chunked\r\n\r\n${chunk('x'.repeat(70_000))}`);
  expect(await responses.next(true)).toEqual({ status: 413, isLast: true });
  expect(await responses.rest()).toBe('');
  clock.advance(4_999);
  // More than the system buffers, so the server has read it.
  await write(socket, chunk('x'.repeat(8_000_000)));
  clock.advance(1);
  const writeUntilClosed = async () => {
    for (;;) await write(socket, chunk('x'));
  };
  await expect(writeUntilClosed()).rejects.toThrow(/EPIPE|ECONNRESET/);
  await other.close();
});
