const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it stands in HTML, in a text or in an attribute between double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/**
 * The part of Markdown that an editorial summary needs, as HTML: paragraphs, headings, lists, **strong**, *emphasis*
 * and links to http(s). Comments go; any other HTML is shown as it is written.
 */
export function renderMarkdown(markdown: string): string {
  const blocks = withoutComments(markdown)
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '');
  return blocks.map(renderBlock).join('\n');
}

/** The same text without its marks, in paragraphs. */
export function plainText(markdown: string): string {
  return withoutComments(markdown)
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^(#{1,6}|[-*]|\d+\.)\s+/gm, '')
    .replace(/\*+/g, '')
    .trim();
}

const withoutComments = (markdown: string) => markdown.replace(/<!--[\s\S]*?-->/g, '');

function renderBlock(block: string): string {
  if (/^#{1,6}\s/.test(block)) return `<h3>${renderSpan(block.replace(/^#+\s+/, ''))}</h3>`;
  const lines = block.split('\n');
  if (lines.every((line) => /^[-*]\s/.test(line)))
    return `<ul>${lines.map((line) => `<li>${renderSpan(line.slice(2))}</li>`).join('')}</ul>`;
  return `<p>${renderSpan(block)}</p>`;
}

function renderSpan(text: string): string {
  return escapeHtml(text)
    .replace(/\[([^\]]+)\]\((https?:[^\s)]+)\)/g, '<a href="$2">$1</a>')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/\*(.+?)\*/g, '<em>$1</em>');
}
