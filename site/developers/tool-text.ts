import { toolDefinitions } from '../contract/mcp-tools/tools.ts';
import { escapeHtml } from '../shared/escape.ts';

const names = toolDefinitions.map(({ name }) => name).join('|');
const special = new RegExp(`\`([^\`]+)\`|\\b(?:${names})\\b`, 'g');

/** A tool's description as HTML, with words in backticks as code and the names of tools as links. */
export function toolText(description: string): string {
  return escapeHtml(description).replace(special, (found, code?: string) =>
    code === undefined ? `<a href="#${found}"><code>${found}</code></a>` : `<code>${code}</code>`,
  );
}
