import { isDeepStrictEqual } from 'node:util';
import { type Document, isCollection, isPair, isScalar, type Node, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';

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
  if (!isDeepStrictEqual(dataOf(after, json) ?? nothing, plain(expected))) throw new EditError('its formatting is unusual');
  return text.slice(0, front) + (before.includes('\r\n') ? after.replace(/\n/g, '\r\n') : after) + text.slice(end);
}

const dataOf = (text: string, json: boolean): unknown => (json ? JSON.parse(text) : parseSource(text).toJS());
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
export const valueAt = (data: unknown, path: DataPath): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], data);

export const splice = (text: string, at: number, added: string) => text.slice(0, at) + added + text.slice(at);

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

/** A path in the data of a file: keys and indexes. */
export type DataPath = readonly (string | number)[];

/** Parses YAML or JSON to edit its text. The content has been validated, so an error is a bug. */
export function parseSource(text: string): Document.Parsed {
  const document = parseDocument(text, { keepSourceTokens: true });
  const [error] = document.errors;
  if (error) throw error;
  return document;
}

/** The node at `path` of a text; null or undefined if there is none. */
export function nodeAt(text: string, path: DataPath): Node | null | undefined {
  const document = parseSource(text);
  return (path.length === 0 ? document.contents : document.getIn(path, true)) as Node | null | undefined;
}

export function pairOf(map: YAMLMap, key: string): { readonly key: Node; readonly value: Node | null } | undefined {
  const pair = map.items.find((item) => isScalar(item.key) && item.key.value === key);
  return pair && { key: pair.key as Node, value: pair.value as Node | null };
}

/** The offset of a node, or of a pair's key. */
export const startOf = (node: unknown): number => (isPair(node) ? startOf(node.key) : ((node as Node | null)?.range?.[0] ?? 0));

/** The offset after a node's last character, without trailing white space and comments. */
export function endOfNode(text: string, node: unknown): number {
  if (isPair(node)) return endOfNode(text, node.value ?? node.key);
  if (isCollection(node) && !node.flow && node.items.length > 0) return endOfNode(text, node.items.at(-1));
  return text.slice(0, (node as Node | null)?.range?.[1] ?? 0).trimEnd().length;
}

/** The offset of the `- ` of an item in a block list. */
export function dashOf(list: YAMLSeq, index: number): number {
  const token = list.srcToken;
  const own = (list.items[index] as Node | undefined)?.srcToken;
  const item = token?.type === 'block-seq' ? token.items.find(({ value }) => value !== undefined && value === own) : undefined;
  return item?.start.find(({ type }) => type === 'seq-item-ind')?.offset ?? startOf(list.items[index]);
}

/** The offset at which the line with `offset` begins. */
export const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** The offset at which the line with `offset` ends, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' && end > offset ? end - 1 : end;
}
