import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, createMCPClient, MCPServerStreamableHttp, StreamableHTTPClientTransport } from '../strangers/mcp-clients.ts';
import { programs } from '../strangers/programs.ts';
import { run } from './child.ts';
import { ids } from './fixture.ts';
import { type Served, serve } from './serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served[Symbol.asyncDispose]());

/** Arguments with which every tool has an answer. */
const calls: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  get_business: {},
  search_reviews: { query: 'charger' },
  get_aspect_sentiment: { aspect: 'pricing' },
  get_technician: { name: 'Ana' },
  get_service: { service: 'EV charger' },
  get_service_area: { area: 'Millbrook' },
  get_review: { id: ids.late },
  get_reviews_since: { date: '2026-01-01' },
  list_topics: {},
  get_trend: { from: '2026-01' },
  get_faq: { query: 'permit' },
  get_summary: {},
  get_changes: {},
  search: { query: 'EV charger' },
  fetch: { id: '/services/ev-charger/' },
};
const names = Object.keys(calls);

describe("clients of other makers list and call every tool: the AI SDK's", () => {
  it('reads structured answers', async () => {
    const client = await createMCPClient({ transport: { type: 'http', url: served.url } });
    const tools = await client.tools();
    expect(Object.keys(tools)).toEqual(names);
    for (const [name, tool] of Object.entries(tools)) {
      const result = (await tool.execute(calls[name] ?? {}, { toolCallId: name, messages: [], context: {} })) as {
        structuredContent?: object;
        isError?: boolean;
      };
      expect([name, result.isError ?? false, typeof result.structuredContent]).toEqual([name, false, 'object']);
    }
    await client.close();
  });
});

describe("clients of other makers list and call every tool: OpenAI Agents'", () => {
  it('reads answers as text', async () => {
    const server = new MCPServerStreamableHttp({ url: served.url, name: 'reviews' });
    await server.connect();
    expect((await server.listTools()).map(({ name }) => name)).toEqual(names);
    for (const name of names) {
      const [content] = await server.callTool(name, calls[name] ?? {});
      const text = content && 'text' in content ? String(content.text) : '';
      expect([name, typeof JSON.parse(text)]).toEqual([name, 'object']);
    }
    await server.close();
  });
});

describe('the official client of the next major version, which opens with server/discover where it is told to', () => {
  it.each(['legacy', 'auto'] as const)('works in mode %s', async (mode) => {
    const client = new Client({ name: 'next', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(served.url)));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(names);
    for (const name of names) expect((await client.callTool({ name, arguments: calls[name] ?? {} })).isError).toBeUndefined();
    await client.close();
  });
});

describe("MCP Inspector's command line", () => {
  it('finds no error in the schemas with --strict', async () => {
    const { code, output } = await run(programs.inspector, [
      '--cli',
      served.url,
      '--transport',
      'http',
      '--method',
      'tools/list',
      '--strict',
    ]);
    expect([code, output.match(/schema-portability|\berror\b/i)]).toEqual([0, null]);
    expect(output).toContain('"get_summary"');
  });

  it.concurrent.each(names)('calls %s', async (name) => {
    const pairs = Object.entries(calls[name] ?? {}).flatMap(([argument, value]) => ['--tool-arg', `${argument}=${value}`]);
    const { code, output } = await run(programs.inspector, [
      '--cli',
      served.url,
      '--transport',
      'http',
      '--method',
      'tools/call',
      '--tool-name',
      name,
      ...pairs,
    ]);
    expect([code, output.includes('"structuredContent"')], output).toEqual([0, true]);
  });
});
