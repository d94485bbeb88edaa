import { z } from 'zod';
import { givenName } from '../../site/contract/given-text.ts';
import { listPrompts } from '../../site/contract/mcp-prompts.ts';
import { resources, resourceTemplates } from '../../site/contract/mcp-resources.ts';
import { mcpServer } from '../../site/contract/mcp-server.ts';
import { toListing } from '../../site/contract/mcp-tools/listing.ts';
import { toolDefinitions } from '../../site/contract/mcp-tools/tools.ts';
import { machinePaths } from '../../site/contract/paths.ts';
import { complete } from './completion.ts';
import { type Dataset, type Published, toDataset } from './dataset.ts';
import { instructionsFor } from './instructions.ts';
import { codes, type Params, RpcError } from './message.ts';
import { getPrompt } from './prompts.ts';
import { readParams } from './read-params.ts';
import { readResource } from './resources.ts';
import { PrintedResult, type Surface } from './surface.ts';
import { callTool } from './tools/call-tool.ts';

/** What every initialize tells, apart from the business's name. No `listChanged`: nothing is ever pushed (M08). */
const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };

const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'><rect width='64' height='64' rx='14' fill='#0f4c5c'/><path d='M32 10l6.6 14.2 15.4 2-11.3 10.7 2.9 15.4L32 44.8l-13.6 7.5 2.9-15.4L10 26.2l15.4-2z' fill='#ffd166'/></svg>";

type Method = (dataset: Dataset, params: Params) => object | Promise<object>;

const toolLists = new Map<string, object>();

/** `tools/list`. Its schemas are made and printed once for all (M07): their making takes longer than any call. */
function listTools({ baseUrl }: Dataset): object {
  const icons = [{ src: baseUrl + machinePaths.icon }];
  const list =
    toolLists.get(baseUrl) ??
    new PrintedResult(Buffer.from(JSON.stringify({ tools: toolDefinitions.map((tool) => ({ ...toListing(tool), icons })) })));
  toolLists.set(baseUrl, list);
  return list;
}

const promptList = { prompts: listPrompts() };

const callParams = z.looseObject({ name: givenName, arguments: z.record(z.string(), z.unknown()).nullish() });

const methods = new Map<string, Method>([
  ['tools/list', listTools],
  [
    'tools/call',
    (dataset, params) => {
      const { name, arguments: given } = readParams(callParams, params, 'name must be a string, and arguments an object');
      return callTool(dataset, name, given ?? {});
    },
  ],
  ['resources/list', () => ({ resources })],
  ['resources/templates/list', () => ({ resourceTemplates })],
  ['resources/read', readResource],
  ['prompts/list', () => promptList],
  ['prompts/get', getPrompt],
  ['completion/complete', complete],
]);

/** The reviews of one generation as an MCP server. */
export async function reviewsSurface(published: Published): Promise<Surface> {
  const dataset = await toDataset(published);
  return {
    info: {
      name: mcpServer.name,
      title: `${dataset.reviews.business.name}: verified customer reviews`,
      version: mcpServer.version,
      websiteUrl: dataset.baseUrl,
      icons: [{ src: `data:image/svg+xml;base64,${Buffer.from(ICON).toString('base64')}`, mimeType: 'image/svg+xml', sizes: ['any'] }],
    },
    capabilities,
    instructions: instructionsFor(dataset),
    answer: (method, params) => {
      const answer = methods.get(method);
      if (!answer) throw new RpcError(codes.methodNotFound, 'Method not found');
      return answer(dataset, params);
    },
  };
}
