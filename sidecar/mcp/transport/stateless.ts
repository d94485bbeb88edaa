import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { limits } from '../../../site/contract/limits.ts';
import type { Clock } from '../../runtime/clock.ts';
import { codes, errorBody, type Message, RpcError, type RpcRequest } from '../message.ts';
import { print, type Surface } from '../surface.ts';
import { responseBody, resultOf } from './answer-request.ts';
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
 * Answers one request by itself: the JSON of a response, or a refusal where there is no such method. Always resolves, at the latest at the
 * deadline (M06); `stop` tells what it started to stop.
 */
export async function answerStateless(
  surface: Surface,
  { id, method, params = {} }: RpcRequest,
  sessionVersions: readonly string[],
  clock: Clock,
  stop: AbortController,
): Promise<string | Buffer | Refusal> {
  const result = await resultOf(clock, stop, (signal) =>
    method === 'server/discover' ? discover(surface, sessionVersions) : surface.answer(method, params, signal),
  );
  if (!(result instanceof RpcError)) return responseBody(id, withFirst(addedTo(method, surface), print(result)));
  if (result.code === codes.methodNotFound) return refuse('method_not_found');
  // What isn't there is a wrong param from this revision on.
  const code = result.code === codes.resourceNotFound ? codes.invalidParams : result.code;
  return errorBody(id, code, result.message, result.data);
}

function discover({ capabilities, instructions }: Surface, sessionVersions: readonly string[]): object {
  return { supportedVersions: [statelessVersion, ...sessionVersions], capabilities, instructions };
}

/** What this revision adds to a result. */
function addedTo(method: string, { info }: Surface): object {
  const { name, title, version } = info;
  const server = method === 'server/discover' ? info : { name, title, version };
  return { resultType: 'complete', _meta: { [SERVER]: server }, ...cacheHints[method] };
}

/** The JSON of an object with the properties of `first` in front. */
function withFirst(first: object, json: string | Buffer): string | Buffer {
  const comma = json.length > '{}'.length ? ',' : '';
  const start = `${JSON.stringify(first).slice(0, -1)}${comma}`;
  return typeof json === 'string' ? `${start}${json.slice(1)}` : Buffer.concat([Buffer.from(start), json.subarray(1)]);
}
