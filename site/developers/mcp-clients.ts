import { paths } from '../contract/paths.ts';

/** How to configure one MCP client. */
export interface McpClient {
  readonly title: string;
  readonly language: 'sh' | 'json';
  code(baseUrl: string): string;
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** The clients that the page on MCP shows, in its order. */
export const mcpClients = {
  claudeCode: {
    title: 'Claude Code',
    language: 'sh',
    code: (baseUrl) => `claude mcp add --transport http reviews ${baseUrl}${paths.mcp}`,
  },
  cursor: {
    title: 'Cursor: .cursor/mcp.json',
    language: 'json',
    code: (baseUrl) => json({ mcpServers: { reviews: { url: baseUrl + paths.mcp } } }),
  },
  vsCode: {
    title: 'VS Code: .vscode/mcp.json',
    language: 'json',
    code: (baseUrl) => json({ servers: { reviews: { type: 'http', url: baseUrl + paths.mcp } } }),
  },
} as const satisfies Readonly<Record<string, McpClient>>;
