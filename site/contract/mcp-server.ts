import { mediaTypes } from './paths.ts';

/** The MCP server's name in `serverInfo` and, below the site's domain, in the registry. */
export const mcpServer = { name: 'open-reviews', version: '1.0.0' } as const;

/** The title of a business's server. */
export const serverTitle = (business: string) => `${business}: verified customer reviews`;

const DESCRIPTION_LENGTH = 100;

/** https://modelcontextprotocol.io/registry/remote-servers, schema of 2025-12-11. */
export interface RegistryEntry {
  readonly $schema: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly websiteUrl: string;
  readonly remotes: readonly { readonly type: 'streamable-http'; readonly url: string }[];
}

/** A server card (SEP-2127; github.com/modelcontextprotocol/experimental-ext-server-card, schema v1). */
export type ServerCard = RegistryEntry & {
  readonly icons: readonly { readonly src: string; readonly mimeType: string; readonly sizes: readonly string[] }[];
};

/** The server card that a client reads before it connects. */
export function toServerCard(business: string, baseUrl: string, mcpPath: string, iconPath: string): ServerCard {
  return {
    ...toRegistryEntry(business, baseUrl, mcpPath),
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    icons: [{ src: baseUrl + iconPath, mimeType: 'image/svg+xml', sizes: ['any'] }],
  };
}

/** `/.well-known/ai-catalog.json`: the server cards of this domain. */
export function toCatalog(baseUrl: string, cardPath: string) {
  return {
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${domainOf(baseUrl)}:mcp:${mcpServer.name}`,
        type: mediaTypes.mcpCard,
        url: baseUrl + cardPath,
      },
    ],
  };
}

const domainOf = (baseUrl: string) => new URL(baseUrl).hostname.replace(/^\[|\]$/g, '').replaceAll(':', '-');

/** `/server.json`: the entry in the MCP registry, named after the reversed domain. */
export function toRegistryEntry(business: string, baseUrl: string, mcpPath: string): RegistryEntry {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `${domainOf(baseUrl).split('.').reverse().join('.')}/${mcpServer.name}`,
    title: truncateDescription(serverTitle(business)),
    description: truncateDescription(`Verified customer reviews of ${business} and what they say, as read-only tools`),
    version: mcpServer.version,
    websiteUrl: baseUrl,
    remotes: [{ type: 'streamable-http', url: baseUrl + mcpPath }],
  };
}

/** The registry allows up to 100 characters. */
function truncateDescription(text: string): string {
  return text.length <= DESCRIPTION_LENGTH ? text : `${text.slice(0, DESCRIPTION_LENGTH - 1)}…`;
}
