import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Example, examples } from '../../site/developers/examples.ts';
import { mcpTools } from '../../site/developers/mcp-tools.ts';
import { root } from '../support/run-script.ts';
import { serve, type TestServer } from '../support/serve.ts';

const commands: Readonly<Record<Example['language'], (code: string) => readonly [string, readonly string[]]>> = {
  sh: (code) => ['sh', ['-c', code]],
  js: (code) => [process.execPath, ['--input-type=module', '-e', code]],
  python: (code) => ['python3', ['-c', code]],
};

async function run({ language }: Example, code: string) {
  const [program, args] = commands[language](code);
  const child = spawn(program, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, status: status as number };
}

describe('the examples on the pages run as they stand', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await serve({ DIST_DIR: inject('dists').demo, RATE_LIMIT: '0' });
  });
  afterAll(() => server?.close());

  it.each(Object.entries(examples) as [string, Example][])('%s', async (name, example) => {
    const { stdout, stderr, status } = await run(example, example.code(server.url));
    expect(stderr).toBe('');
    expect(status).toBe(0);
    if (name === 'curlConditional') expect(stdout).toBe('304\n');
    else expect(stdout).toMatch(/review|Punctuality/);
  });

  it('the page on MCP lists the tools that the server has, in its order', async () => {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const post = (body: object, more: Record<string, string> = {}) =>
      fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
      });
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const session = (await post({ method: 'initialize', params })).headers.get('Mcp-Session-Id') ?? '';
    const answer = (await (await post({ method: 'tools/list' }, { 'Mcp-Session-Id': session })).json()) as {
      result: { tools: { name: string }[] };
    };
    expect(mcpTools.map(({ name }) => name)).toEqual(answer.result.tools.map(({ name }) => name));
  });

  it('the subscriber proves its intent, checks signatures and prints what is new', async () => {
    const topic = 'https://reviews.example/reviews.json';
    const child = spawn(process.execPath, [path.join(root, 'site/developers/subscriber.js'), 'https://me.example/hook', 'a secret'], {
      env: { ...process.env, PORT: '0', HUB: `${server.url}/nowhere`, TOPIC: topic, NODE_DEBUG: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      let printed = '';
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        printed += part;
      });
      await expect.poll(() => printed, { timeout: 10_000 }).toContain('listening on');
      const port = /listening on (\d+)/.exec(printed)?.[1];
      const own = `http://127.0.0.1:${port}/hook`;
      const ask = (of: string, mode: string) =>
        fetch(`${own}?${new URLSearchParams({ 'hub.mode': mode, 'hub.topic': of, 'hub.challenge': 'abc', 'hub.lease_seconds': '10' })}`);
      expect(await (await ask(topic, 'subscribe')).text()).toBe('abc');
      expect((await ask('https://other.example/', 'subscribe')).status).toBe(404);
      expect((await ask(topic, 'denied')).status).toBe(404);

      const body = JSON.stringify({ reviews: [{ author: 'Ada' }] });
      const deliver = (secret: string) =>
        fetch(own, {
          method: 'POST',
          body,
          headers: { 'X-Hub-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` },
        });
      expect((await deliver('another secret')).status).toBe(204);
      expect((await deliver('a secret')).status).toBe(204);
      await expect.poll(() => printed).toContain('1 reviews; the newest is by Ada');
      expect(printed.match(/newest/g)?.length).toBe(1);
    } finally {
      child.kill();
    }
  });
});
