import { toolDefinitions } from '../contract/mcp-tools/tools.ts';

/** A part of a tool's description: words, code, or the name of a tool. */
export interface TextPiece {
  readonly kind: 'words' | 'code' | 'tool';
  readonly text: string;
}

const names = toolDefinitions.map(({ name }) => name);
const special = new RegExp(`(\`[^\`]+\`|\\b(?:${names.join('|')})\\b)`);

/** Splits a description into parts; text between backticks is code. */
export function toPieces(description: string): TextPiece[] {
  return description.split(special).flatMap((text): TextPiece[] => {
    if (text === '') return [];
    if (names.some((name) => name === text)) return [{ kind: 'tool', text }];
    return [text.startsWith('`') ? { kind: 'code', text: text.slice(1, -1) } : { kind: 'words', text }];
  });
}
