import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { McpFeatures } from '../../sidecar/mcp/features.ts';
import { limits } from '../../site/contract/limits.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { initialize, openSession, post, request } from '../support/rpc.ts';
import { serveFeatures } from './endpoint.ts';

/** Returns features that never answer, and promises that resolve when a request reaches them and when it is aborted. */
function endless() {
  const reached = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const features: McpFeatures = {
    info: { name: 'endless', title: 'Endless', version: '1', websiteUrl: 'http://localhost', icons: [] },
    capabilities: { tools: {} },
    instructions: '',
    methods: {
      'tools/call': (_params, signal) => {
        signal.addEventListener('abort', () => aborted.resolve());
        reached.resolve();
        return new Promise(() => {});
      },
    },
  };
  return { features, reached: reached.promise, aborted: aborted.promise };
}

/** Sends the headers of a POST and only the beginning of its body. */
function halfPost(port: number, mediaType: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\nContent-Type: ${mediaType}\r\nContent-Length: 500\r\n\r\n{"json`,
  );
  return socket;
}

describe('M06 a request', () => {
  it('that was canceled still gets an error at the deadline, and its handler is told to stop', async () => {
    const { features, reached, aborted } = endless();
    const clock = new ManualClock();
    await using served = await serveFeatures(features, clock);
    const session = await openSession(served.url);
    const headers = { 'Mcp-Session-Id': session };
    const answer = post(served.url, request('tools/call', { name: 'x' }, 'slow'), headers);
    await reached;
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'slow' } };
    expect((await post(served.url, cancelled, headers)).status).toBe(202);
    clock.advance(limits.mcp.answerSeconds * 1000);
    const { status, json } = await answer;
    expect([status, json?.id, json?.error?.code]).toEqual([200, 'slow', -32603]);
    await aborted;
    expect(clock.waiting).toBe(0);
  });

  it('that is refused because of its headers is answered before its body arrives', async () => {
    await using served = await serveFeatures(endless().features, new ManualClock());
    const socket = halfPost(served.port, 'text/plain');
    const [answer] = await once(socket, 'data');
    socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1\.1 415 [\s\S]*"jsonrpc":"2.0"/);
  });

  it('whose client disconnects halfway leaves no timer behind', async () => {
    const clock = new ManualClock();
    await using served = await serveFeatures(endless().features, clock);
    const socket = halfPost(served.port, 'application/json');
    await once(socket, 'connect');
    socket.destroy();
    expect((await post(served.url, initialize())).status).toBe(200);
    expect(clock.waiting).toBe(0);
  });
});
