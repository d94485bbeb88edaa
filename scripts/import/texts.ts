import { decodeHTML } from 'entities';

/** Tags and entities as programs write them: `<br />`, `</p>`, `&amp;` and `&#8217;`. */
const HTML =
  /<\/?(?:a|b|blockquote|br|div|em|font|h[1-6]|i|li|ol|p|small|span|strong|u|ul)\b[^<>]*>|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});/i;

/** Whether a text has HTML in it. */
export const hasHtml = (text: string): boolean => HTML.test(text);

/** The part of a text with its first HTML, for messages. */
export function aroundHtml(text: string): string {
  const { index = 0 } = HTML.exec(text) ?? {};
  return text.slice(Math.max(0, index - 12), index + 20).toWellFormed();
}

/** Whether a text has an ampersand or an angle bracket that a program would have encoded, so it isn't HTML. */
export const hasRawSigns = (text: string): boolean => /[&<]/.test(text.replace(new RegExp(HTML.source, 'gi'), ''));

/** The text of HTML, with its line breaks and without its tags. */
export function decodeHtml(html: string): string {
  const lines = html
    .replace(/<br\b[^<>]*>\n?/gi, '\n')
    .replace(/<\/(?:p|div|li|h[1-6]|blockquote)\s*>\s*/gi, '\n')
    .replace(new RegExp(HTML.source.split('|&')[0] ?? '', 'gi'), '');
  return decodeHTML(lines)
    .replace(/\u00A0/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** How Google marks its translation, in the languages of its interface. */
const TRANSLATED =
  /\((?:Translated by|Übersetzt von|Traducido por|Traduit par|Tradotto da|Traduzido (?:pelo|por)|Vertaald door|Översatt av|Oversat af|Oversatt av|Przetłumaczone przez) Google\)/;
const ORIGINAL = /\((?:Original|Originale|Origineel|Oryginał|Originaltext|Avis d['’]origine)\)/;

/** The original of a text in which Google put its translation: `(Translated by Google) … (Original) …` or `… (Translated by Google) …`. */
export function withoutTranslation(given: string): string {
  const text = given.trim();
  const translated = TRANSLATED.exec(text);
  if (translated === null) return text;
  const after = text.slice(translated.index + translated[0].length);
  const original = ORIGINAL.exec(after);
  if (original !== null) return after.slice(original.index + original[0].length).trim();
  const before = text
    .slice(0, translated.index)
    .trim()
    .replace(new RegExp(`^${ORIGINAL.source}`), '');
  return before.trim() === '' ? after.trim() : before.trim();
}

/** Characters that JSON readers, XML and databases refuse: control characters except tab and line breaks, and halves of pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]/g;

export const withoutControls = (text: string): string => text.toWellFormed().replace(CONTROL, '');

/** What programs write where there is no value. Nobody writes these as a text. */
const NO_VALUE: ReadonlySet<string> = new Set([
  'nan',
  'NaN',
  'NaT',
  'null',
  'NULL',
  '(null)',
  'undefined',
  '<NA>',
  '\\N',
  '#N/A',
  '#NULL!',
  '#VALUE!',
  '#REF!',
  '#NAME?',
  '#DIV/0!',
  '#NUM!',
]);
/** Words that people write, too. */
const MAYBE_NO_VALUE: ReadonlySet<string> = new Set(['None', 'none', 'N/A', 'n/a', 'NA', 'Null', 'nil']);

/** Whether a cell is a placeholder of a program: surely, perhaps, or not. */
export function placeholderKind(cell: string): 'sure' | 'perhaps' | undefined {
  const text = cell.trim();
  if (NO_VALUE.has(text)) return 'sure';
  return MAYBE_NO_VALUE.has(text) ? 'perhaps' : undefined;
}

/** Windows-1252's characters for the bytes 0x80 to 0x9F, which text that was decoded wrongly has. */
const WINDOWS_1252 = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index));

/** The text whose UTF-8 bytes were read as Latin-1 or Windows-1252, as in "ZoÃ«"; undefined if it wasn't. */
export function repairMojibake(text: string): string | undefined {
  if (!/[\u00C2-\u00F4]/.test(text)) return undefined;
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.charCodeAt(0);
    const byte = code <= 0xff ? code : 0x80 + WINDOWS_1252.indexOf(character);
    if (byte < 0x80 && code > 0xff) return undefined;
    bytes.push(byte);
  }
  try {
    const repaired = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
    return repaired === text ? undefined : repaired;
  } catch {
    return undefined;
  }
}
