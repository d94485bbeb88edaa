const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for use in HTML, as text or in a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** Characters that XML 1.0 (2.2) forbids even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** The text without what XML forbids, halves of surrogate pairs included. */
export const allowedInXml = (text: string) => text.toWellFormed().replace(FORBIDDEN, '');

/**
 * Escapes a text for use in XML, in an element or in a double-quoted attribute. Removes what XML forbids, and keeps white space that a parser
 * would change (XML 2.11 and 3.3.3).
 */
export function escapeXml(text: string): string {
  return escapeHtml(allowedInXml(text)).replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
}
