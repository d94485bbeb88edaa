import { toolDefinitions } from '../contract/mcp-tools/tools.ts';

const names = toolDefinitions.map(({ name }) => name);
const special = new RegExp(`(\`[^\`]+\`|\\b(?:${names.join('|')})\\b)`);

/** Splits a tool's description into words, code, which is between backticks, and names of tools. */
export function toPieces(description: string) {
  const pieces = description.split(special).filter((text) => text !== '');
  return pieces.map((text) => {
    if (names.some((name) => name === text)) return { kind: 'tool', text } as const;
    return text.startsWith('`') ? ({ kind: 'code', text: text.slice(1, -1) } as const) : ({ kind: 'words', text } as const);
  });
}
