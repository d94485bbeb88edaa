import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { serve, type TestServer } from '../support/serve.ts';

// RFC 9112 9.3: after an answer that doesn't wait for the whole body, the server reads the rest or closes the connection. Otherwise the rest
// would be taken for the next request, or the next request would wait; behind a proxy that reuses connections, it's somebody else's.

let server: TestServer;
beforeAll(async () => {
  server = await serve({ DIST_DIR: inject('dists').corner });
});
afterAll(() => server.close());

/** A request that is answered before its body is read, with the status of the answer. */
const requests: readonly (readonly [what: string, line: string, headers: readonly string[], bytes: number, status: number])[] = [
  ['MCP, a body over 64 KiB', 'POST /mcp', ['Content-Type: application/json', 'Accept: application/json, text/event-stream'], 70_000, 413],
  [
    'MCP, a body far over 64 KiB',
    'POST /mcp',
    ['Content-Type: application/json', 'Accept: application/json, text/event-stream'],
    900_000,
    413,
  ],
  ['MCP, another media type', 'POST /mcp', ['Content-Type: text/plain', 'Accept: application/json, text/event-stream'], 30_000, 415],
  ['MCP, another method', 'PUT /mcp', ['Content-Type: application/json'], 30_000, 405],
  ['MCP, invalid JSON', 'POST /mcp', ['Content-Type: application/json', 'Accept: application/json, text/event-stream'], 30_000, 400],
  ['the hub, a body over 16 KiB', 'POST /api/websub/hub', ['Content-Type: application/x-www-form-urlencoded'], 70_000, 413],
  ['the hub, another media type', 'POST /api/websub/hub', ['Content-Type: application/json'], 30_000, 415],
  ['the hub, another method', 'DELETE /api/websub/hub', ['Content-Type: application/json'], 30_000, 405],
  ['search with a method that it doesn’t have', 'POST /api/reviews/search', [], 30_000, 405],
  ['a document with a method that it doesn’t have', 'POST /reviews.json', [], 30_000, 405],
  ['no document', 'POST /nothing', [], 30_000, 404],
  ['a document and a body', 'GET /reviews.json', [], 30_000, 200],
  ['an invalid Host', 'POST /mcp', ['Host: a@b'], 30_000, 400],
  ['an unsupported expectation', 'POST /mcp', ['Expect: tea'], 30_000, 417],
];

const NEXT = 'GET /generation.json HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** The ways to send a body, and what follows it. */
const ways: Readonly<Record<string, (socket: Socket, head: string, body: string) => Promise<void>>> = {
  'with its length': async (socket, head, body) => {
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}${NEXT}`);
  },
  'in chunks': async (socket, head, body) => {
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
    for (let at = 0; at < body.length; at += 10_000)
      socket.write(`${body.slice(at, at + 10_000).length.toString(16)}\r\n${body.slice(at, at + 10_000)}\r\n`);
    socket.write(`0\r\n\r\n${NEXT}`);
  },
  'in chunks, the rest after the answer': async (socket, head, body) => {
    const half = body.slice(0, body.length - 5);
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${half.length.toString(16)}\r\n${half}\r\n`);
    // Some answers only come with the end of the body.
    await Promise.race([once(socket, 'data'), new Promise(setImmediate)]);
    socket.write(`5\r\n${body.slice(-5)}\r\n0\r\n\r\n${NEXT}`);
  },
  'after asking whether to continue': async (socket, head, body) => {
    socket.write(`${head}${/^Expect:/m.test(head) ? '' : 'Expect: 100-continue\r\n'}Content-Length: ${body.length}\r\n\r\n`);
    await once(socket, 'data');
    socket.write(body + NEXT);
  },
};

/** The answers on a connection: the first is complete, and the second is, too, unless the server has closed the connection. */
async function exchange(send: (socket: Socket) => Promise<void>): Promise<string[]> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) }).setEncoding('latin1');
  let received = '';
  const answers = () => received.split(/(?=HTTP\/1\.1 \d{3} )/).filter((answer) => !answer.startsWith('HTTP/1.1 100 '));
  const isWhole = (answer = '') => {
    const [head = '', ...rest] = answer.split('\r\n\r\n');
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? Number.NaN);
    return rest.join('\r\n\r\n').length >= length;
  };
  const done = new Promise<void>((resolve) => {
    socket.on('data', (text) => {
      received += text;
      if (answers().length > 1 && isWhole(answers()[1])) resolve();
    });
    socket.on('close', () => resolve()).on('error', () => resolve());
  });
  await once(socket, 'connect');
  await send(socket);
  await done;
  socket.destroy();
  return answers();
}

const statusOf = (answer = '') => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

describe.each(Object.entries(ways))('a body that is sent %s', (how, send) => {
  test.each(requests)('%s', async (_what, line, headers, bytes, status) => {
    const hosts = headers.some((header) => header.startsWith('Host:')) ? [] : ['Host: localhost'];
    const head = [`${line} HTTP/1.1`, ...hosts, ...headers].map((one) => `${one}\r\n`).join('');
    const [first, second] = await exchange((socket) => send(socket, head, 'x'.repeat(bytes)));
    expect(statusOf(first)).toBe(status);
    if (second === undefined) expect(first).toMatch(/^connection: close$/im);
    else expect([how, statusOf(second)]).toEqual([how, 200]);
  });
});
