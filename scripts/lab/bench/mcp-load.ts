import { Agent, request } from 'node:http';

/** How much is done in one second of the server's processor: what one core of its own would do. */
export interface Load {
  /** initialize, notifications/initialized, tools/list and tools/call, one after the other. */
  readonly flows: number;
  /** tools/call in one session. */
  readonly calls: number;
}

const AT_ONCE = 8;

/** Puts a server under load for about `seconds` twice. `cpuSeconds` tells what it has used so far: other work on the machine doesn't count. */
export async function measure(url: string, seconds: number, cpuSeconds: () => Promise<number>): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const client = rpcClient(url, agent);
  const session = await client('initialize', initializeParams);
  const call = () => client('tools/call', callParams, session);
  const flow = async () => {
    const id = await client('initialize', initializeParams);
    await client('notifications/initialized', undefined, id);
    await client('tools/list', {}, id);
    await client('tools/call', callParams, id);
  };
  const rate = async (work: () => Promise<unknown>) => {
    await repeat(work, 1);
    const before = await cpuSeconds();
    const done = await repeat(work, seconds);
    return done / ((await cpuSeconds()) - before);
  };
  const calls = await rate(call);
  const flows = await rate(flow);
  agent.destroy();
  return { flows, calls };
}

const initializeParams = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
const callParams = { name: 'search_reviews', arguments: { rating: 5, limit: 3 } };

/** Sends one message; resolves with the session id that the answer carries, or with the one given. */
function rpcClient(url: string, agent: Agent) {
  let id = 0;
  return (method: string, params?: object, session?: string): Promise<string | undefined> => {
    const isNotice = method.startsWith('notifications/');
    const body = JSON.stringify({ jsonrpc: '2.0', ...(isNotice ? {} : { id: ++id }), method, ...(params ? { params } : {}) });
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Content-Length': Buffer.byteLength(body),
      ...(session === undefined ? {} : { 'Mcp-Session-Id': session, 'MCP-Protocol-Version': '2025-06-18' }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers, agent }, (response) => {
        response.resume().on('end', () => {
          if ((response.statusCode ?? 500) >= 300) return reject(new Error(`bench: ${method} answered ${response.statusCode}`));
          const given = response.headers['mcp-session-id'];
          resolve(typeof given === 'string' ? given : session);
        });
      });
      sent.on('error', reject).end(body);
    });
  };
}

/** How often `work` was done in that time. */
async function repeat(work: () => Promise<unknown>, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let done = 0;
  const line = async () => {
    while (performance.now() < until) {
      await work();
      done++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  return done;
}
