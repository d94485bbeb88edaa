import type { McpFeatures } from '../../sidecar/mcp/features.ts';
import { codes, type Params, RpcError } from '../../sidecar/mcp/message.ts';

// The features that the scenarios of @modelcontextprotocol/conformance expect from a server, according to their descriptions.

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const SOUND = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (words: string) => ({ type: 'text', text: words });
const image = { type: 'image', data: PIXEL, mimeType: 'image/png' };
const embedded = (uri: string, mimeType: string, words: string) => ({ type: 'resource', resource: { uri, mimeType, text: words } });

const tools: Readonly<Record<string, object>> = {
  test_simple_text: { content: [text('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: SOUND, mimeType: 'audio/wav' }] },
  test_embedded_resource: { content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')] },
  test_multiple_content_types: {
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  },
  test_error_handling: { content: [text('This tool intentionally returns an error for testing')], isError: true },
};

const user = (content: object) => ({ role: 'user', content });
const prompts: Readonly<Record<string, (given: Params) => object[]>> = {
  test_simple_prompt: () => [user(text('This is a simple prompt for testing.'))],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  test_prompt_with_embedded_resource: ({ resourceUri }) => [
    user(embedded(String(resourceUri), 'text/plain', 'Embedded resource content for testing.')),
    user(text('Please process the embedded resource above.')),
  ],
  test_prompt_with_image: () => [user(image), user(text('Please analyze the image above.'))],
};

function readResource(uri: string): object {
  if (uri === 'test://static-text') return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PIXEL };
  const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1];
  if (id === undefined) throw new RpcError(codes.resourceNotFound, 'Resource not found', { uri });
  return { uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) };
}

const pick = <T>(from: Readonly<Record<string, T>>, name: unknown): T => {
  const found = from[String(name)];
  if (found === undefined) throw new RpcError(codes.invalidParams, `There is no ${String(name)}`);
  return found;
};

const methods: McpFeatures['methods'] = {
  'tools/list': () => ({ tools: Object.keys(tools).map((name) => ({ name, description: name, inputSchema: { type: 'object' } })) }),
  'tools/call': ({ name }) => pick(tools, name),
  'resources/list': () => ({ resources: ['static-text', 'static-binary'].map((name) => ({ name, uri: `test://${name}` })) }),
  'resources/templates/list': () => ({ resourceTemplates: [{ name: 'template', uriTemplate: 'test://template/{id}/data' }] }),
  'resources/read': ({ uri }) => ({ contents: [readResource(String(uri))] }),
  'prompts/list': () => ({ prompts: Object.keys(prompts).map((name) => ({ name, description: name })) }),
  'prompts/get': ({ name, arguments: given }) => ({ messages: pick(prompts, name)((given ?? {}) as Params) }),
  'completion/complete': () => ({ completion: { values: ['test'], total: 1, hasMore: false } }),
};

export const conformanceFeatures: McpFeatures = {
  info: { name: 'conformance', title: 'Conformance', version: '1', websiteUrl: 'http://localhost', icons: [] },
  capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
  instructions: 'For the conformance suite',
  methods,
};
