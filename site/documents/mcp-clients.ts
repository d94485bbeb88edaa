import { paths } from '../contract/paths.ts';
import { toSlug } from '../shared/text.ts';

const NAME_LENGTH = 40;

/** The name of this server in clients, after the business: `acme-dental-reviews`. */
export function mcpName(business: string): string {
  return `${toSlug(business).slice(0, NAME_LENGTH)}-reviews`.replace(/^-+/, '').replace(/-{2,}/g, '-');
}

/** The command or file to paste for each client, in the order of the MCP page; `name` is the server's name there. */
export function mcpClients(baseUrl: string, name: string) {
  const url = baseUrl + paths.mcp;
  const sh = (title: string, code: string) => ({ title, language: 'sh', code }) as const;
  const json = (title: string, value: object) => ({ title, language: 'json', code: JSON.stringify(value, null, 2) }) as const;
  return [
    sh('Claude Code', `claude mcp add --transport http ${name} ${url}`),
    sh('Codex', `codex mcp add ${name} --url ${url}`),
    sh('Gemini CLI', `gemini mcp add --transport http ${name} ${url}`),
    json('Cursor: .cursor/mcp.json', { mcpServers: { [name]: { url } } }),
    json('VS Code: .vscode/mcp.json', { servers: { [name]: { type: 'http', url } } }),
  ];
}

/** How to connect an app without pasting code: where to click, and a link that installs the server or opens the page for its address. */
export function mcpSteps(baseUrl: string, name: string) {
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
