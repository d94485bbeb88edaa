import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { keysAnywhere, writtenSchema } from '../../shared/json-schema.ts';
import { ContentError, type ContentProblem, formatPlace, meantName, type Placed, type Report, showValue } from '../problems.ts';
import { explainCutTexts, explainLoops, explainYaml, keyTwice } from './yaml-problems.ts';

export interface SourceFile {
  /** The file's name, as problems report it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Parses and validates a YAML, JSON or Markdown file. Markdown has front matter and a text, which becomes the key `text`. A schema may
 * depend on the data. @throws ContentError
 */
export function parseFile<T extends z.ZodType>(file: SourceFile, schema: T | ((data: unknown) => T)): Placed<z.output<T>> {
  const text = decode(file);
  const { data, yaml } = file.name.endsWith('.md') ? readMarkdown(file, text) : readData(file, text);
  const own = typeof schema === 'function' ? schema(data) : schema;
  const at = placesIn(file, yaml);
  // A file with only comments counts as an empty list or object, whichever is valid.
  const empty = data === undefined ? [[], {}].map((nothing) => own.safeParse(nothing)).find(({ success }) => success) : undefined;
  const result = empty ?? own.safeParse(data);
  if (result.success) return { value: result.data, at };
  throw new ContentError(result.error.issues.flatMap((issue) => toProblems(data, own, issue, at)));
}

/** Parses a file and reports its problems; undefined if it has problems or doesn't exist. */
export function parsePlaced<T extends z.ZodType>(
  file: SourceFile | undefined,
  schema: T | ((data: unknown) => T),
  report: Report,
): Placed<z.output<T>> | undefined {
  try {
    return file && parseFile(file, schema);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    for (const problem of error.problems) report(problem);
    return undefined;
  }
}

function decode(file: SourceFile): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file.bytes);
  } catch {
    return fail(file, 'bytes that are not UTF-8', 'save the file as UTF-8');
  }
}

interface RawData {
  readonly data?: unknown;
  readonly yaml: string;
}

function readData(file: SourceFile, text: string): RawData {
  const isJson = file.name.endsWith('.json');
  if (isJson) {
    if (isTooDeep(text)) fail(file, `more than ${DEEPEST} nested lists or objects`, 'remove some levels');
    const data = parseJson(file, text);
    // JSON is a subset of YAML, whose parser reports the line of a mistake.
    if (data !== undefined) return { data, yaml: text };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  // The YAML parser is recursive, and reports a stack overflow among its errors.
  if (document.errors.some(({ message }) => message.includes('call stack')))
    fail(file, 'too many nested lists or keys', 'remove some levels');
  const explained =
    document.errors.length > 0
      ? explainYaml(text, document.errors, lines)
      : [...explainLoops(document, lines), ...explainCutTexts(text, document, lines)];
  if (explained.length > 0) throw new ContentError(explained.map((problem) => ({ file: file.name, place: '', ...problem })));
  if (isJson && text.trim() === '') fail(file, 'nothing', 'write JSON, or remove the file');
  if (isJson) fail(file, 'YAML', 'write JSON, or name the file .yaml');
  try {
    return { data: document.toJS({ maxAliasCount: 100 }) ?? undefined, yaml: text };
  } catch (error) {
    return fail(file, `a syntax error (${(error as Error).message})`, 'write the value out instead of an alias, or in quotes');
  }
}

/** The data of a JSON text; undefined if it isn't JSON. @throws ContentError if an object has a key twice, since only one would count */
function parseJson(file: SourceFile, text: string): unknown {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  const twice = repeatedKeys(text);
  if (twice.length === 0) return data;
  throw new ContentError(twice.map(({ key, line }) => ({ file: file.name, line, place: '', ...keyTwice(key) })));
}

function readMarkdown(file: SourceFile, text: string): RawData {
  const match = /^---\r?\n(.*?)^---[ \t]*(?:\r?\n|$)(.*)$/ms.exec(text);
  if (!match) return { data: { text: text.trim() }, yaml: '' };
  // The first line is kept as a YAML document marker, so line numbers match the file.
  const head = readData(file, `---\n${match[1] ?? ''}`);
  const body = (match[2] ?? '').trim();
  return { ...head, data: { ...(head.data as object | undefined), ...(body ? { text: body } : {}) } };
}

/** Makes a function that returns places in a file. The line, of the value or its closest parent, is lazy: it needs another parse. */
function placesIn({ name }: SourceFile, yaml: string): Placed<unknown>['at'] {
  let document: ReturnType<typeof parseDocument> | undefined;
  const lines = new LineCounter();
  const lineOf = (path: readonly PropertyKey[]) => {
    document ??= parseDocument(yaml, { lineCounter: lines });
    for (let length = path.length; length >= 0; length--) {
      const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
      const range = (node as { range?: readonly number[] } | null | undefined)?.range;
      if (range?.[0] !== undefined) return lines.linePos(range[0]).line;
    }
    return undefined;
  };
  return (path = []) => ({
    file: name,
    place: formatPlace(path),
    get line() {
      return lineOf(path);
    },
  });
}

function toProblems(data: unknown, schema: z.ZodType, issue: z.core.$ZodIssue, at: Placed<unknown>['at']): ContentProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const meant = meantKey(key, schema);
      const write =
        meant === undefined
          ? 'remove it or check its spelling (content/README.md, "Files and keys", lists all keys)'
          : `write ${meant} instead`;
      return { ...at([...issue.path, key]), found: `the unknown key "${key}"`, write };
    });
  }
  return [{ ...at(issue.path), found: showValue(valueAt(data, issue.path)), write: adviceOf(issue) }];
}

/** Other names that people use for keys. */
const MEANT_KEYS = new Map([
  ...['phone', 'tel', 'phone_number', 'mobile'].map((name) => [name, 'telephone'] as const),
  ...['website', 'homepage', 'web'].map((name) => [name, 'url'] as const),
  ...['mail', 'e-mail', 'email_address'].map((name) => [name, 'email'] as const),
  ...['street'].map((name) => [name, 'street_address'] as const),
  ...['city', 'town'].map((name) => [name, 'locality'] as const),
  ...['state', 'province', 'county'].map((name) => [name, 'region'] as const),
  ...['zip', 'postcode', 'zip_code', 'postal'].map((name) => [name, 'postal_code'] as const),
  ...['hours', 'open'].map((name) => [name, 'opening_hours'] as const),
  ...['stars'].map((name) => [name, 'rating'] as const),
  ...['customer', 'reviewer'].map((name) => [name, 'author'] as const),
  ...['review_text', 'comment', 'body'].map((name) => [name, 'text'] as const),
  ...['reply', 'response'].map((name) => [name, 'owner_reply'] as const),
]);

/** Threshold: a key with more differing letters is another word. */
const MOST_SLIPS = 2;

/** The key of a schema that was probably meant: by another name, or misspelled. */
function meantKey(key: string, schema: z.ZodType): string | undefined {
  const keys = keysAnywhere(writtenSchema(schema)).filter((known) => known !== key);
  const meant = MEANT_KEYS.get(key.toLowerCase());
  if (meant !== undefined && keys.includes(meant)) return meant;
  return key.length > MOST_SLIPS + 1 ? meantName(key, keys, MOST_SLIPS) : undefined;
}

/** The advice if a schema has no message. */
const adviceByType: Readonly<Record<string, string>> = {
  object: 'write keys with values, such as "name: ..."',
  array: 'write a list, each entry beginning with "- "',
  string: 'write text',
  number: 'write a number',
};

function adviceOf(issue: z.core.$ZodIssue): string {
  const hasOwnWords = issue.code !== 'invalid_type' || !issue.message.startsWith('Invalid input');
  return (hasOwnWords ? undefined : adviceByType[issue.expected]) ?? issue.message;
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], data);
}

/** @throws ContentError with a problem of the whole file */
function fail(file: SourceFile, found: string, write: string): never {
  throw new ContentError([{ file: file.name, place: '', found, write }]);
}

/** A string, with the colon after it if it is a key; or the beginning or end of an object or list. */
const JSON_TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/gs;

/** The keys that an object of a valid JSON text has more than once, each with the line of the repetition. */
function repeatedKeys(json: string): { readonly key: string; readonly line: number }[] {
  const found: { key: string; line: number }[] = [];
  const open: Set<string>[] = [];
  for (const { 0: token, 1: text, 2: colon, index } of json.matchAll(JSON_TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (text !== undefined && colon !== undefined) {
      const key: string = JSON.parse(text);
      const known = open.at(-1);
      if (known?.has(key)) found.push({ key, line: json.slice(0, index).split('\n').length });
      known?.add(key);
    }
  }
  return found;
}

/** The maximum depth of nested lists and objects, more than any real file has. */
export const DEEPEST = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Whether a JSON text, which may be incomplete, is nested deeper than DEEPEST: recursive code could overflow the stack. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) index += code === BACKSLASH ? 1 : 0;
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
