import { paths } from '../contract/paths.ts';
import type { Publication } from '../publication.ts';

const DESCRIPTION_LENGTH = 100;

/** The bytes of `/server.json`: how the MCP registry (https://github.com/modelcontextprotocol/registry) names this server. */
export function printMcpServer({ baseUrl, dataset }: Publication): string {
  const host = new URL(baseUrl).hostname.split('.').reverse().join('.');
  const document = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json',
    name: `${host}/reviews`,
    title: `Reviews of ${dataset.business.name}`,
    description: `Verified customer reviews of ${dataset.business.name}, read-only.`.slice(0, DESCRIPTION_LENGTH),
    version: '1.0.0',
    websiteUrl: `${baseUrl}/`,
    remotes: [{ type: 'streamable-http', url: baseUrl + paths.mcp }],
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}
