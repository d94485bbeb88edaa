import { decodeHTML } from 'entities';
import { isPlainField, plainField } from '../../site/contract/review-fields.ts';
import { counted, plural } from '../../site/shared/text.ts';
import type { OwnColumn, Platform } from './platform.ts';
import { type ColumnSample, ImportError, type Stated, samplesOf, showSamples } from './questions.ts';
import { filledCells, type Table } from './tables.ts';

/** Tags and entities as programs write them: `<br />`, `</p>`, `&amp;` and `&#8217;`. */
const HTML =
  /<\/?(?:a|b|blockquote|br|div|em|font|h[1-6]|i|li|ol|p|small|span|strong|u|ul)\b[^<>]*>|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});/i;

/** Whether a text has HTML in it. */
const hasHtml = (text: string): boolean => HTML.test(text);

/** The part of a text with its first HTML, for messages. */
function aroundHtml(text: string): string {
  const { index = 0 } = HTML.exec(text) ?? {};
  return text.slice(Math.max(0, index - 12), index + 20).toWellFormed();
}

/** Whether a text has an ampersand or an angle bracket that a program would have encoded, so it isn't HTML. */
const hasRawSigns = (text: string): boolean => /[&<]/.test(text.replace(new RegExp(HTML.source, 'gi'), ''));

/** The text of HTML, with its line breaks and without its tags. */
function decodeHtml(html: string): string {
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
function withoutTranslation(given: string): string {
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

const withoutControls = (text: string): string => text.toWellFormed().replace(CONTROL, '');

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
function placeholderKind(cell: string): 'sure' | 'perhaps' | undefined {
  const text = cell.trim();
  if (NO_VALUE.has(text)) return 'sure';
  return MAYBE_NO_VALUE.has(text) ? 'perhaps' : undefined;
}

/** Windows-1252's characters for the bytes 0x80 to 0x9F, which text that was decoded wrongly has. */
const WINDOWS_1252 = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index));

/** The text whose UTF-8 bytes were read as Latin-1 or Windows-1252, as in "ZoÃ«"; undefined if it wasn't. */
function repairMojibake(text: string): string | undefined {
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

/** Columns whose cells are words of people. */
const TEXTS: ReadonlySet<OwnColumn | undefined> = new Set<OwnColumn>(['text', 'title', 'reply_text', 'author']);

/** Decides how the texts are encoded and what placeholders mean. @throws ImportError with a question if that isn't clear */
export function cleaner(
  table: Table,
  meaning: ReadonlyMap<number, OwnColumn>,
  stated: Stated,
  platform: Platform | undefined,
  notes: string[],
): (index: number, cell: string) => string {
  const { name, header, rows } = table;
  const texts = [...meaning].flatMap(([index, column]) => (TEXTS.has(column) ? [{ index, column, cells: filledCells(rows, index) }] : []));
  const wanted = platform?.restoreCell ?? ((cell: string) => cell);
  const isHtml = platform?.encoding === 'html' || stated.html === 'decode';
  const withHtml = texts
    .map(({ index, cells }) => ({ name: header[index] ?? '', values: cells.filter(hasHtml) }))
    .filter(({ values }) => values.length > 0);
  const htmlCount = withHtml.reduce((sum, { values }) => sum + values.length, 0);
  // A program that writes HTML encodes every sign, so a table with other ones isn't HTML as a whole.
  const isMixed = texts.some(({ cells }) => cells.some(hasRawSigns));
  if (htmlCount > 0 && stated.html === undefined && platform === undefined) {
    if (!isMixed) throw askHtml(name, htmlCount, withHtml);
    notes.push(
      `${name}: ${describeHtml(htmlCount, withHtml)}, and other texts have plain "&" or "<", so they are kept as they are; to decode them, add --html decode`,
    );
  }
  if (htmlCount > 0 && isHtml) notes.push(`${name}: ${counted(htmlCount, 'text is', 'texts are')} decoded from HTML`);
  const broken =
    platform?.encoding === 'latin1' ? [] : texts.flatMap(({ cells }) => cells.filter((cell) => repairMojibake(cell) !== undefined));
  if (broken.length > 0) notes.push(describeMojibake(name, broken));
  const hasSure = texts.some(({ cells }) => cells.some((cell) => placeholderKind(cell) === 'sure'));
  for (const { index, column, cells } of texts) {
    const doubtful = [...new Set(cells.filter((cell) => placeholderKind(cell) === 'perhaps' && !stated.placeholders.has(cell)))];
    if (column !== 'author' && !hasSure && doubtful.length > 0) throw askPlaceholders(name, header[index] ?? '', doubtful);
  }
  const empty = texts.flatMap(({ column, cells }) => cells.filter((cell) => isPlaceholder(column, cell)));
  if (empty.length > 0)
    notes.push(`${name}: ${counted(empty.length, 'cell')} with ${showSamples(empty)} ${plural(empty.length, 'counts', 'count')} as empty`);

  function isPlaceholder(column: OwnColumn | undefined, cell: string): boolean {
    // "none" is a word of such a field.
    if (column !== undefined && isPlainField(column) && plainField(column).content.safeParse(cell).success) return false;
    const kind = placeholderKind(cell);
    const said = stated.placeholders.get(cell.trim());
    if (kind === undefined || said !== undefined) return said === 'empty';
    return kind === 'sure' || hasSure || column === 'author' || !TEXTS.has(column);
  }

  return (index, given) => {
    const column = meaning.get(index);
    const cell = wanted(withoutControls(given).trim());
    if (isPlaceholder(column, cell)) return '';
    if (!TEXTS.has(column)) return cell;
    const decoded = platform?.encoding === 'latin1' ? (repairMojibake(cell) ?? cell) : isHtml ? decodeHtml(cell) : cell;
    return column === 'author' ? decoded : withoutTranslation(decoded);
  };
}

function askHtml(file: string, count: number, columns: readonly ColumnSample[]): ImportError {
  const samples = columns.map(({ name, values }) => ({ name, values: samplesOf(values) }));
  return new ImportError(
    `${file}: ${describeHtml(count, columns)}; nothing was imported. If a program wrote it, add --html decode, which shows it as text; if customers wrote these characters, add --html keep`,
    { kind: 'html', file, count, columns: samples },
  );
}

function describeHtml(count: number, columns: readonly ColumnSample[]): string {
  const shown = columns.map(({ name, values }) => `"${name}" (${showSamples(values.map(aroundHtml))})`).join(' and ');
  return `${counted(count, 'text has', 'texts have')} HTML in ${shown}`;
}

function askPlaceholders(file: string, column: string, values: readonly string[]): ImportError {
  const shown = values.map((value) => JSON.stringify(value)).join(', ');
  return new ImportError(
    `${file}: "${column}" has ${shown}; nothing was imported. If that means that there is no text, add --empty ${values[0]}; if a customer wrote it, add --keep ${values[0]}`,
    { kind: 'placeholders', file, column, values },
  );
}

function describeMojibake(file: string, broken: readonly string[]): string {
  const [cell = ''] = broken;
  const word = cell.split(/\s+/).find((one) => repairMojibake(one) !== undefined) ?? cell;
  return `${file}: ${counted(broken.length, 'text seems', 'texts seem')} to be in the wrong encoding, such as "${word}" for "${repairMojibake(word)}"; export the file again as UTF-8`;
}
