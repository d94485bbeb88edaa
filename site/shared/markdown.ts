/** The plain text of Markdown, in paragraphs. */
export function plainText(markdown: string): string {
  return withoutComments(markdown)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/(\*+(?=\S)|(?<=\S)\*+|`+|(?<!\w)_+(?=\S)|(?<=\S)_+(?!\w))/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Markdown without HTML comments, in which editors leave notes. */
export const withoutComments = (markdown: string) => markdown.replace(/<!--[\s\S]*?-->/g, '');
