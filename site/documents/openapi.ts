import { z } from 'zod';
import { changesPage, latestChanges } from '../contract/changes.ts';
import { insightsDocument } from '../contract/insights.ts';
import { limits } from '../contract/limits.ts';
import { machinePaths, mediaTypes, pagePaths, paths, topicPaths } from '../contract/paths.ts';
import { type ProblemName, problem, problems } from '../contract/problem.ts';
import { review } from '../contract/review.ts';
import { reviewList } from '../contract/review-list.ts';
import { business, reviewsDocument } from '../contract/reviews-document.ts';
import { sourcesDocument } from '../contract/sources.ts';
import type { Publication } from '../publication.ts';
import { commonLicense, licenseUrl, toSources } from '../views/sources.ts';
import { type ApiEndpoint, apiEndpoints } from './endpoints.ts';
import { type PublishedHeader, publishedHeaders } from './response-headers.ts';
import { toSchema } from './schemas.ts';

type JsonSchema = Record<string, unknown>;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const components = {
  Review: review,
  Business: business,
  ReviewsDocument: reviewsDocument,
  ReviewList: reviewList,
  InsightsDocument: insightsDocument,
  ChangesPage: changesPage,
  LatestChanges: latestChanges,
  SourcesDocument: sourcesDocument,
  Problem: problem,
};
const componentOf = new Map<z.ZodType, string>(Object.entries(components).map(([name, type]) => [type, name]));

/** The bytes of `/openapi.json`: OpenAPI 3.1, version 1.0.0 (C29), made from the schemas and tables that the code uses. */
export function printOpenApi(publication: Publication): string {
  const { baseUrl, dataset } = publication;
  const operations = apiEndpoints.map((endpoint): [string, JsonSchema] => [endpoint.path, toPathItem(endpoint)]);
  const document = {
    openapi: '3.1.0',
    info: {
      title: `Reviews of ${dataset.business.name}`,
      version: '1.0.0',
      summary: 'Verified customer reviews and an analysis of them, as open data',
      description: 'Public and read-only: no key, no account, and an Authorization header is ignored. Every GET works as HEAD.',
      license: toLicense(publication),
    },
    externalDocs: { url: baseUrl + pagePaths.developers, description: 'Quick start and guides' },
    servers: [{ url: baseUrl }],
    security: [],
    tags: [
      { name: 'documents', description: 'Static documents with validators' },
      { name: 'search', description: 'Answered by the service as it is asked' },
      { name: 'agents', description: 'For assistants' },
      { name: 'push', description: 'WebSub' },
    ],
    paths: {
      ...Object.fromEntries(operations),
      [paths.mcp]: { post: mcpOperation, delete: endMcpOperation },
      [paths.hub]: { get: hubHelpOperation, post: hubOperation(baseUrl) },
      [`${paths.hubStatus}{token}`]: { get: subscriptionOperation },
      [paths.health]: { get: healthOperation },
    },
    components: {
      schemas: componentSchemas(),
      headers: Object.fromEntries(publishedHeaders.map((header) => [header.name, toHeader(header)])),
    },
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** The license of all texts if they share one, or else the document that lists the rights in each. */
function toLicense({ dataset, baseUrl }: Publication): JsonSchema {
  const name = commonLicense(toSources(dataset));
  if (name === undefined) return { name: 'By source', url: baseUrl + machinePaths.sources };
  return licenseUrl(name) === name ? { name, url: name } : { name, identifier: name };
}

function componentSchemas(): JsonSchema {
  const registry = z.registry<{ id: string }>();
  for (const [id, type] of Object.entries(components)) registry.add(type, { id });
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id: _, $schema: __, ...schema }]) => [id, cleaned(schema)]));
}

/** Removes the bounds of safe integers, which zod adds to whole numbers and which tell readers nothing. */
function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, of]) => of !== Number.MAX_SAFE_INTEGER && of !== Number.MIN_SAFE_INTEGER)
      .map(([key, of]) => [key, cleaned(of)]),
  );
}

const toHeader = ({ description, format }: PublishedHeader) => ({
  description,
  schema: { type: 'string', ...(format === undefined ? {} : { format }) },
});
const headerRefs = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const pathParameters = [
  { name: 'date', description: 'The first date, YYYY-MM-DD', schema: { type: 'string', format: 'date', maxLength: 10 } },
  { name: 'page', description: 'From 0 on: the index of a change, divided by 256', schema: { type: 'integer', minimum: 0 } },
];

function toPathItem(endpoint: ApiEndpoint): JsonSchema {
  const named = pathParameters.filter(({ name }) => endpoint.path.includes(`{${name}}`));
  const parameters = named.length === 0 ? {} : { parameters: named.map((parameter) => ({ ...parameter, in: 'path', required: true })) };
  return { ...parameters, get: toOperation(endpoint, true), head: toOperation(endpoint, false) };
}

const rateLimitHeaders = ['RateLimit', 'RateLimit-Policy'] as const;
const limitHeaders = (problemNames: readonly ProblemName[]) => (problemNames.includes('too_many_requests') ? rateLimitHeaders : []);

function toOperation(endpoint: ApiEndpoint, withBody: boolean): JsonSchema {
  const { id, title, description, validators, mediaType, schema } = endpoint;
  const isTopic = topicPaths.some((topic) => topic === endpoint.path);
  const headers = headerRefs(
    ...validators,
    'Cache-Control',
    ...(isTopic || endpoint.query ? ['Link'] : []),
    ...limitHeaders(endpoint.problems),
    'Vary',
    'Access-Control-Allow-Origin',
    'X-Request-Id',
  );
  const type = mediaType.split(';')[0] ?? mediaType;
  const body = schema ? ref(componentOf.get(schema.type) ?? '') : type === mediaTypes.json ? { type: 'object' } : { type: 'string' };
  return {
    operationId: withBody ? id : `${id}Head`,
    summary: withBody ? title : `${title}, headers only`,
    description,
    tags: [endpoint.needsSidecar ? 'search' : 'documents'],
    parameters: [...queryParameters(endpoint), ...validators.map((name) => conditions[name])],
    responses: {
      200: {
        description: 'The answer',
        headers,
        ...(withBody ? { content: { [type]: { schema: body } } } : {}),
      },
      304: { description: 'What you have is still right; the body is empty', headers },
      // RFC 9110 14.2: ranges are defined for GET only.
      ...errorResponses(withBody ? endpoint.problems : endpoint.problems.filter((name) => name !== 'range_not_satisfiable'), withBody),
    },
  };
}

/** The request header for each validator. */
const conditions = {
  ETag: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An ETag that you hold; it wins over If-Modified-Since',
    schema: { type: 'string' },
  },
  'Last-Modified': { name: 'If-Modified-Since', in: 'header', description: 'A Last-Modified that you hold', schema: { type: 'string' } },
} as const;

function queryParameters({ query }: ApiEndpoint): JsonSchema[] {
  if (!query) return [];
  const { properties = {} } = toSchema(query) as { properties?: Record<string, JsonSchema> };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema,
  }));
}

function errorResponses(names: readonly ProblemName[], withBody = true): JsonSchema {
  const byStatus = Map.groupBy(names, (name) => problems[name].status);
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of.map((name) => problems[name].message).join(' '),
        ...(status === 429 || status === 503 ? { headers: headerRefs('Retry-After', ...limitHeaders(of)) } : {}),
        ...(withBody ? { content: { [mediaTypes.json]: { schema: ref('Problem') } } } : {}),
      },
    ]),
  );
}

const rpc = (description: string) => ({
  type: 'object',
  description,
  required: ['jsonrpc'],
  properties: { jsonrpc: { const: '2.0' }, id: { type: ['string', 'integer', 'null'] } },
});
const rpcError = (description: string) => ({ description, content: { [mediaTypes.json]: { schema: rpc('A JSON-RPC error') } } });

const mcpOperation: JsonSchema = {
  operationId: 'callMcp',
  summary: 'Model Context Protocol',
  description: `Streamable HTTP. initialize answers with Mcp-Session-Id, which every later request sends. See ${pagePaths.mcpGuide}`,
  tags: ['agents'],
  parameters: [
    { name: 'Mcp-Session-Id', in: 'header', description: 'On every request after initialize', schema: { type: 'string' } },
    { name: 'MCP-Protocol-Version', in: 'header', description: 'After initialize; 2025-06-18 is supported', schema: { type: 'string' } },
  ],
  requestBody: {
    required: true,
    content: {
      [mediaTypes.json]: {
        schema: {
          ...rpc('A JSON-RPC 2.0 request'),
          required: ['jsonrpc', 'method'],
          properties: {
            jsonrpc: { const: '2.0' },
            id: { type: ['string', 'integer'] },
            method: { type: 'string' },
            params: { type: 'object' },
          },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'A JSON-RPC response',
      headers: headerRefs('Mcp-Session-Id', ...rateLimitHeaders),
      content: { [mediaTypes.json]: { schema: rpc('A JSON-RPC response') } },
    },
    202: { description: 'A notification was taken', headers: headerRefs(...rateLimitHeaders) },
    400: rpcError('Not JSON-RPC, a batch, no session or an unknown protocol version'),
    403: rpcError('This origin or host may not call here'),
    404: rpcError('The session is unknown or over: initialize again'),
    406: rpcError('Accept must name application/json and text/event-stream'),
    413: rpcError('The body is larger than 64 KiB'),
    415: rpcError('The body must be application/json'),
    429: { ...rpcError('Too many requests'), headers: headerRefs('Retry-After', ...rateLimitHeaders) },
    503: { ...rpcError('The service is starting'), headers: headerRefs('Retry-After') },
  },
};

const endMcpOperation: JsonSchema = {
  operationId: 'endMcpSession',
  summary: 'End a session of MCP',
  description: 'Forgets the session; later requests with it are answered 404.',
  tags: ['agents'],
  parameters: [{ name: 'Mcp-Session-Id', in: 'header', required: true, description: 'The session to end', schema: { type: 'string' } }],
  responses: {
    204: { description: 'It is over' },
    400: rpcError('No session'),
    403: rpcError('This origin or host may not call here'),
    404: rpcError('The session is unknown or over'),
  },
};

const told = (description: string) => ({ description, content: { 'text/plain': { schema: { type: 'string' } } } });

const tooManyForHub = { ...told('Too many requests'), headers: headerRefs('Retry-After', ...rateLimitHeaders) };

function hubOperation(baseUrl: string): JsonSchema {
  return {
    operationId: 'subscribe',
    summary: 'WebSub hub',
    description: `Subscribes a callback to a topic, or ends its subscription. See ${pagePaths.webhooks}`,
    tags: ['push'],
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            required: ['hub.mode', 'hub.topic'],
            properties: {
              'hub.mode': { enum: ['subscribe', 'unsubscribe', 'publish'] },
              'hub.topic': { enum: topicPaths.map((path) => baseUrl + path) },
              'hub.callback': { type: 'string', format: 'uri', description: 'HTTPS; required but for publish' },
              'hub.lease_seconds': {
                type: 'integer',
                default: limits.hub.defaultLeaseSeconds,
                description: `Held between ${limits.hub.minLeaseSeconds} and ${limits.hub.maxLeaseSeconds}; empty is as if it were not given`,
              },
              'hub.secret': { type: 'string', description: `At most ${limits.hub.secretBytes} bytes; signs deliveries` },
            },
          },
        },
      },
    },
    responses: {
      202: { ...told('Taken; the callback is verified next'), headers: headerRefs(...rateLimitHeaders) },
      400: told('A field is missing or wrong; the text names it'),
      413: told('The body is too large'),
      415: told('The body must be form-encoded'),
      429: tooManyForHub,
      503: { ...told('The hub is full, or cannot store anything at the moment'), headers: headerRefs('Retry-After') },
    },
  };
}

const hubUnavailable = { ...told('The hub cannot read what it stored'), headers: headerRefs('Retry-After') };

const hubHelpOperation: JsonSchema = {
  operationId: 'getHub',
  summary: 'What the hub takes',
  description: 'For people who open the hub’s address: the topics and the fields of a subscription.',
  tags: ['push'],
  responses: {
    200: { ...told('How to subscribe'), headers: headerRefs(...rateLimitHeaders) },
    429: tooManyForHub,
    503: hubUnavailable,
  },
};

const subscriptionOperation: JsonSchema = {
  operationId: 'getSubscription',
  summary: 'State of a subscription',
  description: 'Its lease and its latest deliveries. Its address comes as a Link (rel="describedby") with the hub’s verification request.',
  tags: ['push'],
  parameters: [{ name: 'token', in: 'path', required: true, description: 'As the hub gave it', schema: { type: 'string' } }],
  responses: {
    200: {
      description: 'What the hub knows, without the secret',
      headers: headerRefs(...rateLimitHeaders),
      content: {
        [mediaTypes.json]: {
          schema: {
            type: 'object',
            required: ['state', 'topic', 'callback', 'hub', 'signed', 'lease_seconds', 'last_deliveries'],
            properties: {
              state: { type: 'string' },
              topic: { type: 'string', format: 'uri' },
              callback: { type: 'string', format: 'uri' },
              hub: { type: 'string', format: 'uri' },
              signed: { type: 'boolean' },
              lease_seconds: { type: ['integer', 'null'] },
              lease_expires_at: { type: ['string', 'null'], format: 'date-time' },
              last_deliveries: { type: 'array', items: { type: 'object' } },
            },
          },
        },
      },
    },
    ...errorResponses(['not_found', 'method_not_allowed', 'too_many_requests']),
    503: hubUnavailable,
  },
};

const healthOperation: JsonSchema = {
  operationId: 'getHealth',
  summary: 'Health',
  description:
    'Whether the service answers, and from which build. `degraded` while the hub cannot store anything: everything else works. `hub` counts what there is now.',
  tags: ['search'],
  responses: {
    200: {
      description: 'It answers',
      content: {
        [mediaTypes.json]: {
          schema: {
            type: 'object',
            required: ['status', 'generation', 'reviews'],
            properties: {
              status: { enum: ['ok', 'degraded'] },
              generation: { type: 'string' },
              reviews: { type: 'integer' },
              hub: { type: 'object' },
            },
          },
        },
      },
    },
    ...errorResponses(['method_not_allowed', 'starting']),
  },
};
