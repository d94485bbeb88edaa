import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const AT_ONCE = 20;

const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

const opening = {
  headers,
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'flood', version: '1' } },
  }),
};

const statelessCall = {
  headers: { ...headers, 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'search_reviews' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'search_reviews',
      arguments: { detail: 'brief' },
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} },
    },
  }),
};

/** Sends `count` anonymous `initialize` calls, like clients that never come back. Throws if one isn't answered with 200. */
export const floodWithInitialize = (url: string, count: number) => flood(url, count, opening);

/** Sends `count` tool calls of revision 2026-07-28, which have no session. Throws if one isn't answered with 200. */
export const floodWithCalls = (url: string, count: number) => flood(url, count, statelessCall);

async function flood(url: string, count: number, message: Pick<RequestInit, 'headers' | 'body'>): Promise<void> {
  let left = count;
  const line = async () => {
    while (left-- > 0) {
      const answer = await fetch(url, { method: 'POST', ...message });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
}

/** Returns the bytes of this process's heap that are still referenced. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
