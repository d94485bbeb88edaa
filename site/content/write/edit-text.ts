import { isDeepStrictEqual } from 'node:util';
import { stringify, type YAMLMap, type YAMLSeq } from 'yaml';
import {
  type DataPath,
  dashOf,
  endOfNode,
  lineEnd,
  lineStart,
  listAt,
  mapAt,
  type ParsedText,
  pairOf,
  parseSource,
  startOf,
} from './list-text.ts';

/** JSON values. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue | undefined };
export type JsonObject = Readonly<Record<string, JsonValue>>;

/** A file's text. The name determines the format: YAML, JSON, or Markdown with front matter. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** A text can't be edited without changing other parts of it. */
export class EditError extends Error {
  override name = 'EditError';
}

/**
 * Sets `values` in the map at `path` and keeps everything else, including comments and spacing. A map on one line of JSON stays on one
 * line, with its keys in `order`. @throws EditError
 */
export function setKeys(file: TextFile, path: DataPath, values: JsonObject, order: readonly string[] = []): string {
  return edit(file, (text, json) => {
    const compact = json ? setInLine(text, path, values, order) : undefined;
    const after = compact ?? Object.entries(values).reduce((done, [key, value]) => setKey(done, json, path, key, value), text);
    return { after, check: (data) => void Object.assign(valueAt(data, path) as object, values) };
  });
}

/** Removes the list item at `path`; all other lines are unchanged. @throws EditError */
export function removeItem(file: TextFile, path: DataPath): string {
  const index = Number(path.at(-1));
  return edit(file, (text) => {
    const list = listAt(parseSource(text), path.slice(0, -1));
    if (!list?.items[index]) throw new EditError('it has no such list');
    const after = list.flow ? removeFlowItem(text, list, index) : removeBlockItem(text, list, index);
    return { after, check: (data) => void (valueAt(data, path.slice(0, -1)) as unknown[]).splice(index, 1) };
  });
}

/** Inserts `item` before the item at `index` of a list, or at its end. The file may be empty. @throws EditError */
export function insertItem(file: TextFile, index: number, item: JsonObject): string {
  return edit(file, (text, json) => {
    const source = parseSource(text);
    const list = listAt(source, []);
    if (!list && source.document.contents !== null) throw new EditError('it is not a list');
    const after = list?.flow ? insertFlowItem(text, list, index, item, json) : insertBlockItem(source, list, index, item);
    return { after, check: (data) => void (data as unknown[]).splice(index, 0, item) };
  });
}

interface Edited {
  readonly after: string;
  /** Makes the same change in the parsed data, or returns the changed data, to check the edited text against it. */
  readonly check: (data: unknown) => unknown;
}

/** Edits the data of a file. @throws EditError if the result doesn't parse to the intended data */
export function edit({ name, text }: TextFile, change: (data: string, json: boolean) => Edited): string {
  const front = name.endsWith('.md') ? /^\uFEFF?---\r?\n/.exec(text)?.[0].length : text.startsWith('\uFEFF') ? 1 : 0;
  if (front === undefined) throw new EditError('it has no front matter');
  const end = name.endsWith('.md') ? front + text.slice(front).search(/^---[ \t]*\r?$/m) : text.length;
  const before = text.slice(front, end);
  const json = name.endsWith('.json');
  const { after, check } = change(before.replace(/\r\n/g, '\n'), json);
  const data = dataOf(before, json) ?? [];
  const expected = check(data) ?? data;
  const nothing = Array.isArray(expected) ? [] : {};
  if (!isDeepStrictEqual(dataOf(after, json) ?? nothing, plain(expected))) throw new EditError('it has an unusual form');
  return text.slice(0, front) + (before.includes('\r\n') ? after.replace(/\n/g, '\r\n') : after) + text.slice(end);
}

const dataOf = (text: string, json: boolean): unknown => (json ? JSON.parse(text) : parseSource(text).document.toJS());
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const valueAt = (data: unknown, path: DataPath): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], data);

function requireMap(source: ParsedText, path: DataPath): YAMLMap {
  const map = mapAt(source, path);
  if (!map) throw new EditError('it has no keys');
  return map;
}

function setInLine(text: string, path: DataPath, values: JsonObject, order: readonly string[]): string | undefined {
  const map = requireMap(parseSource(text), path);
  const [start, end] = [startOf(map), endOfNode(text, map)];
  const line = text.slice(start, end);
  const data = JSON.parse(line) as JsonObject;
  if (JSON.stringify(data) !== line) return undefined;
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  const entries = Object.entries({ ...data, ...values }).sort(([a], [b]) => rank(a) - rank(b));
  return text.slice(0, start) + JSON.stringify(Object.fromEntries(entries)) + text.slice(end);
}

function setKey(text: string, json: boolean, path: DataPath, key: string, value: JsonValue): string {
  const map = requireMap(parseSource(text), path);
  const known = pairOf(map, key);
  const last = map.items.at(-1);
  const column = startOf(map.items[0]?.key) - lineStart(text, startOf(map.items[0]?.key));
  const rendered = map.flow ? flowPair(key, value, json) : indent(stringify({ [key]: value }, { lineWidth: 0 }).trimEnd(), column);
  if (known) return text.slice(0, startOf(known.key)) + rendered + text.slice(endOfNode(text, known.value ?? known.key));
  const end = endOfNode(text, last);
  if (!map.flow) return splice(text, lineEnd(text, end), `\n${' '.repeat(column)}${rendered}`);
  const onItsOwnLine = text.slice(lineStart(text, startOf(last?.key)), startOf(last?.key)).trim() === '';
  return splice(text, end, onItsOwnLine ? `,\n${' '.repeat(column)}${rendered}` : `, ${rendered}`);
}

function flowPair(key: string, value: JsonValue, json: boolean): string {
  if (json) return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
  return `${key}: ${stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd()}`;
}

export const splice = (text: string, at: number, added: string) => text.slice(0, at) + added + text.slice(at);

/** Indents all lines except the first by `columns`. */
const indent = (text: string, columns: number) => text.replace(/\n(?!\n)/g, `\n${' '.repeat(columns)}`);

export function removeFlowItem(text: string, list: YAMLSeq | YAMLMap, index: number): string {
  const [item, next, previous] = [list.items[index], list.items[index + 1], list.items[index - 1]];
  if (next) return text.slice(0, startOf(item)) + text.slice(startOf(next));
  const before = text.slice(0, previous ? endOfNode(text, previous) : startOf(item));
  const after = text.slice(endOfNode(text, item));
  return before + (before.endsWith('\n') ? after.replace(/^\n/, '') : after);
}

/** Removes the lines of an item and the blank lines after it. A comment above stays, because it may be about more than this item. */
export function removeBlockItem(text: string, list: YAMLSeq, index: number): string {
  const before = text.slice(0, lineStart(text, dashOf(list, index)));
  const rest = text.slice(lineEnd(text, endOfNode(text, list.items[index])));
  // Blank lines after the last item separate the list from what follows, unless they also separate its items.
  const isLast = index === list.items.length - 1 && !before.endsWith('\n\n');
  const after = rest.replace(isLast ? /^\n/ : /^\s*\n/, '');
  return after.trim() === '' ? (before.trim() === '' ? '' : `${before.trimEnd()}\n`) : before + after;
}

function insertBlockItem({ text }: ParsedText, list: YAMLSeq | undefined, index: number, item: JsonObject): string {
  const previous = list?.items[index - 1];
  const first = list ? dashOf(list, 0) : 0;
  const column = list ? first - lineStart(text, first) : 0;
  const rendered = ' '.repeat(column) + indent(stringify([item], { lineWidth: 0 }).trimEnd(), column);
  if (!list) return `${text.trim() === '' ? '' : `${text.trimEnd()}\n\n`}${rendered}\n`;
  const gap = list.items.length > 1 && !/\n[ \t]*\n/.test(text.slice(endOfNode(text, list.items[0]), dashOf(list, 1))) ? '' : '\n';
  if (!previous) return splice(text, lineStart(text, first), `${rendered}\n${gap}`);
  const end = lineEnd(text, endOfNode(text, previous));
  const rest = text.slice(end);
  return `${text.slice(0, end)}\n${gap}${rendered}${rest === '' ? '\n' : rest}`;
}

function insertFlowItem(text: string, list: YAMLSeq, index: number, item: JsonObject, json: boolean): string {
  const rendered = json ? JSON.stringify(item) : stringify(item, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd();
  const previous = list.items[index - 1];
  if (previous) return splice(text, endOfNode(text, previous), `,\n${rendered}`);
  return splice(text, startOf(list) + 1, `\n${rendered}${list.items.length > 0 ? ',' : '\n'}`);
}
