import { paths } from '../contract/paths.ts';
import { toSlug } from '../contract/plain-words.ts';

/** What to paste where, for one MCP client; `name` is the server's name there. */
export interface McpClient {
  readonly title: string;
  readonly language: 'sh' | 'json';
  code(baseUrl: string, name: string): string;
}

const NAME_LENGTH = 40;

/** The name of this server in clients, after the business: `acme-dental-reviews`. */
export function mcpName(business: string): string {
  return `${toSlug(business).slice(0, NAME_LENGTH)}-reviews`.replace(/^-+/, '').replace(/-{2,}/g, '-');
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** The clients with something to paste, in the order of the MCP page. */
export const mcpClients = {
  claudeCode: {
    title: 'Claude Code',
    language: 'sh',
    code: (baseUrl, name) => `claude mcp add --transport http ${name} ${baseUrl}${paths.mcp}`,
  },
  codex: {
    title: 'Codex',
    language: 'sh',
    code: (baseUrl, name) => `codex mcp add ${name} --url ${baseUrl}${paths.mcp}`,
  },
  gemini: {
    title: 'Gemini CLI',
    language: 'sh',
    code: (baseUrl, name) => `gemini mcp add --transport http ${name} ${baseUrl}${paths.mcp}`,
  },
  cursor: {
    title: 'Cursor: .cursor/mcp.json',
    language: 'json',
    code: (baseUrl, name) => json({ mcpServers: { [name]: { url: baseUrl + paths.mcp } } }),
  },
  vsCode: {
    title: 'VS Code: .vscode/mcp.json',
    language: 'json',
    code: (baseUrl, name) => json({ servers: { [name]: { type: 'http', url: baseUrl + paths.mcp } } }),
  },
} as const satisfies Readonly<Record<string, McpClient>>;

/** How to connect an app without pasting code: where to click, and a link that opens it there. */
export interface McpSteps {
  readonly app: string;
  readonly steps: string;
  readonly link: { readonly label: string; readonly url: string };
}

/** Apps with a link that installs the server, or opens the page where its address goes. */
export function mcpSteps(baseUrl: string, name: string): McpSteps[] {
  const url = baseUrl + paths.mcp;
  const cursorConfig = encodeURIComponent(Buffer.from(JSON.stringify({ url })).toString('base64'));
  return [
    {
      app: 'Claude',
      steps: `On the web or desktop, open Settings, Connectors, Add custom connector. Name it ${name}, paste ${url}, and choose Add. The URL must use HTTPS and be reachable from the internet.`,
      link: { label: 'Open Claude’s connectors', url: 'https://claude.ai/settings/connectors' },
    },
    {
      app: 'ChatGPT',
      steps: `Open Settings, Apps & Connectors, Advanced settings, and turn on Developer mode. Choose Create, name it ${name}, paste ${url}, choose No authentication, and choose Create. Deep research uses the tools search and fetch.`,
      link: { label: 'Open ChatGPT’s connectors', url: 'https://chatgpt.com/#settings/Connectors' },
    },
    {
      app: 'Cursor',
      steps: 'Open the link and confirm, or paste the lines below into .cursor/mcp.json.',
      link: { label: 'Add to Cursor', url: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${cursorConfig}` },
    },
    {
      app: 'VS Code',
      steps: 'Open the link and confirm, or paste the lines below into .vscode/mcp.json.',
      link: { label: 'Add to VS Code', url: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url }))}` },
    },
  ];
}
