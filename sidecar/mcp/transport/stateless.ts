import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { limits } from '../../../site/contract/limits.ts';
import type { Clock } from '../../runtime/clock.ts';
import { codes, errorBody, type Message, RpcError, type RpcRequest } from '../message.ts';
import { print, type Surface } from '../surface.ts';
import { type Refusal, refuse } from './refusals.ts';

// Revision 2026-07-28 (M10): every request says in `_meta` what `initialize` said before, and there is no session.

export const statelessVersion = '2026-07-28';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const SERVER = 'io.modelcontextprotocol/serverInfo';

const requiredMeta = z.looseObject({
  [VERSION]: z.string(),
  'io.modelcontextprotocol/clientCapabilities': z.looseObject({}),
});

/** Whether a message is of this revision, by its `_meta` or its header; `initialize` without either opens a session. */
export function isStateless({ headers }: IncomingMessage, message: Message): boolean {
  const named = headers['mcp-protocol-version'] === statelessVersion;
  if (message.kind === 'notice') return named;
  const { method, params } = message.request;
  const meta = params?.['_meta'];
  return (typeof meta === 'object' && meta !== null && VERSION in meta) || (named && method !== 'initialize');
}

/** What in the metadata keeps a request from being answered: 2026-07-28, basic, `_meta`; transports, server validation. */
export function metadataFault({ headers }: IncomingMessage, request: RpcRequest, sessionVersions: readonly string[]): Refusal | undefined {
  const meta = requiredMeta.safeParse(request.params?.['_meta']);
  if (!meta.success) return refuse('metadata_missing');
  const requested = meta.data[VERSION];
  const mismatch = headerFault(headers, 'MCP-Protocol-Version', requested);
  if (mismatch) return mismatch;
  if (requested !== statelessVersion)
    return refuse('version_not_stateless', { data: { supported: [statelessVersion, ...sessionVersions], requested } });
  const name = NAMED_BY[request.method];
  return (
    headerFault(headers, 'Mcp-Method', request.method) ??
    (name === undefined ? undefined : headerFault(headers, 'Mcp-Name', request.params?.[name], decodeHeader))
  );
}

/** The param that `Mcp-Name` repeats. */
const NAMED_BY: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

function headerFault(
  headers: IncomingMessage['headers'],
  name: string,
  expected: unknown,
  decode: (value: string) => string = (value) => value,
): Refusal | undefined {
  const given = headers[name.toLowerCase()];
  if (typeof given !== 'string') return refuse('header_mismatch', { detail: `${name} is missing` });
  return decode(given) === expected ? undefined : refuse('header_mismatch', { detail: `${name} is not what the body says` });
}

/** 2026-07-28, transports, value encoding: what isn't plain ASCII comes as `=?base64?…?=`. */
function decodeHeader(value: string): string {
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString();
}

const seconds = (count: number) => ({ ttlMs: count * 1000, cacheScope: 'public' });

/** How long what may be kept: lists change with this software, the rest with the reviews (2026-07-28, caching). */
const cacheHints: Readonly<Record<string, object>> = {
  'server/discover': seconds(limits.documentFreshSeconds),
  'tools/list': seconds(limits.mcp.listFreshSeconds),
  'prompts/list': seconds(limits.mcp.listFreshSeconds),
  'resources/list': seconds(limits.mcp.listFreshSeconds),
  'resources/templates/list': seconds(limits.mcp.listFreshSeconds),
  'resources/read': seconds(limits.documentFreshSeconds),
};

/**
 * Answers one request by itself: the bytes of a JSON-RPC response, or a refusal where there is no such method. Always resolves, at
 * the latest at the deadline (M06); `stop` tells what it started to stop.
 */
export async function answerStateless(
  surface: Surface,
  request: RpcRequest,
  sessionVersions: readonly string[],
  clock: Clock,
  stop: AbortController,
): Promise<Buffer | Refusal> {
  const { promise: late, resolve } = Promise.withResolvers<Buffer>();
  const cancelTimer = clock.setTimer(clock.now() + limits.mcp.answerSeconds * 1000, () => {
    resolve(Buffer.from(errorBody(request.id, codes.internalError, `No answer within ${limits.mcp.answerSeconds} seconds`)));
    stop.abort();
  });
  const answer = await Promise.race([late, resultOf(surface, request, sessionVersions, stop.signal)]);
  cancelTimer();
  return answer;
}

async function resultOf(
  surface: Surface,
  request: RpcRequest,
  sessionVersions: readonly string[],
  signal: AbortSignal,
): Promise<Buffer | Refusal> {
  const { id, method, params = {} } = request;
  try {
    const result = method === 'server/discover' ? discover(surface, sessionVersions) : await surface.answer(method, params, signal);
    return printResult(request, result, surface);
  } catch (error) {
    if (!(error instanceof RpcError)) {
      console.error(error);
      return Buffer.from(errorBody(id, codes.internalError, 'Internal error'));
    }
    if (error.code === codes.methodNotFound) return refuse('method_not_found');
    // What isn't there is a wrong param from this revision on.
    const code = error.code === codes.resourceNotFound ? codes.invalidParams : error.code;
    return Buffer.from(errorBody(id, code, error.message, error.data));
  }
}

function discover({ capabilities, instructions }: Surface, sessionVersions: readonly string[]): object {
  return { supportedVersions: [statelessVersion, ...sessionVersions], capabilities, instructions };
}

/** The result as it was printed, with what this revision adds in front of it. */
function printResult({ id, method }: RpcRequest, result: object, { info }: Surface): Buffer {
  const { name, title, version } = info;
  const server = method === 'server/discover' ? info : { name, title, version };
  const added = JSON.stringify({ resultType: 'complete', _meta: { [SERVER]: server }, ...cacheHints[method] });
  const rest = print(result).subarray(1);
  const comma = rest.length > 1 ? ',' : '';
  const start = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${added.slice(0, -1)}${comma}`);
  return Buffer.concat([start, rest, Buffer.from('}\n')]);
}
