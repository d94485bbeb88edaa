import { toolDefinitions } from '../contract/mcp-tools/tools.ts';
import { escapeHtml } from '../messages/escape-html.ts';

const names = toolDefinitions.map(({ name }) => name).join('|');
const special = new RegExp(`\`([^\`]+)\`|\\b(?:${names})\\b`, 'g');

/** A tool's description as HTML: what is between backticks as code, and names of tools as links to them. */
export function toolText(description: string): string {
  return escapeHtml(description).replace(special, (found, code?: string) =>
    code === undefined ? `<a href="#${found}"><code>${found}</code></a>` : `<code>${code}</code>`,
  );
}
