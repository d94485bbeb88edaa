import type { ToolListing } from '../../site/contract/mcp-tools/tools.ts';

/** The results of all methods in one type, so tests can read the fields they expect without narrowing. */
interface RpcResult {
  readonly protocolVersion?: string;
  readonly capabilities?: object;
  readonly serverInfo?: object;
  readonly instructions?: string;
  readonly tools?: readonly (ToolListing & { readonly icons?: readonly { readonly src: string }[] })[];
  readonly content?: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: object;
  readonly isError?: boolean;
  readonly resources?: readonly object[];
  readonly contents?: readonly { readonly uri: string; readonly mimeType: string; readonly text: string }[];
  readonly prompts?: readonly {
    readonly name: string;
    readonly arguments: readonly { readonly name: string; readonly description: string }[];
  }[];
  readonly messages?: readonly { readonly role: string; readonly content: { readonly text: string } }[];
  readonly completion?: { readonly values: readonly string[]; readonly total: number; readonly hasMore: boolean };
}

interface RpcBody {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly result?: RpcResult;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** An answer to a handwritten request, as a client without an SDK would send it (M04). */
export interface RpcResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body; undefined if it isn't JSON. */
  readonly json: RpcBody | undefined;
}

export const rpcHeaders = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

export async function send(url: string, init: RequestInit): Promise<RpcResponse> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

function parse(text: string): RpcBody | undefined {
  try {
    return JSON.parse(text) as RpcBody;
  } catch {
    return undefined;
  }
}

/** POSTs a body, without headers that are undefined. */
export function post(url: string, body: unknown, headers: Readonly<Record<string, string | undefined>> = {}): Promise<RpcResponse> {
  const given = Object.entries({ ...rpcHeaders, ...headers }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return send(url, { method: 'POST', headers: given, body: typeof body === 'string' ? body : JSON.stringify(body) });
}

export function initialize(protocolVersion = '2025-06-18') {
  return {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
}

export async function openSession(url: string, protocolVersion?: string): Promise<string> {
  const { headers, text } = await post(url, initialize(protocolVersion));
  const id = headers.get('mcp-session-id');
  if (id === null) throw new Error(`no session: ${text}`);
  return id;
}

export function request(method: string, params?: object, id: string | number = 1) {
  return { jsonrpc: '2.0', id, method, ...(params ? { params } : {}) };
}

/** Sends a request in a session. */
export function ask(url: string, session: string, method: string, params?: object): Promise<RpcResponse> {
  return post(url, request(method, params), { 'Mcp-Session-Id': session });
}

export function callTool(url: string, session: string, name: string, args: object = {}): Promise<RpcResponse> {
  return ask(url, session, 'tools/call', { name, arguments: args });
}
