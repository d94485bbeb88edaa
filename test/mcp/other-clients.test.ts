import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseGroup } from '../support/release-test.ts';
import { Client, createMCPClient, MCPClient, MCPServerStreamableHttp, StreamableHTTPClientTransport } from '../third-party/mcp-clients.ts';
import { programs } from '../third-party/programs.ts';
import { run } from './child.ts';
import { everyTool } from './every-tool.ts';
import { type Served, serve } from './serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served[Symbol.asyncDispose]());

const names = Object.keys(everyTool);

describe("the AI SDK's client", () => {
  it('lists and calls every tool, with structured answers', async () => {
    const client = await createMCPClient({ transport: { type: 'http', url: served.url } });
    const tools = await client.tools();
    expect(Object.keys(tools)).toEqual(names);
    for (const [name, tool] of Object.entries(tools)) {
      const result = (await tool.execute(everyTool[name] ?? {}, { toolCallId: name, messages: [], context: {} })) as {
        structuredContent?: object;
        isError?: boolean;
      };
      expect([name, result.isError ?? false, typeof result.structuredContent]).toEqual([name, false, 'object']);
    }
    await client.close();
  });
});

describe('the client of OpenAI Agents', () => {
  it('lists and calls every tool, with answers as text', async () => {
    const server = new MCPServerStreamableHttp({ url: served.url, name: 'reviews' });
    await server.connect();
    expect((await server.listTools()).map(({ name }) => name)).toEqual(names);
    for (const name of names) {
      const [content] = await server.callTool(name, everyTool[name] ?? {});
      const text = content && 'text' in content ? String(content.text) : '';
      expect([name, typeof JSON.parse(text)]).toEqual([name, 'object']);
    }
    await server.close();
  });
});

describe('mcp-client (test/evidence/mcp-clients.ts runs four more clients)', () => {
  it('lists and calls every tool, with structured answers, and lists resources', async () => {
    const client = new MCPClient({ name: 'test', version: '1.0.0' });
    await client.connect({ type: 'httpStream', url: served.url });
    expect((await client.getAllTools()).map(({ name }) => name)).toEqual(names);
    for (const name of names) {
      const { isError, structuredContent } = await client.callTool({ name, arguments: everyTool[name] ?? {} });
      expect([name, isError ?? false, typeof structuredContent]).toEqual([name, false, 'object']);
    }
    expect((await client.getAllResources()).map(({ uri }) => uri)).toContain('ui://review-cards');
    await client.close();
  });
});

describe('the next major version of the official client', () => {
  it.each(['legacy', 'auto'] as const)('lists and calls every tool in mode %s', async (mode) => {
    const client = new Client({ name: 'next', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(served.url)));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(names);
    for (const name of names) expect((await client.callTool({ name, arguments: everyTool[name] ?? {} })).isError).toBeUndefined();
    await client.close();
  });
});

releaseGroup("MCP Inspector's command line lists and calls tools", () => {
  it('finds no errors in the schemas with --strict', async () => {
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

  it('calls a tool', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'get_summary'];
    const { code, output } = await run(programs.inspector, ['--cli', served.url, '--transport', 'http', ...call]);
    expect([code, output.includes('"structuredContent"')], output).toEqual([0, true]);
  });
});
