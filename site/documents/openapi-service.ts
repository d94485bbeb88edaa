import { z } from 'zod';
import { limits } from '../contract/limits.ts';
import { mediaTypes, pagePaths, topicPaths } from '../contract/paths.ts';
import { type ProblemName, problems } from '../contract/problem.ts';
import { toSchema } from './schemas.ts';

export type JsonSchema = Record<string, unknown>;

/** A reference to a schema of the description. */
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** References to headers of the description, by name. */
export const headerRefs = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** A body, as a member of a request or response. */
const content = (type: string, schema: JsonSchema) => ({ content: { [type]: { schema } } });

/** A response with a body and these headers. */
const respond = (description: string, type: string, schema: JsonSchema, headers: readonly string[]) => ({
  description,
  ...(headers.length > 0 ? { headers: headerRefs(...headers) } : {}),
  ...content(type, schema),
});

const rateLimitHeaders = ['RateLimit', 'RateLimit-Policy'] as const;
/** The rate limit headers, if one of the problems is a rate limit. */
export const limitHeaders = (problemNames: readonly ProblemName[]) => (problemNames.includes('too_many_requests') ? rateLimitHeaders : []);

/** The responses for problems, by status. If one of them is a rate limit, all but `starting` are counted. */
export function errorResponses(names: readonly ProblemName[], withBody = true, ofBadRequests: readonly string[] = []): JsonSchema {
  const byStatus = Map.groupBy(names, (name) => problems[name].status);
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => {
      const retry = status === 429 || status === 503 ? ['Retry-After'] : [];
      const headers = [...retry, ...(status === 400 ? ofBadRequests : []), ...(of.includes('starting') ? [] : limitHeaders(names))];
      return [
        status,
        {
          description: of.map((name) => problems[name].message).join(' '),
          ...(headers.length > 0 ? { headers: headerRefs(...headers) } : {}),
          ...(withBody ? content(mediaTypes.json, ref('Problem')) : {}),
        },
      ];
    }),
  );
}

const text = { type: 'string' };
const anyObject = z.looseObject({});

const rpc = z.object({ jsonrpc: z.literal('2.0'), id: z.union([z.string(), z.int()]).nullable().optional() });
const rpcRequest = rpc.extend({ id: z.union([z.string(), z.int()]).optional(), method: z.string(), params: anyObject.optional() });

/** A JSON-RPC response. */
const rpcResponse = (description: string, ...headers: readonly string[]) => respond(description, mediaTypes.json, toSchema(rpc), headers);

export const mcpOperation: JsonSchema = {
  operationId: 'callMcp',
  summary: 'Model Context Protocol',
  description: `Streamable HTTP. Revision 2026-07-28 has no sessions. In others, initialize returns Mcp-Session-Id: send it with every later request. See ${pagePaths.mcpGuide}`,
  tags: ['agents'],
  parameters: [
    { name: 'Mcp-Session-Id', in: 'header', description: 'Required on every request after initialize, except in 2026-07-28', schema: text },
    {
      name: 'MCP-Protocol-Version',
      in: 'header',
      description: 'The revision: required in 2026-07-28, after initialize in others',
      schema: text,
    },
    { name: 'Mcp-Method', in: 'header', description: 'The method; required in 2026-07-28', schema: text },
    {
      name: 'Mcp-Name',
      in: 'header',
      description: 'The tool, prompt or URI that params name; required with them in 2026-07-28',
      schema: text,
    },
  ],
  requestBody: { required: true, ...content(mediaTypes.json, toSchema(rpcRequest)) },
  responses: {
    200: rpcResponse('A JSON-RPC response', 'Mcp-Session-Id', ...rateLimitHeaders),
    202: { description: 'The notification was accepted', headers: headerRefs(...rateLimitHeaders) },
    400: rpcResponse('Not JSON-RPC, a batch, no session or an unknown protocol version', ...rateLimitHeaders),
    403: rpcResponse('This origin or host is not allowed'),
    404: rpcResponse(
      'The session is unknown or has ended; send initialize again. In revision 2026-07-28: there is no such method',
      ...rateLimitHeaders,
    ),
    406: rpcResponse('Accept excludes application/json'),
    413: rpcResponse('The body is larger than 64 KiB'),
    415: rpcResponse('The body must be application/json'),
    429: rpcResponse('Too many requests', 'Retry-After', ...rateLimitHeaders),
    503: rpcResponse('The service is starting', 'Retry-After'),
  },
};

export const endMcpOperation: JsonSchema = {
  operationId: 'endMcpSession',
  summary: 'End an MCP session',
  description: 'Ends the session. Later requests with it get a 404.',
  tags: ['agents'],
  parameters: [{ name: 'Mcp-Session-Id', in: 'header', required: true, description: 'The session to end', schema: text }],
  responses: {
    204: { description: 'The session has ended' },
    400: rpcResponse('No session'),
    403: rpcResponse('This origin or host is not allowed'),
    404: rpcResponse('The session is unknown or has ended'),
  },
};

/** A response of the hub, in plain text; the hub counts every request. */
const told = (description: string, ...headers: readonly string[]) =>
  respond(description, 'text/plain', text, [...headers, ...rateLimitHeaders]);

const tooManyForHub = told('Too many requests', 'Retry-After');
const hubUnavailable = told('The hub’s storage isn’t available', 'Retry-After');

export function hubOperation(baseUrl: string): JsonSchema {
  return {
    operationId: 'subscribe',
    summary: 'WebSub hub',
    description: `Subscribes a callback to a topic, or ends its subscription. See ${pagePaths.webhooks}`,
    tags: ['push'],
    requestBody: {
      required: true,
      ...content('application/x-www-form-urlencoded', {
        type: 'object',
        required: ['hub.mode', 'hub.topic'],
        properties: {
          'hub.mode': { enum: ['subscribe', 'unsubscribe', 'publish'] },
          'hub.topic': { enum: topicPaths.map((path) => baseUrl + path) },
          'hub.callback': { ...text, format: 'uri', description: 'An HTTPS URL; required except for publish' },
          'hub.lease_seconds': {
            type: 'integer',
            default: limits.hub.defaultLeaseSeconds,
            description: `From ${limits.hub.minLeaseSeconds} to ${limits.hub.maxLeaseSeconds}; other values are clamped, and an empty one is ignored`,
          },
          'hub.secret': { ...text, description: `Signs deliveries; up to ${limits.hub.secretBytes} bytes` },
        },
      }),
    },
    responses: {
      202: told('Accepted; the hub verifies the callback next'),
      400: told('A field is missing or invalid; the text names it'),
      413: told('The body is too large'),
      415: told('The body must be form-encoded'),
      429: tooManyForHub,
      503: told('The hub is full or can’t store anything right now', 'Retry-After'),
    },
  };
}

export const hubHelpOperation: JsonSchema = {
  operationId: 'getHub',
  summary: 'How to subscribe',
  description: 'For people who open the hub’s address: the topics and how to subscribe.',
  tags: ['push'],
  responses: {
    200: told('How to subscribe'),
    429: tooManyForHub,
    503: hubUnavailable,
  },
};

const subscription = z.object({
  state: z.string(),
  topic: z.url(),
  callback: z.url(),
  hub: z.url(),
  signed: z.boolean(),
  lease_seconds: z.int().nullable(),
  lease_expires_at: z.iso.datetime().nullable().optional(),
  last_deliveries: z.array(anyObject),
});

export const subscriptionOperation: JsonSchema = {
  operationId: 'getSubscription',
  summary: 'State of a subscription',
  description:
    'The lease and the latest deliveries of a subscription. The hub’s verification request has this address in a Link header (rel="describedby").',
  tags: ['push'],
  parameters: [{ name: 'token', in: 'path', required: true, description: 'The token from the Link header', schema: text }],
  responses: {
    200: respond('The subscription, without its secret', mediaTypes.json, toSchema(subscription), rateLimitHeaders),
    ...errorResponses(['not_found', 'method_not_allowed', 'too_many_requests']),
    503: hubUnavailable,
  },
};

const health = z.object({ status: z.enum(['ok', 'degraded']), generation: z.string(), reviews: z.int(), hub: anyObject.optional() });

export const healthOperation: JsonSchema = {
  operationId: 'getHealth',
  summary: 'Health',
  description:
    'Whether the service works, and which build it serves. `degraded` means that the hub can’t store anything; everything else works. `hub` has current counts.',
  tags: ['search'],
  responses: {
    200: respond('The service works', mediaTypes.json, toSchema(health), []),
    ...errorResponses(['method_not_allowed', 'starting']),
  },
};
