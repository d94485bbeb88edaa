import { type Document, isCollection, isPair, isScalar, type Node, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';

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
