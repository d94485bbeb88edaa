import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { mapWide } from './ask.ts';

const PATHS = [
  ...['/reviews.json', '/insights.json', '/api/feed.json', '/feed.xml', '/', '/api/reviews/search', '/api/reviews/since/', '/healthz'],
  ...['/generation.json', '/mcp', '/api/websub/hub', '/..', '//', '/.', '/%2e%2e/', '/%', '/%00', '*', 'http://x', ''],
];
const PARAMETERS = ['rating', 'min_rating', 'since', 'until', 'query', 'mentions_technician', 'mentions_service', 'limit', '__proto__', ''];
const VALUES = ['5', '-1', '1e9', '2024-02-29', '2024-02-30', '%F0%9F', '%', '+', 'a', '%00', 'İ', '99999999999999999999', '[]', '"', '*'];
const HEADERS = [
  ...['Accept-Encoding', 'If-None-Match', 'If-Match', 'If-Modified-Since', 'If-Unmodified-Since', 'Range', 'If-Range', 'Authorization'],
  ...[
    'Origin',
    'Expect',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'Content-Length',
    'Transfer-Encoding',
    'Upgrade',
    'Cookie',
    'X-HTTP-Method-Override',
  ],
];
const HEADER_VALUES = [
  ...[
    '*',
    '"a"',
    'W/"a"',
    '"',
    'bytes=0-',
    'bytes=-1',
    'bytes=9-1',
    'bytes=0-0,2-2',
    'br;q=0,*',
    'gzip;q=x',
    '*;q=0',
    'chunked',
    '0',
    '-1',
  ],
  ...['Mon, 04 Mar 2024 00:00:00 GMT', 'Mon, 99 Foo 0000 00:00:00 GMT', '100-continue', '\u00ff', '(\\', ',,,,', '9'.repeat(400)],
];

const junk = fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, ''));
const path = fc
  .tuple(fc.constantFrom(...PATHS), fc.oneof(fc.constant(''), fc.constantFrom(...VALUES), junk))
  .map((parts) => parts.join('').replaceAll(' ', '%20'));
const query = fc
  .array(fc.tuple(fc.constantFrom(...PARAMETERS), fc.oneof(fc.constantFrom(...VALUES), junk)), { maxLength: 5 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value.replaceAll(' ', '+')}`).join('&'));
const headers = fc
  .array(fc.tuple(fc.constantFrom(...HEADERS), fc.oneof(fc.constantFrom(...HEADER_VALUES), junk)), { maxLength: 5 })
  .map((pairs) => pairs.map(([name, value]) => `${name}: ${value}\r\n`).join(''));
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant('GET') },
  fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'TRACE', 'CONNECT', 'get', 'X'),
);

const request = fc
  .tuple(method, path, query, headers)
  .map(
    ([verb, target, parameters, lines]) =>
      `${verb} ${target}${parameters && `?${parameters}`} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`,
  );

/** Far beyond any answer's time here, and below the server's own limits: who says nothing for so long hangs. */
const HANG_MS = 9_000;

async function answerTo(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  let text = '';
  socket.on('data', (part: string) => {
    text += part;
  });
  const refused = new Promise<void>((resolve) => socket.once('error', () => resolve()));
  socket.write(bytes, 'latin1');
  const closed = once(socket, 'close').catch(() => {});
  const late = new Promise<'hangs'>((resolve) => setTimeout(resolve, HANG_MS, 'hangs').unref());
  const outcome = await Promise.race([closed, refused, late]);
  socket.destroy();
  return outcome === 'hangs' && text === '' ? 'hangs' : text;
}

/** Sends `count` requests made from `seed`; returns a line for each that had no answer, or one of 500 and above. */
export async function fuzz(origin: string, count: number, seed: number): Promise<readonly string[]> {
  const faults = await mapWide(fc.sample(request, { numRuns: count, seed }), 16, async (bytes) => {
    const answer = await answerTo(origin, bytes);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? (/^CONNECT /.test(bytes) ? 0 : 999));
    return answer === 'hangs' || status >= 500 ? [`${JSON.stringify(bytes)}: ${answer.slice(0, 60)}`] : [];
  });
  return faults.flat();
}
