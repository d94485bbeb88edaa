import { Agent, request } from 'node:http';
import type { BenchCall } from './mcp-mix.ts';

/** The work done in one second of the server's processor time, as on a dedicated core. */
export interface Load {
  /** initialize, notifications/initialized, tools/list and tools/call, one after the other. */
  readonly flows: number;
  /** tools/call in one session. */
  readonly calls: number;
  /** tools/call in revision 2026-07-28, which has no sessions; 0 if the server doesn't support it. */
  readonly stateless: number;
}

const AT_ONCE = 8;

/**
 * Measures each kind of load on a server for about `seconds`, with these calls in turn. `cpuSeconds` returns the processor time that the
 * server has used so far, which excludes other work on the machine.
 */
export async function measure(url: string, calls: readonly BenchCall[], seconds: number, cpuSeconds: () => Promise<number>): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const client = rpcClient(url, agent);
  const { session } = await client('initialize', initializeParams);
  let sent = 0;
  const next = () => calls[sent++ % calls.length] as BenchCall;
  const call = () => client('tools/call', next(), session);
  const statelessCall = () => client('tools/call', { ...next(), _meta: statelessMeta }, statelessVersion);
  const flow = async () => {
    const opened = await client('initialize', initializeParams);
    await client('notifications/initialized', undefined, opened.session);
    await client('tools/list', {}, opened.session);
    await client('tools/call', next(), opened.session);
  };
  const rate = async (work: () => Promise<unknown>) => {
    await repeat(work, 1);
    const before = await cpuSeconds();
    const done = await repeat(work, seconds);
    return done / ((await cpuSeconds()) - before);
  };
  try {
    const isStateless = await statelessCall().then(
      () => true,
      () => false,
    );
    return { calls: await rate(call), flows: await rate(flow), stateless: isStateless ? await rate(statelessCall) : 0 };
  } finally {
    agent.destroy();
  }
}

/** Sends the calls one after another and returns the bodies of their answers. */
export async function askAll(url: string, calls: readonly BenchCall[]): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const client = rpcClient(url, agent);
  const { session } = await client('initialize', initializeParams);
  const bodies: string[] = [];
  for (const call of calls) bodies.push((await client('tools/call', call, session)).body());
  agent.destroy();
  return bodies;
}

const initializeParams = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };

const statelessVersion = '2026-07-28';
const statelessMeta = { 'io.modelcontextprotocol/protocolVersion': statelessVersion, 'io.modelcontextprotocol/clientCapabilities': {} };

interface Answer {
  /** The session id that the answer carries, or the one given. */
  readonly session: string | undefined;
  body(): string;
}

/** Sends one message, in a session or with the stateless version. */
function rpcClient(url: string, agent: Agent) {
  let id = 0;
  const headersOf = (method: string, params: object | undefined, session: string | undefined) => {
    if (session === undefined) return {};
    if (session !== statelessVersion) return { 'Mcp-Session-Id': session, 'MCP-Protocol-Version': '2025-06-18' };
    const name = params && 'name' in params ? { 'Mcp-Name': String(params.name) } : {};
    return { 'MCP-Protocol-Version': statelessVersion, 'Mcp-Method': method, ...name };
  };
  return (method: string, params?: object, session?: string): Promise<Answer> => {
    const isNotice = method.startsWith('notifications/');
    const body = JSON.stringify({ jsonrpc: '2.0', ...(isNotice ? {} : { id: ++id }), method, ...(params ? { params } : {}) });
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Content-Length': Buffer.byteLength(body),
      ...headersOf(method, params, session),
    };
    return new Promise((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers, agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          if ((response.statusCode ?? 500) >= 300) return reject(new Error(`bench: ${method} answered ${response.statusCode}`));
          const given = response.headers['mcp-session-id'];
          resolve({ session: typeof given === 'string' ? given : session, body: () => Buffer.concat(chunks).toString() });
        });
      });
      sent.on('error', reject).end(body);
    });
  };
}

/** Repeats `work` for about `seconds` and returns how often it was done. */
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
