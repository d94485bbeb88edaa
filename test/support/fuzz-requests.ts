import fc from 'fast-check';
import { toInputSchema, toolDefinitions } from '../../site/contract/mcp-tools/tools.ts';
import { topicPaths } from '../../site/contract/paths.ts';
import { searchQuery } from '../../site/contract/search-query.ts';

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

/** Anything at all: odd methods, paths, parameters and headers. */
const anything = fc
  .tuple(method, path, query, headers)
  .map(
    ([verb, target, parameters, lines]) =>
      `${verb} ${target}${parameters && `?${parameters}`} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`,
  );

/** Values of the server that requests contain. */
export interface FuzzTarget {
  /** The id of an open MCP session. */
  readonly session: string;
  /** The base URL of the site, which its topics start with. */
  readonly baseUrl: string;
}

/** Characters that fold, decompose, repeat or escape badly. */
const UNITS = [
  'a',
  'a ',
  'the ',
  'e',
  'panel ',
  '🔌',
  '\u0301',
  '\u0323\u0301',
  'ﷺ',
  'ß',
  'İ',
  '가',
  '.',
  ', ',
  ' ',
  '\0',
  '%',
  '"',
  '\\',
  'ev-charger,',
];
/** Lengths around the limits, up to what fits in a request. */
const LENGTHS = [1, 2, 3, 40, 199, 200, 201, 499, 500, 501, 1000, 2700];
const WORDS = [
  'the',
  'e',
  'panel',
  'on time',
  'price',
  'tech',
  'electric',
  'a',
  's ',
  ' the ',
  'Ana',
  'ev-charger',
  '01',
  '2024-02-29',
  '2024-13',
  '',
];

const repeated = (lengths: readonly number[]) =>
  fc.tuple(fc.constantFrom(...UNITS), fc.constantFrom(...lengths)).map(([unit, length]) => unit.repeat(length).slice(0, length));
const text = fc.oneof(fc.constantFrom(...WORDS), repeated(LENGTHS), junk);
const date = fc.oneof(
  fc.date({ min: new Date('2014-01-01'), max: new Date('2028-12-31'), noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
  fc.constantFrom('0000-01-01', '9999-12-31', '2024-02-30', ''),
);
const coding = fc.constantFrom('', 'Accept-Encoding: br\r\n', 'Accept-Encoding: gzip\r\n');

const get = (target: string, lines: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines}\r\n`;

/** Returns a POST with a UTF-8 body, as a string that is sent as latin1. */
function post(target: string, type: string, lines: string, body: string): string {
  const bytes = Buffer.from(body);
  const head = `POST ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n${lines}`;
  return `${head}\r\n${bytes.toString('latin1')}`;
}

const documents = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(
        '/reviews.json',
        '/insights.json',
        '/api/feed.json',
        '/feed.xml',
        '/generation.json',
        '/llms-full.txt',
        '/reviews.csv',
        '/healthz',
      ),
      date.map((day) => `/api/reviews/since/${day}`),
    ),
    coding,
  )
  .map(([target, lines]) => get(target, lines));

const searchValue: Readonly<Record<string, fc.Arbitrary<string>>> = {
  rating: fc.integer({ min: 0, max: 6 }).map(String),
  min_rating: fc.double({ min: 0, max: 6, noNaN: true }).map(String),
  limit: fc.constantFrom('1', '100', '100', '101'),
  since: date,
  until: date,
};
const search = fc
  .tuple(
    fc.uniqueArray(
      fc.constantFrom(...Object.keys(searchQuery.shape)).chain((name) => fc.tuple(fc.constant(name), searchValue[name] ?? text)),
      { maxLength: 3, selector: ([name]) => name },
    ),
    coding,
  )
  .map(([pairs, lines]) => get(`/api/reviews/search?${new URLSearchParams(pairs)}`, lines));

interface ArgumentSchema {
  readonly type?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
}

/** Mostly values that the schema accepts, up to the longest; sometimes far longer ones. */
function argument({ type, pattern }: ArgumentSchema): fc.Arbitrary<unknown> {
  if (type === 'integer' || type === 'number') return fc.oneof(fc.integer({ min: 0, max: 101 }), fc.constantFrom(100, 100, '5', null));
  const usual = pattern?.includes('{4}') ? date : text;
  return fc.oneof(
    { weight: 8, arbitrary: usual },
    { weight: 1, arbitrary: repeated([60_000]) },
    fc.constantFrom(null, 1, [], {}, [[['']]]),
  );
}

const call = fc.constantFrom(...toolDefinitions).chain(({ name, input }) => {
  const { properties = {}, required = [] } = toInputSchema(input) as { properties?: Record<string, ArgumentSchema>; required?: string[] };
  const types = Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, argument(schema)]));
  const given = fc.record(types, { requiredKeys: required.filter((key) => key in types) });
  return given.map((all) => ({ method: 'tools/call', params: { name, arguments: all } }));
});

const RESOURCE = 'reviews://review/{id}';
const beside = fc.oneof(
  fc.constantFrom('tools/list', 'resources/list', 'resources/templates/list', 'prompts/list', 'ping').map((name) => ({ method: name })),
  fc
    .oneof(fc.constantFrom('reviews://business', 'reviews://insights'), text, repeated([60_000]))
    .map((uri) => ({ method: 'resources/read', params: { uri } })),
  fc
    .tuple(fc.constantFrom(['summarize_reviews', 'topic'], ['compare_technicians', 'names']), fc.oneof(text, repeated([60_000])))
    .map(([[name, key], value]) => ({
      method: 'prompts/get',
      params: { name, arguments: { [String(key)]: value } },
    })),
  fc
    .tuple(
      fc.constantFrom(
        { ref: { type: 'ref/resource', uri: RESOURCE }, name: 'id' },
        { ref: { type: 'ref/prompt', name: 'summarize_reviews' }, name: 'topic' },
        { ref: { type: 'ref/prompt', name: 'compare_technicians' }, name: 'names' },
      ),
      fc.oneof(text, repeated([60_000])),
    )
    .map(([{ ref, name }, value]) => ({ method: 'completion/complete', params: { ref, argument: { name, value } } })),
  fc.constantFrom(
    {
      method: 'tools/call',
      params: { name: 'get_service', arguments: Object.fromEntries(Array.from({ length: 4_000 }, (_, key) => [`k${key}`, 1])) },
    },
    { method: 'initialize', params: { protocolVersion: 'x'.repeat(60_000), capabilities: {}, clientInfo: { name: 'x', version: '1' } } },
    { method: 'x'.repeat(60_000) },
  ),
);
const DEEP = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;

const mcp = (messages: fc.Arbitrary<object | string>) => (target: FuzzTarget) =>
  messages.map((message) => {
    const lines = `Accept: application/json, text/event-stream\r\nMcp-Session-Id: ${target.session}\r\n`;
    const body = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
    return post('/mcp', 'application/json', lines, body);
  });

const hubValue = (baseUrl: string): Readonly<Record<string, fc.Arbitrary<string>>> => ({
  'hub.mode': fc.constantFrom('subscribe', 'subscribe', 'unsubscribe', 'publish', 'x'),
  'hub.topic': fc.oneof(fc.constantFrom(...topicPaths.map((topic) => baseUrl + topic)), text),
  'hub.url': fc.constantFrom(...topicPaths.map((topic) => baseUrl + topic)),
  // Only callbacks that the hub doesn't call: nothing leaves this machine.
  'hub.callback': fc.oneof(
    fc.constantFrom('https://127.0.0.1/', 'https://[::1]/', 'https://10.0.0.1:9/', 'http://a.example/'),
    repeated(LENGTHS),
  ),
  'hub.secret': text,
  'hub.lease_seconds': fc.oneof(fc.constantFrom('', '0', '99999999999', '-1'), text),
});
const hub = ({ baseUrl }: FuzzTarget) => {
  const values = hubValue(baseUrl);
  const pair = fc.constantFrom(...Object.keys(values)).chain((name) => fc.tuple(fc.constant(name), values[name] ?? text));
  const forms = fc.oneof(
    fc.record(values).map((form) => String(new URLSearchParams(form))),
    fc.array(pair, { maxLength: 8 }).map((pairs) => String(new URLSearchParams(pairs))),
    fc.constantFrom(
      'hub.x=&'.repeat(2_000),
      Array.from({ length: 1_500 }, (_, key) => `hub.${key}=`).join('&'),
      '%'.repeat(16_000),
      '&'.repeat(16_000),
    ),
  );
  return forms.map((body) => post('/api/websub/hub', 'application/x-www-form-urlencoded', '', body));
};

/** Requests by purpose, as they go over the wire, one per connection. */
export const fuzzRequests = {
  anything: () => anything,
  documents: () => documents,
  search: () => search,
  'MCP tools': mcp(call),
  'MCP beside tools': mcp(fc.oneof({ weight: 20, arbitrary: beside }, fc.constant(DEEP))),
  hub,
} as const satisfies Readonly<Record<string, (target: FuzzTarget) => fc.Arbitrary<string>>>;
export type FuzzKind = keyof typeof fuzzRequests;
