/** What the MCP server is called: in `serverInfo`, and in the registry below the site's domain. */
export const mcpServer = { name: 'open-reviews', version: '1.0.0' } as const;

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

/** `/server.json`: how the MCP registry lists this server, under the site's domain written backwards. */
export function toRegistryEntry(business: string, baseUrl: string, mcpPath: string): RegistryEntry {
  const domain = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '').replaceAll(':', '-');
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `${domain.split('.').reverse().join('.')}/${mcpServer.name}`,
    title: truncateDescription(`${business}: customer reviews`),
    description: truncateDescription(`Verified customer reviews of ${business} and what they say, as read-only tools`),
    version: mcpServer.version,
    websiteUrl: baseUrl,
    remotes: [{ type: 'streamable-http', url: baseUrl + mcpPath }],
  };
}

/** The registry takes at most 100 characters. */
function truncateDescription(text: string): string {
  return text.length <= DESCRIPTION_LENGTH ? text : `${text.slice(0, DESCRIPTION_LENGTH - 1)}…`;
}
