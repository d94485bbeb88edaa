import { Document, isMap, isScalar, isSeq, type Node, Scalar, visit, type YAMLMap, type YAMLSeq } from 'yaml';
import {
  type DataPath,
  dashOf,
  EditError,
  edit,
  endOfNode,
  type JsonObject,
  type JsonValue,
  lineEnd,
  lineStart,
  nodeAt,
  pairOf,
  removeBlockItem,
  removeFlowItem,
  splice,
  startOf,
  type TextFile,
  valueAt,
} from './edit-text.ts';

/**
 * Sets `values` in the map at `path` and keeps everything else, including comments and spacing. A map on one line of JSON stays on one
 * line, with its keys in `order`. @throws EditError
 */
export function setKeys(file: TextFile, path: DataPath, values: JsonObject, order: readonly string[] = []): string {
  return edit(file, (text, json) => {
    const inLine = json ? setInLine(text, path, values, order) : undefined;
    const after = inLine ?? Object.entries(values).reduce((done, [key, value]) => setKey(done, json, path, key, value), text);
    return { after, check: (data) => void Object.assign(valueAt(data, path) as object, values) };
  });
}

function setInLine(text: string, path: DataPath, values: JsonObject, order: readonly string[]): string | undefined {
  const map = mapAt(text, path);
  const [start, end] = [startOf(map), endOfNode(text, map)];
  const line = text.slice(start, end);
  const data = JSON.parse(line) as JsonObject;
  if (JSON.stringify(data) !== line) return undefined;
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  const entries = Object.entries({ ...data, ...values }).sort(([a], [b]) => rank(a) - rank(b));
  return text.slice(0, start) + JSON.stringify(Object.fromEntries(entries)) + text.slice(end);
}

/**
 * Sets a key of the map at `path`, which must not be empty. An existing key keeps the comment after its value; a new one is added after
 * the last key that is in `before`, or at the end. @throws EditError
 */
export function setKey(text: string, json: boolean, path: DataPath, key: string, value: JsonValue, before: readonly string[] = []): string {
  const map = mapAt(text, path);
  const pair = pairOf(map, key);
  const margin = column(text, startOf(pair ? pair.key : map.items[0]));
  const rendered = renderPair(map, json, key, value, margin, pair?.value);
  if (pair) return text.slice(0, startOf(pair.key)) + rendered + text.slice(endOfNode(text, pair.value ?? pair.key));
  const previous = map.items.findLast((item) => before.includes(String(item.key))) ?? map.items.at(-1);
  if (map.flow) return addInFlow(text, previous, rendered);
  return splice(text, lineEnd(text, endOfNode(text, previous)), `\n${' '.repeat(margin)}${rendered}`);
}

function mapAt(text: string, path: DataPath): YAMLMap {
  const map = nodeAt(text, path);
  if (!isMap(map) || map.items.length === 0) throw new EditError('it has no keys');
  return map;
}

function renderPair(map: YAMLMap, json: boolean, key: string, value: JsonValue, margin: number, old?: Node | null): string {
  if (json) return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
  return map.flow ? print({ [key]: value }, old, true).slice(1, -1) : indent(print({ [key]: value }, old), margin);
}

/** Removes the list item at `path`; all other lines are unchanged. @throws EditError */
export function removeItem(file: TextFile, path: DataPath): string {
  const [list, index] = [path.slice(0, -1), Number(path.at(-1))];
  return edit(file, (text) => ({
    after: withoutItem(text, list, index),
    check: (data) => void (valueAt(data, list) as unknown[]).splice(index, 1),
  }));
}

/** Inserts `item` before the item at `index` of a list, or at its end. The file may be empty. @throws EditError */
export function insertItem(file: TextFile, index: number, item: JsonObject): string {
  return edit(file, (text, json) => {
    const after = nodeAt(text, []) === null ? fillEmpty(text, json, [item]) : addItem(text, json, [], index, item);
    return { after, check: (data) => void (data as unknown[]).splice(index, 0, item) };
  });
}

/** Writes the data of an empty file, below its comments. */
export function fillEmpty(text: string, json: boolean, value: JsonValue): string {
  if (json) return `${JSON.stringify(value, null, 2)}\n`;
  return `${text.trim() === '' ? '' : `${text.trimEnd()}\n\n`}${print(value)}\n`;
}

/** Adds an item to the list at `path`, before the one at `index`. @throws EditError */
export function addItem(text: string, json: boolean, path: DataPath, index: number, value: JsonValue): string {
  const list = nodeAt(text, path) as YAMLSeq;
  if (!isSeq(list)) throw new EditError('it is not a list');
  const [first, previous] = [list.items[0], list.items[index - 1]];
  if (list.flow) {
    const rendered = json ? JSON.stringify(value) : print(value, null, true);
    if (!first) return splice(text, startOf(list) + 1, `\n${rendered}\n`);
    if (previous) return addInFlow(text, previous, rendered);
    return splice(
      text,
      startOf(first),
      isFirstOnLine(text, first) ? `${rendered},\n${' '.repeat(column(text, startOf(first)))}` : `${rendered}, `,
    );
  }
  const dash = dashOf(list, 0);
  const margin = ' '.repeat(column(text, dash));
  const rendered = `${margin}${indent(print([value]), column(text, dash))}`;
  const isSpaced = list.items.length > 1 ? /\n[ \t]*\n/.test(text.slice(endOfNode(text, first), dashOf(list, 1))) : path.length === 0;
  const gap = isSpaced ? '\n' : '';
  if (!previous) {
    // The first item may be on the line of something else: `- - a`.
    if (text.slice(lineStart(text, dash), dash).trim() !== '') throw new EditError('its formatting is unusual');
    return splice(text, lineStart(text, dash), `${rendered}\n${gap}`);
  }
  const end = lineEnd(text, endOfNode(text, previous));
  return splice(text, end, `\n${gap}${rendered}${end === text.length ? '\n' : ''}`);
}

/** Removes the item at `index` of the list at `path`. @throws EditError */
export function withoutItem(text: string, path: DataPath, index: number): string {
  const list = nodeAt(text, path) as YAMLSeq;
  if (!isSeq(list) || !list.items[index]) throw new EditError('it has no such list');
  return list.flow ? removeFlowItem(text, list, index) : removeBlockItem(text, list, index);
}

const column = (text: string, offset: number) => offset - lineStart(text, offset);
const isFirstOnLine = (text: string, node: unknown) => text.slice(lineStart(text, startOf(node)), startOf(node)).trim() === '';

/** Indents all lines except the first and empty ones. */
export const indent = (text: string, columns: number) => text.replace(/\n(?!\n)/g, `\n${' '.repeat(columns)}`);

function addInFlow(text: string, previous: unknown, rendered: string): string {
  const isBelow = isFirstOnLine(text, previous);
  return splice(
    text,
    endOfNode(text, previous),
    isBelow ? `,\n${' '.repeat(column(text, startOf(previous)))}${rendered}` : `, ${rendered}`,
  );
}

/** Threshold: longer lists have an item on each line. */
const SHORT = 60;
/** The width of folded texts. */
const WIDTH = 80;

/** Prints a value as people write YAML: quotes around number-like texts (not dates), short lists on one line, texts styled like `old`. */
export function print(value: JsonValue, old?: Node | null, flow = false): string {
  const document = new Document(value);
  visit(document, {
    Scalar: (key, node) => {
      if (key === 'key' || typeof node.value !== 'string') return;
      const style = isScalar(old) && typeof old.value === 'string' && /^\S/.test(node.value) ? old.type : undefined;
      if (style !== undefined) node.type = style;
      if (/^(?!\d{4}-\d\d-\d\d$)[+\d][\d:. ()+-]*$/.test(node.value))
        node.type = node.type === Scalar.QUOTE_SINGLE ? node.type : Scalar.QUOTE_DOUBLE;
    },
    Seq: (key, node) => {
      const isShort = key !== null && node.items.every(isScalar) && JSON.stringify(node).length <= SHORT;
      if (isShort && node.items.length > 0) node.flow = true;
    },
  });
  const isFolded = isScalar(old) && old.type === Scalar.BLOCK_FOLDED;
  if (flow)
    visit(document, {
      Collection: (_key, node) => {
        node.flow = true;
      },
    });
  return document.toString({ lineWidth: isFolded ? WIDTH : 0, flowCollectionPadding: false }).trimEnd();
}
