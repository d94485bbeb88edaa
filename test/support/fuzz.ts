import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { mapWide } from './ask.ts';
import { type FuzzKind, type FuzzTarget, fuzzRequests } from './fuzz-requests.ts';

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
  await Promise.race([closed, refused]);
  socket.destroy();
  // The server only sends this if it waits for more of a request that has already been sent.
  return text.startsWith('HTTP/1.1 408 ') ? 'hangs' : text;
}

/** Opens the MCP session that fuzzed calls are made in. */
export async function fuzzTarget(origin: string, baseUrl: string): Promise<FuzzTarget> {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } };
  const answer = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  });
  return { baseUrl, session: answer.headers.get('mcp-session-id') ?? '' };
}

/** Returns the status of a response, 999 if there is none, or 0 if there is none for CONNECT, which needs none. */
function statusOf(bytes: string, answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? (/^CONNECT /.test(bytes) ? 0 : 999));
}

/**
 * Sends `count` requests of a kind made from `seed`, `width` at a time. Returns a line for each request that got no response or a status of
 * 500 or above.
 */
export async function fuzz(
  origin: string,
  count: number,
  seed: number,
  { kind = 'anything', target = { session: '', baseUrl: origin }, width = 16, onStatus }: FuzzOptions = {},
): Promise<readonly string[]> {
  const faults = await mapWide(fc.sample(fuzzRequests[kind](target), { numRuns: count, seed }), width, async (bytes) => {
    const answer = await answerTo(origin, bytes);
    const status = statusOf(bytes, answer);
    onStatus?.(status);
    // -32603 is JSON-RPC's equivalent of a 500.
    const isFault = status >= 500 || answer.includes('"error":{"code":-32603');
    return isFault ? [`${JSON.stringify(bytes.slice(0, 1000))}: ${answer.slice(0, 60)}`] : [];
  });
  return faults.flat();
}

export interface FuzzOptions {
  readonly kind?: FuzzKind;
  readonly target?: FuzzTarget;
  /** How many are in progress at a time. */
  readonly width?: number;
  readonly onStatus?: (status: number) => void;
}
