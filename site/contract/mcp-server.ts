import { truncate } from '../shared/text.ts';
import { machinePaths, mediaTypes, paths } from './paths.ts';

/** The MCP server's name in `serverInfo` and, below the site's domain, in the registry. */
export const mcpServer = { name: 'open-reviews', version: '1.0.0' } as const;

/** The title of a business's server. */
export const serverTitle = (business: string) => `${business}: verified customer reviews`;

/** The server card that a client reads before it connects (SEP-2127; github.com/modelcontextprotocol/experimental-ext-server-card v1). */
export function toServerCard(business: string, baseUrl: string) {
  return {
    ...toRegistryEntry(business, baseUrl),
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    icons: [{ src: baseUrl + machinePaths.icon, mimeType: 'image/svg+xml', sizes: ['any'] }],
  };
}

/** `/.well-known/ai-catalog.json`: the server cards of this domain. */
export function toCatalog(baseUrl: string) {
  return {
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${domainOf(baseUrl)}:mcp:${mcpServer.name}`,
        type: mediaTypes.mcpCard,
        url: baseUrl + machinePaths.mcpCard,
      },
    ],
  };
}

const domainOf = (baseUrl: string) => new URL(baseUrl).hostname.replace(/^\[|\]$/g, '').replaceAll(':', '-');

/** The registry allows 100 characters, including the ellipsis of a longer text. */
const DESCRIPTION_LENGTH = 99;

/**
 * `/server.json`: the entry in the MCP registry, named after the reversed domain (https://modelcontextprotocol.io/registry/remote-servers,
 * schema of 2025-12-11).
 */
export function toRegistryEntry(business: string, baseUrl: string) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `${domainOf(baseUrl).split('.').reverse().join('.')}/${mcpServer.name}`,
    title: truncate(serverTitle(business), DESCRIPTION_LENGTH),
    description: truncate(`Verified customer reviews of ${business} and what they say, as read-only tools`, DESCRIPTION_LENGTH),
    version: mcpServer.version,
    websiteUrl: baseUrl,
    remotes: [{ type: 'streamable-http', url: baseUrl + paths.mcp }],
  };
}
