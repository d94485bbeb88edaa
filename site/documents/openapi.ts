import { z } from 'zod';
import { machinePaths, mediaTypeOf, pagePaths, paths, topicPaths } from '../contract/paths.ts';
import type { Publication } from '../publication.ts';
import { commonLicense, licenseUrl, toSources } from '../views/sources.ts';
import { type ApiEndpoint, documentEndpoint, endpointsFor, publishedHeaders, validatorsOf } from './endpoints.ts';
import {
  endMcpOperation,
  errorResponses,
  headerRefs,
  healthOperation,
  hubHelpOperation,
  hubOperation,
  type JsonSchema,
  limitHeaders,
  mcpOperation,
  ref,
  subscriptionOperation,
} from './openapi-service.ts';
import { schemaOptions, schemas, toSchema } from './schemas.ts';

/** The schemas of the description, by their names in it. */
const components = z.registry<{ id: string }>();
for (const { schema, component } of Object.values(schemas)) if (component !== undefined) components.add(schema, { id: component });

/** A document that isn't in the reference, but on the page about MCP. */
const serverCard = documentEndpoint({
  id: 'getMcpServerCard',
  path: machinePaths.mcpCard,
  title: 'Server card',
  description: 'The name, title, icon and address of the MCP server, for clients before they connect (SEP-2127).',
});

/** The bytes of `/openapi.json`: OpenAPI 3.1, version 1.0.0, made from the schemas and tables that the code uses. */
export function printOpenApi(publication: Publication): string {
  const { baseUrl, dataset } = publication;
  const operations = endpointsFor(publication).map((endpoint): [string, JsonSchema] => [endpoint.path, toPathItem(endpoint)]);
  const document = {
    openapi: '3.1.0',
    info: {
      title: `Reviews of ${dataset.business.name}`,
      version: '1.0.0',
      summary: 'Verified customer reviews and an analysis of them, as open data',
      description: 'Public and read-only, without a key or account. Authorization headers are ignored. Every GET also works as HEAD.',
      termsOfService: `${baseUrl}${pagePaths.privacy}#terms`,
      license: toLicense(publication),
    },
    externalDocs: { url: baseUrl + pagePaths.developers, description: 'Quick start and guides' },
    servers: [{ url: baseUrl }],
    security: [],
    tags: [
      { name: 'documents', description: 'Static documents with validators' },
      { name: 'search', description: 'Computed for each request' },
      { name: 'agents', description: 'For assistants' },
      { name: 'push', description: 'WebSub' },
    ],
    paths: {
      ...Object.fromEntries(operations),
      [paths.mcp]: { post: mcpOperation, delete: endMcpOperation },
      [machinePaths.mcpCard]: toPathItem(serverCard),
      [paths.hub]: { get: hubHelpOperation, post: hubOperation(baseUrl) },
      [`${paths.hubStatus}{token}`]: { get: subscriptionOperation },
      [paths.health]: { get: healthOperation },
    },
    components: {
      schemas: componentSchemas(),
      headers: Object.fromEntries(
        Object.entries(publishedHeaders).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
      ),
    },
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** The license of all texts if they share one, otherwise the document that lists the rights to each. */
function toLicense({ dataset, baseUrl }: Publication): JsonSchema {
  const name = commonLicense(toSources(dataset));
  if (name === undefined) return { name: 'By source', url: baseUrl + machinePaths.sources };
  return licenseUrl(name) === name ? { name, url: name } : { name, identifier: name };
}

function componentSchemas(): JsonSchema {
  const printed = z.toJSONSchema(components, { ...schemaOptions, uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(Object.entries(printed.schemas).map(([id, { $id: _, $schema: __, ...schema }]) => [id, schema]));
}

const pathParameters = [
  { name: 'date', description: 'The first date, YYYY-MM-DD', schema: { type: 'string', format: 'date', maxLength: 10 } },
  { name: 'page', description: 'The index of a change divided by 256, starting at 0', schema: { type: 'integer', minimum: 0 } },
];

function toPathItem(endpoint: ApiEndpoint): JsonSchema {
  const named = pathParameters.filter(({ name }) => endpoint.path.includes(`{${name}}`));
  const parameters = named.length === 0 ? {} : { parameters: named.map((parameter) => ({ ...parameter, in: 'path', required: true })) };
  return { ...parameters, get: toOperation(endpoint, true), head: toOperation(endpoint, false) };
}

function toOperation(endpoint: ApiEndpoint, withBody: boolean): JsonSchema {
  const { id, title, description, schema } = endpoint;
  const validators = validatorsOf(endpoint);
  const isTopic = topicPaths.some((topic) => topic === endpoint.path);
  const ofSearches = endpoint.query ? ['Ignored-Parameters'] : [];
  const headers = headerRefs(
    ...validators,
    'Cache-Control',
    ...(isTopic || endpoint.query ? ['Link'] : []),
    ...ofSearches,
    ...limitHeaders(endpoint.problems),
    'Vary',
    'Access-Control-Allow-Origin',
    'X-Request-Id',
  );
  const [type = ''] = mediaTypeOf(endpoint.path).split(';');
  const component = schema && schemas[schema].component;
  const body = component ? ref(component) : /[/+]json$/.test(type) ? { type: 'object' } : { type: 'string' };
  return {
    operationId: withBody ? id : `${id}Head`,
    summary: withBody ? title : `${title}, headers only`,
    description,
    tags: [endpoint.query ? 'search' : 'documents'],
    parameters: [...queryParameters(endpoint), ...validators.map((name) => conditions[name])],
    responses: {
      200: {
        description: 'The answer',
        headers,
        ...(withBody ? { content: { [type]: { schema: body } } } : {}),
      },
      304: { description: 'Your copy is still current; the body is empty', headers },
      // RFC 9110 14.2: ranges are defined for GET only.
      ...errorResponses(
        withBody ? endpoint.problems : endpoint.problems.filter((name) => name !== 'range_not_satisfiable'),
        withBody,
        ofSearches,
      ),
    },
  };
}

/** The request header for each validator. */
const conditions = {
  ETag: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of your copy; takes precedence over If-Modified-Since',
    schema: { type: 'string' },
  },
  'Last-Modified': { name: 'If-Modified-Since', in: 'header', description: 'The Last-Modified of your copy', schema: { type: 'string' } },
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
