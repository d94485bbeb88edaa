import { Agent, request } from 'node:http';

export interface Load {
  /** Flows a second: initialize, notifications/initialized, tools/list, tools/call. */
  readonly flows: number;
  /** tools/call requests a second in one session. */
  readonly calls: number;
}

const AT_ONCE = 8;

/** Measures a server at `url` for `seconds` each; a constant answer is measured with requests of the same size. */
export async function measure(url: string, seconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const client = rpcClient(url, agent);
  const session = await client('initialize', initializeParams);
  const call = () => client('tools/call', callParams, session);
  await perSecond(call, 1);
  const calls = await perSecond(call, seconds);
  const flow = async () => {
    const id = await client('initialize', initializeParams);
    await client('notifications/initialized', undefined, id);
    await client('tools/list', {}, id);
    await client('tools/call', callParams, id);
  };
  await perSecond(flow, 1);
  const flows = await perSecond(flow, seconds);
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

async function perSecond(work: () => Promise<unknown>, seconds: number): Promise<number> {
  const began = performance.now();
  const until = began + seconds * 1000;
  let done = 0;
  const line = async () => {
    while (performance.now() < until) {
      await work();
      done++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  return (done * 1000) / (performance.now() - began);
}
