import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolDefinitions } from '../../site/contract/mcp-tools/tools.ts';
import { type Served, serve } from '../mcp/serve.ts';
import { roundsOf } from '../support/release-test.ts';
import { initialize, openSession, post, request, rpcHeaders } from '../support/rpc.ts';
import { floodWithCalls, floodWithInitialize, heldBytes } from './mcp-flood.ts';

/** How many requests each round of a flood sends; test/evidence/mcp-memory.ts sends 20,000. */
const COUNT = 500;

let served: Served;
let session: string;
beforeAll(async () => {
  served = await serve();
  session = await openSession(served.url);
});
afterAll(() => served[Symbol.asyncDispose]());

describe.each([
  ['M02 anonymous initialize calls', floodWithInitialize],
  ['M10 calls without a session', floodWithCalls],
])('%s', (_, flood) => {
  it('don’t leak memory: each keeps less than a hundredth of an in-memory session', async () => {
    await flood(served.url, COUNT);
    let held = heldBytes();
    let grown = Number.POSITIVE_INFINITY;
    // Memory that requests leak grows in every round; memory for compiled code and caches doesn't.
    for (let round = 0; round < 3 && grown >= 390; round++) {
      await flood(served.url, COUNT);
      const now = heldBytes();
      grown = (now - held) / COUNT;
      held = now;
    }
    expect(grown).toBeLessThan(390);
  });
});

const head = (lines: readonly string[]) =>
  [
    'POST /mcp HTTP/1.1',
    'Host: localhost',
    ...Object.entries(rpcHeaders).map(([name, value]) => `${name}: ${value}`),
    `Mcp-Session-Id: ${session}`,
    ...lines,
    '',
    '',
  ].join('\r\n');

/** The requests of a flood, sent in turn, and how the client then closes the connection. */
const floods: Readonly<Record<string, () => { readonly bytes: string; readonly ending: 'destroy' | 'end' }>> = {
  cancelled: () => {
    const body = JSON.stringify(request('tools/call', { name: 'get_summary', arguments: {} }));
    return { bytes: head([`Content-Length: ${body.length}`]) + body, ending: 'destroy' };
  },
  'half-sent': () => ({ bytes: `${head(['Content-Length: 4000'])}{"jsonrpc":"2.0","id":1,"met`, ending: 'destroy' }),
  'cut short': () => ({ bytes: `${head(['Content-Length: 4000'])}{"jsonrpc":"2.0"`, ending: 'end' }),
  huge: () => ({ bytes: head(['Content-Length: 300000', 'Connection: close']) + 'x'.repeat(300_000), ending: 'end' }),
  'huge in chunks': () => ({
    bytes: `${head(['Transfer-Encoding: chunked', 'Connection: close'])}20000\r\n${'x'.repeat(0x20000)}\r\n0\r\n\r\n`,
    ending: 'end',
  }),
  malformed: () => ({ bytes: `${head(['Content-Length: 9', 'Connection: close'])}{"id":1,]`, ending: 'end' }),
  'no HTTP at all': () => ({ bytes: 'hello\r\n\r\n', ending: 'end' }),
};

/** Sends a request and resolves with the response when the connection is closed. */
async function flood(kind: keyof typeof floods): Promise<string> {
  const { bytes, ending } = floods[kind]?.() ?? { bytes: '', ending: 'end' };
  const socket = connect(served.server.port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (ending === 'end') socket.end(bytes);
  else socket.write(bytes, () => socket.destroy());
  await once(socket, 'close');
  return text;
}

describe('M06 a flood of canceled, half-sent, huge and malformed requests', () => {
  it('leaves no open connections, no 5xx and a server that still answers', async () => {
    const kinds = Object.keys(floods);
    for (let round = 0; round < 5; round++) {
      const texts = await Promise.all(Array.from({ length: 35 }, (_, index) => flood(kinds[index % kinds.length] ?? '')));
      expect(texts.filter((text) => /^HTTP\/1\.1 5|<html/i.test(text))).toEqual([]);
    }
    expect((await post(served.url, initialize())).status).toBe(200);
  });

  it('gets an answer if the client waits for one', async () => {
    expect(await flood('huge')).toMatch(/^HTTP\/1\.1 413 [\s\S]*"jsonrpc"/);
    expect(await flood('huge in chunks')).toMatch(/^HTTP\/1\.1 413 [\s\S]*"jsonrpc"/);
    expect(await flood('malformed')).toMatch(/^HTTP\/1\.1 400 [\s\S]*-32700/);
  });
});

const methods = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'notifications/initialized',
  'server/discover',
];
const toolNames = toolDefinitions.map(({ name }) => name);
const argumentNames = [
  'rating',
  'min_rating',
  'since',
  'until',
  'query',
  'mentions_technician',
  'mentions_service',
  'words',
  'max_rating',
  'source',
  'sort',
  'offset',
  'detail',
  'max_tokens',
  'limit',
  'aspect',
  'name',
  'service',
  'area',
  'id',
  'date',
  'cursor',
  'from',
  'to',
  'after',
  '__proto__',
  'constructor',
];
const anyValue = fc.oneof(fc.jsonValue(), fc.constantFrom('2026-03-09', 'pricing', 'Ana', 'Millbrook', '2026-03', 1, 5, 100));
const anyArguments = fc.dictionary(fc.oneof(fc.constantFrom(...argumentNames), fc.string()), anyValue, { maxKeys: 5 });
const anyCall = fc.record(
  { name: fc.oneof(fc.constantFrom(...toolNames), fc.string()), arguments: fc.oneof(anyArguments, fc.jsonValue()) },
  { requiredKeys: [] },
);
const anyParams = fc.oneof(
  anyCall,
  fc.record({ uri: fc.oneof(fc.string(), fc.constantFrom('reviews://business', 'reviews://review/__proto__')) }),
  fc.record({
    ref: fc.record({ type: fc.constantFrom('ref/prompt', 'ref/resource'), name: fc.string(), uri: fc.string() }),
    argument: fc.record({ name: fc.string(), value: fc.string() }),
  }),
  fc.jsonValue(),
);
const anyMessage = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: fc.jsonValue() }),
    id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
    method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...methods) }, { weight: 1, arbitrary: fc.jsonValue() }),
    params: anyParams,
  },
  { requiredKeys: [] },
);

/** Returns the message as sent by clients of revision 2026-07-28, or the text unchanged if it isn't a message. */
function withoutSession(text: string): { readonly body: string; readonly headers: Readonly<Record<string, string>> } {
  const message = parse(text);
  const method = isRecord(message) ? message['method'] : undefined;
  // Headers can only contain ASCII.
  if (!isRecord(message) || typeof method !== 'string' || !/^[\x21-\x7e]+$/.test(method)) return { body: text, headers: {} };
  const params = isRecord(message['params']) ? message['params'] : {};
  const name = String((method === 'resources/read' ? params['uri'] : params['name']) ?? '');
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
  return {
    body: JSON.stringify({ ...message, params: { ...params, _meta } }),
    headers: {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      'Mcp-Name': `=?base64?${Buffer.from(name).toString('base64')}?=`,
    },
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe('M04 any message, valid or not', () => {
  it('gets a JSON-RPC answer with its id or an empty 202, and never a 5xx or an internal error', async () => {
    const body = fc.oneof(
      { weight: 8, arbitrary: anyMessage.map((message) => JSON.stringify(message)) },
      { weight: 1, arbitrary: fc.json() },
      { weight: 1, arbitrary: fc.string() },
    );
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom('no session', 'session', 'stateless'), async (text, way) => {
        const sent = way === 'stateless' ? withoutSession(text) : { body: text, headers: {} };
        const headers = { ...sent.headers, 'Mcp-Session-Id': way === 'session' ? session : undefined };
        const { status, json, text: answer } = await post(served.url, sent.body, headers);
        expect(status).toBeLessThan(500);
        expect([status === 202, json?.jsonrpc]).toEqual([answer === '', answer === '' ? undefined : '2.0']);
        expect(json?.error?.code).not.toBe(-32603);
        if (status === 200) expect(json?.id).toEqual((JSON.parse(text) as { id: unknown }).id);
      }),
      { numRuns: roundsOf(400) },
    );
  });
});
