import { type Document, isScalar, isSeq, type LineCounter, type Scalar, visit, type YAMLParseError } from 'yaml';
import { type ContentProblem, showValue } from '../problems.ts';

type Explained = Pick<ContentProblem, 'found' | 'write'> & { readonly line: number };

/** A line with a parser error: its number, and its key and value, if it has them. */
interface Line {
  readonly number: number;
  readonly text: string;
  readonly key: string | undefined;
  readonly value: string;
}

/** Explains a YAML parser's errors, one per line, because further errors on a line are consequences of the first. */
export function explainYaml(text: string, errors: readonly YAMLParseError[], counter: LineCounter): Explained[] {
  const lines = text.split(/\r?\n/);
  const byLine = Map.groupBy(errors, ({ pos }) => counter.linePos(pos[0]).line);
  return [...byLine].flatMap(([number, [first]]) => (first === undefined ? [] : [explain(first, lineAt(lines, number), lines)]));
}

function lineAt(lines: readonly string[], number: number): Line {
  const text = (lines[number - 1] ?? '').trim();
  const [, key, value = ''] = /^(?:-\s+)*([^\s:#"'[{][^:#]*):\s+(.*)$/.exec(text) ?? [];
  return { number, text, key, value };
}

function explain({ code, message }: YAMLParseError, line: Line, lines: readonly string[]): Explained {
  const { number, text, key, value } = line;
  const at = (found: string, write: string, place = number) => ({ line: place, found, write });
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && /:(?:\s|$)/.test(value)) return at(`a colon in the value ${showValue(value)}`, inQuotes(line));
  if (code === 'BLOCK_AS_IMPLICIT_KEY')
    return at(
      `${showValue(lines[number]?.trim())}, indented more than the key above`,
      'start keys that belong together in the same column',
      number + 1,
    );
  if (code === 'BAD_SCALAR_START' || code === 'BAD_ALIAS') return at(`a value that begins with "${value[0] ?? ''}"`, inQuotes(line));
  if (code === 'UNEXPECTED_TOKEN' && key !== undefined && /^["']/.test(value))
    return at(`text after a closing quotation mark, in ${value}`, inQuotes(line));
  if (code === 'TAB_AS_INDENT' || lines[number - 1]?.startsWith('\t')) return at('a tab at the beginning of a line', 'indent with spaces');
  if (code === 'DUPLICATE_KEY') return { ...keyTwice(key ?? text), line: number };
  if (code === 'MISSING_CHAR' && message.includes('quote'))
    return at('an unclosed quotation mark', 'close it at the end of the value', lastLine(lines, number, isOpenQuote));
  if (code === 'BAD_INDENT' && /end with a [\]}]/.test(message))
    return at('an unclosed bracket', `close it with ${message.at(-1)}`, lastLine(lines, number, isOpenBracket));
  return at(`a syntax error (${message})`, 'check the indentation, quotes and brackets');
}

/** The problem with a key that a file has twice in one place. */
export const keyTwice = (key: string) => ({ found: `the key "${key}" twice`, write: 'keep one of the two' });

/** Aliases inside the value that they stand for, which would never end. */
export function explainLoops(document: Document.Parsed, counter: LineCounter): Explained[] {
  const found: Explained[] = [];
  visit(document, {
    Alias(_, alias, above) {
      const value = alias.resolve(document);
      if (value === undefined || !above.includes(value) || alias.range == null) return;
      const line = counter.linePos(alias.range[0]).line;
      found.push({
        line,
        found: `*${alias.source} inside the value that it stands for`,
        write: 'write the value out instead of the alias',
      });
    },
  });
  return found;
}

/** The advice to put the value in double quotes, without the quotes that it has. */
function inQuotes({ key, value }: Line): string {
  const [, , inner = value] = /^(["'])(.*)\1$/.exec(value) ?? [];
  return `put the whole value in quotes: ${key === undefined ? '' : `${key}: `}${JSON.stringify(inner)}`;
}

/** The number of the last line up to `from` for which `is` holds, otherwise `from`. */
function lastLine(lines: readonly string[], from: number, is: (line: string) => boolean): number {
  return lines.slice(0, from).findLastIndex(is) + 1 || from;
}

const isOpenQuote = (line: string) => /(?:^|[:-]\s+)(?:"(?:[^"\\]|\\.)*|'[^']*(?:''[^']*)*)$/.test(line.trim());
const isOpenBracket = (line: string) => /(?:^|[:-]\s+)(?:\[[^\]]*|\{[^}]*)$/.test(line.trim());

/** Keys whose values people write as text, or as colors: an unquoted # in them starts a comment. */
const TEXT_KEYS = new Set(
  `name legal_name description notice street_address locality region authority label alt role one many aliases question answer note text author
  rights topic positive neutral negative phrase quote brand link star`.split(/\s+/),
);

/** Texts that YAML truncates at an unquoted " #", such as `text: Great #1 dentist`, with the corrected line. */
export function explainCutTexts(text: string, document: Document.Parsed, counter: LineCounter): Explained[] {
  if (!/\s#/.test(text)) return [];
  const found: Explained[] = [];
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !TEXT_KEYS.has(String(key.value)) || key.range == null) return;
      const { col } = counter.linePos(key.range[0]);
      const values: readonly unknown[] = isSeq(value) && !value.flow ? value.items : [value];
      for (const one of values) {
        const cut = cutAt(text, one, key, isSeq(value) ? 0 : col, counter);
        if (cut) found.push(cut);
      }
    },
  });
  return found;
}

/** A value truncated by a comment on the same line, or on the next line if that is indented more than the key. */
function cutAt(text: string, value: unknown, key: Scalar, column: number, counter: LineCounter): Explained | undefined {
  if (!isScalar(value) || value.type !== 'PLAIN' || value.range == null || !value.comment) return undefined;
  const [start, end] = value.range;
  const cut = `#${value.comment.split('\n', 1)[0]}`.trimEnd();
  const isEmpty = value.value === null;
  const isBelow = !/^[ \t]*#/.test(text.slice(end));
  // A comment below a list item or an empty value is about something else. After an empty value, `# ...` is a remark, unlike `#1 ...`.
  if ((isBelow || isEmpty) && column === 0) return undefined;
  if (isEmpty && (isBelow || /^#[\s#]/.test(cut))) return undefined;
  const whole = `${text.slice(start, end)} ${cut}`.replace(/\s+/g, ' ').trim();
  return {
    line: counter.linePos(start).line,
    found: `${isEmpty ? 'nothing' : `only ${showValue(value.value)}`}, because YAML reads ${cut} as a comment`,
    write: `put the ${isEmpty ? '' : 'whole '}value in quotes: ${column === 0 ? '- ' : `${key.value}: `}${JSON.stringify(whole)}`,
  };
}
