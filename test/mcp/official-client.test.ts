import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, ResourceListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseTest } from '../support/release-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startChild } from './child.ts';
import { everyTool } from './every-tool.ts';
import { fixture } from './fixture.ts';
import { type Served, serve } from './serve.ts';
import { publish } from './site.ts';

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served[Symbol.asyncDispose]());

async function connect(url: string) {
  const client = new Client({ name: 'official', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  return { client, transport, [Symbol.asyncDispose]: () => client.close() };
}

async function countReviews(client: Client): Promise<unknown> {
  const { structuredContent } = await client.callTool({ name: 'get_summary', arguments: {} });
  return (structuredContent as { review_count: number }).review_count;
}

describe("the official SDK's client", () => {
  it('receives the server info, capabilities and instructions', async () => {
    await using session = await connect(served.url);
    expect(session.client.getServerVersion()).toMatchObject({ name: 'open-reviews', websiteUrl: 'https://reviews.example' });
    expect(session.client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {}, completions: {} });
    expect(session.client.getInstructions()).toContain('Fixture Electric');
  });

  it('lists and calls every tool, and each answer matches its schema', async () => {
    await using session = await connect(served.url);
    const { tools } = await session.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(everyTool));
    for (const { name } of tools) {
      const { structuredContent, isError } = await session.client.callTool({ name, arguments: everyTool[name] ?? {} });
      expect([name, isError, typeof structuredContent]).toEqual([name, undefined, 'object']);
    }
  });

  it('reads resources, lists prompts and completes arguments', async () => {
    await using session = await connect(served.url);
    const { resources } = await session.client.listResources();
    const read = await Promise.all(resources.map(({ uri }) => session.client.readResource({ uri })));
    expect(read.map(({ contents }) => contents.length)).toEqual([1, 1, 1]);
    const { prompts } = await session.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['summarize_reviews', 'compare_technicians']);
    const completion = await session.client.complete({
      ref: { type: 'ref/prompt', name: 'compare_technicians' },
      argument: { name: 'names', value: 'B' },
    });
    expect(completion.completion.values).toEqual(['Bill Ng']);
  });

  it.each([
    ['an unknown tool', (client: Client) => client.callTool({ name: 'nothing' }, CallToolResultSchema), -32602],
    ['an unknown resource', (client: Client) => client.readResource({ uri: 'reviews://nothing' }), -32002],
    ['an unknown prompt', (client: Client) => client.getPrompt({ name: 'nothing' }), -32602],
  ])('throws the right error code for %s', async (_, attempt, code) => {
    await using session = await connect(served.url);
    await expect(attempt(session.client)).rejects.toMatchObject({ code });
  });

  it('receives invalid arguments and unknown names as tool errors', async () => {
    await using session = await connect(served.url);
    const wrong = await session.client.callTool({ name: 'search_reviews', arguments: { rating: 0 } });
    const unknown = await session.client.callTool({ name: 'get_service', arguments: { service: 'plumbing' } });
    expect([wrong.isError, unknown.isError]).toEqual([true, true]);
  });

  it('can end its session and open a new one', async () => {
    await using session = await connect(served.url);
    await session.transport.terminateSession();
    await using next = await connect(served.url);
    expect(await countReviews(next.client)).toBe(6);
  });

  it('can make another call after aborting one', async () => {
    await using session = await connect(served.url);
    const abort = new AbortController();
    const call = session.client.callTool({ name: 'get_summary', arguments: {} }, undefined, { signal: abort.signal });
    abort.abort('changed my mind');
    await expect(call).rejects.toThrow('changed my mind');
    expect(await countReviews(session.client)).toBe(6);
  });

  it('works in fifty sessions at once, each with its own calls', async () => {
    const sessions = await Promise.all(Array.from({ length: 50 }, () => connect(served.url)));
    const answers = await Promise.all(
      sessions.flatMap(({ client }, index) =>
        [1, 2, 3].map(async () => {
          const rating = (index % 5) + 1;
          const { structuredContent } = await client.callTool({ name: 'search_reviews', arguments: { rating } });
          return (
            (structuredContent as { matched: number }).matched ===
            fixture.reviews.reviews.filter((review) => review.rating === rating).length
          );
        }),
      ),
    );
    expect([answers.length, answers.every(Boolean)]).toEqual([150, true]);
    expect(new Set(sessions.map(({ transport }) => transport.sessionId)).size).toBe(50);
    await Promise.all(sessions.map(({ client }) => client.close()));
  });

  it('is not notified when the site is rebuilt', async () => {
    await using session = await connect(served.url);
    let pushed = 0;
    session.client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void pushed++);
    publish(served.folder, fixture);
    await served.server.generations.refresh();
    expect([await countReviews(session.client), pushed]).toEqual([6, 0]);
  });
});

describe('M02 a session survives', () => {
  const shorter = { ...fixture, insights: { ...fixture.insights, review_count: 5 } };

  releaseTest('M02 a session survives a restart after kill -9', async () => {
    const folder = temporaryFolder();
    const environment = { DIST_DIR: publish(folder, fixture), DATA_DIR: `${folder}/data` };
    const first = await startChild(environment);
    await using session = await connect(`http://127.0.0.1:${first.port}/mcp`);
    expect(await countReviews(session.client)).toBe(6);
    await first.kill();
    const second = await startChild({ ...environment, PORT: String(first.port) });
    expect(second.pid).not.toBe(first.pid);
    expect(await countReviews(session.client)).toBe(6);
    await second.kill();
  });

  it('a rebuild, and then answers from the new generation', async () => {
    await using own = await serve();
    await using session = await connect(own.url);
    expect(await countReviews(session.client)).toBe(6);
    publish(own.folder, shorter);
    await own.server.generations.refresh();
    expect(await countReviews(session.client)).toBe(5);
  });

  it('alternating between two instances with a shared key', async () => {
    await using one = await serve({ SESSION_KEYS: 'shared by both' });
    await using two = await serve({ SESSION_KEYS: 'newer, shared by both' }, shorter);
    const balanced: string[] = [];
    const client = new Client({ name: 'balanced', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(one.url), {
      fetch: (_, init) => {
        const target = balanced.length % 2 === 0 ? one : two;
        balanced.push(target.url);
        return fetch(target.url, init);
      },
    });
    await client.connect(transport);
    const counts = [];
    for (let call = 0; call < 4; call++) counts.push(await countReviews(client));
    expect(counts.toSorted()).toEqual([5, 5, 6, 6]);
    await client.close();
  });
});
