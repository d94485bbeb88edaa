import { isDeepStrictEqual } from 'node:util';
import { Document, isCollection, isMap, isScalar, isSeq, type Node, Scalar, visit, type YAMLMap, type YAMLSeq } from 'yaml';
import {
  EditError,
  edit,
  type JsonObject,
  type JsonValue,
  removeBlockItem,
  removeFlowItem,
  splice,
  type TextFile,
  valueAt,
} from './edit-text.ts';
import { type DataPath, dashOf, endOfNode, lineEnd, lineStart, nodeAt, pairOf, parseSource, startOf } from './list-text.ts';

/**
 * Changes the data of a file to `wanted`. Lines whose data stay the same stay as they are, with comments, order and quotes. New keys are
 * placed in the order of `wanted`. @throws EditError
 */
export function changeData(file: TextFile, wanted: JsonObject | readonly JsonValue[]): string {
  const changeTo = (deepest?: number) =>
    edit(file, (text, json) => ({ after: new Change(json, deepest).apply(text, [], wanted), check: () => wanted }));
  try {
    return changeTo();
  } catch {
    // Such as values that others refer to (`&name`): their top key is rewritten.
    return changeTo(1);
  }
}

/**
 * Sets `values` in the map at `path` and keeps everything else, including comments and spacing. A map on one line of JSON stays on one
 * line, with its keys in `order`. @throws EditError
 */
export function setKeys(file: TextFile, path: DataPath, values: JsonObject, order: readonly string[] = []): string {
  return edit(file, (text, json) => {
    const change = new Change(json);
    const inLine = json ? setInLine(text, path, values, order) : undefined;
    const after = inLine ?? Object.entries(values).reduce((done, [key, value]) => change.setKey(done, path, key, value), text);
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

/** Removes the list item at `path`; all other lines are unchanged. @throws EditError */
export function removeItem(file: TextFile, path: DataPath): string {
  const [list, index] = [path.slice(0, -1), Number(path.at(-1))];
  return edit(file, (text, json) => ({
    after: new Change(json).removeItem(text, list, index),
    check: (data) => void (valueAt(data, list) as unknown[]).splice(index, 1),
  }));
}

/** Inserts `item` before the item at `index` of a list, or at its end. The file may be empty. @throws EditError */
export function insertItem(file: TextFile, index: number, item: JsonObject): string {
  return edit(file, (text, json) => {
    const change = new Change(json);
    const after = nodeAt(text, []) === null ? change.fill(text, [item]) : change.addItem(text, [], index, item);
    return { after, check: (data) => void (data as unknown[]).splice(index, 0, item) };
  });
}

/** Changes one value after the other in a text, and parses it again after each. */
class Change {
  readonly #json: boolean;
  readonly #deepest: number;

  /** Values deeper than `deepest` keys and indexes are rewritten. */
  constructor(json: boolean, deepest = Number.POSITIVE_INFINITY) {
    this.#json = json;
    this.#deepest = deepest;
  }

  /** Makes the value at `path` equal to `wanted`. */
  apply(text: string, path: DataPath, wanted: JsonValue): string {
    const node = nodeAt(text, path);
    const now = node?.toJS(parseSource(text)) as JsonValue;
    if (isDeepStrictEqual(now, wanted)) return text;
    if (node == null) return this.fill(text, wanted);
    if (path.length < this.#deepest && isCollection(node) && node.items.length > 0 && (path.length === 0 || !isEmpty(wanted))) {
      if (isMap(node) && isObject(wanted)) return this.#changeMap(text, path, now as JsonObject, wanted);
      if (isSeq(node) && isList(wanted)) return this.#changeList(text, path, now as JsonValue[], wanted);
    }
    if (path.length === 0) throw new EditError('it has an unusual form');
    return this.#replace(text, path, node, wanted);
  }

  /** Sets a key of the map at `path` and rewrites its value. */
  setKey(text: string, path: DataPath, key: string, value: JsonValue): string {
    const pair = pairOf(mapAt(text, path), key);
    return pair ? this.#replace(text, [...path, key], pair.value, value) : this.#addKey(text, path, key, value, []);
  }

  #changeMap(text: string, path: DataPath, now: JsonObject, wanted: JsonObject): string {
    const keys = Object.keys(wanted);
    const changed = keys.reduce((after, key, index) => {
      const value = wanted[key] as JsonValue;
      if (!Object.hasOwn(now, key)) return this.#addKey(after, path, key, value, keys.slice(0, index));
      return this.apply(after, [...path, key], value);
    }, text);
    return Object.keys(now)
      .filter((key) => !Object.hasOwn(wanted, key))
      .reduce((after, key) => this.#removeKey(after, path, key), changed);
  }

  #changeList(text: string, path: DataPath, now: readonly JsonValue[], wanted: readonly JsonValue[]): string {
    let [after, next] = [text, now.length];
    for (const { old, own } of align(now, wanted).reverse()) {
      if (old === undefined) after = this.addItem(after, path, next, wanted[own as number] as JsonValue);
      else if (own === undefined) after = this.removeItem(after, path, old);
      else after = this.apply(after, [...path, old], wanted[own] as JsonValue);
      next = old ?? next;
    }
    return after;
  }

  /** Writes the data of an empty file, below its comments. */
  fill(text: string, value: JsonValue): string {
    if (this.#json) return `${JSON.stringify(value, null, 2)}\n`;
    return `${text.trim() === '' ? '' : `${text.trimEnd()}\n\n`}${print(value)}\n`;
  }

  /** Replaces the value of a key, or an item, and leaves a comment behind it. */
  #replace(text: string, path: DataPath, old: Node | null, value: JsonValue): string {
    const parent = nodeAt(text, path.slice(0, -1)) as YAMLMap | YAMLSeq;
    const key = path.at(-1);
    if (isSeq(parent) && !parent.flow && !(isScalar(old) && !isObject(value) && !isList(value)))
      return this.removeItem(this.addItem(text, path.slice(0, -1), Number(key), value), path.slice(0, -1), Number(key) + 1);
    const pair = isMap(parent) ? pairOf(parent, String(key)) : undefined;
    const start = pair ? startOf(pair.key) : startOf(old);
    const rendered = pair
      ? this.#renderPair(parent, String(key), value, column(text, startOf(pair.key)), old)
      : this.#render(parent, value, column(text, startOf(old)), old);
    return text.slice(0, start) + rendered + text.slice(endOfNode(text, pair?.value ?? pair?.key ?? old));
  }

  #addKey(text: string, path: DataPath, key: string, value: JsonValue, before: readonly string[]): string {
    const map = nodeAt(text, path) as YAMLMap;
    const at = map.items.findLastIndex((pair) => before.includes(String(pair.key)));
    const previous = map.items[at === -1 ? map.items.length - 1 : at];
    const rendered = this.#renderPair(map, key, value, column(text, startOf(map.items[0])));
    if (map.flow) return addInFlow(text, previous, rendered);
    return splice(text, lineEnd(text, endOfNode(text, previous)), `\n${' '.repeat(column(text, startOf(map.items[0])))}${rendered}`);
  }

  /** Removes the lines of a key. A comment above stays, because it may be about more than this key. */
  #removeKey(text: string, path: DataPath, key: string): string {
    const map = nodeAt(text, path) as YAMLMap;
    const index = map.items.findIndex((pair) => String(pair.key) === key);
    const [pair, next] = [map.items[index], map.items[index + 1]];
    if (map.flow) return removeFlowItem(text, map, index);
    const line = lineStart(text, startOf(pair));
    // The first key of an item is behind its "- ".
    if (text.slice(line, startOf(pair)).trim() !== '') return text.slice(0, startOf(pair)) + text.slice(startOf(next));
    return text.slice(0, line) + text.slice(lineEnd(text, endOfNode(text, pair))).replace(/^\n/, '');
  }

  addItem(text: string, path: DataPath, index: number, value: JsonValue): string {
    const list = nodeAt(text, path) as YAMLSeq;
    if (!isSeq(list)) throw new EditError('it is not a list');
    const [first, previous] = [list.items[0], list.items[index - 1]];
    if (list.flow) {
      const rendered = this.#render(list, value, 0);
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
      if (text.slice(lineStart(text, dash), dash).trim() !== '') throw new EditError('it has an unusual form');
      return splice(text, lineStart(text, dash), `${rendered}\n${gap}`);
    }
    const end = lineEnd(text, endOfNode(text, previous));
    return splice(text, end, `\n${gap}${rendered}${end === text.length ? '\n' : ''}`);
  }

  removeItem(text: string, path: DataPath, index: number): string {
    const list = nodeAt(text, path) as YAMLSeq;
    if (!isSeq(list) || !list.items[index]) throw new EditError('it has no such list');
    return list.flow ? removeFlowItem(text, list, index) : removeBlockItem(text, list, index);
  }

  #renderPair(map: YAMLMap | YAMLSeq, key: string, value: JsonValue, margin: number, old?: Node | null): string {
    if (this.#json) return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    if (map.flow) return print({ [key]: value }, old, true).slice(1, -1);
    return indent(print({ [key]: value }, old), margin);
  }

  #render(list: YAMLMap | YAMLSeq, value: JsonValue, margin: number, old?: Node | null): string {
    if (this.#json) return JSON.stringify(value);
    return list.flow ? print(value, old, true) : indent(print(value, old), margin);
  }
}

function mapAt(text: string, path: DataPath): YAMLMap {
  const map = nodeAt(text, path);
  if (!isMap(map) || map.items.length === 0) throw new EditError('it has no keys');
  return map;
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
const isObject = (value: JsonValue): value is JsonObject => typeof value === 'object' && value !== null && !isList(value);

const isEmpty = (value: JsonValue) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const column = (text: string, offset: number) => offset - lineStart(text, offset);
const isFirstOnLine = (text: string, node: unknown) => text.slice(lineStart(text, startOf(node)), startOf(node)).trim() === '';

/** Indents all lines except the first and empty ones. */
const indent = (text: string, columns: number) => text.replace(/\n(?!\n)/g, `\n${' '.repeat(columns)}`);

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

/** Values as people write them in YAML: numbers that are text in quotes (dates aren't), short lists on a line, a text in the style of the `old` one. */
function print(value: JsonValue, old?: Node | null, flow = false): string {
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

/** Items of two lists that are the same, or that one has become the other, in order; `old` and `own` are their indexes. */
export function align(
  now: readonly JsonValue[],
  wanted: readonly JsonValue[],
): { readonly old?: number | undefined; readonly own?: number | undefined }[] {
  // The best score for the rest of both lists, from their ends.
  const best = Array.from({ length: now.length + 1 }, () => new Float64Array(wanted.length + 1));
  const at = (old: number, own: number) => best[old]?.[own] ?? 0;
  const pair = (old: number, own: number) => likeness(now[old] as JsonValue, wanted[own] as JsonValue) + at(old + 1, own + 1);
  for (let old = now.length - 1; old >= 0; old--)
    for (let own = wanted.length - 1; own >= 0; own--)
      (best[old] as Float64Array)[own] = Math.max(pair(old, own), at(old + 1, own), at(old, own + 1));
  const aligned = [];
  for (let [old, own] = [0, 0]; old < now.length || own < wanted.length; ) {
    if (old < now.length && own < wanted.length && at(old, own) === pair(old, own)) aligned.push({ old: old++, own: own++ });
    else if (old < now.length && (own === wanted.length || at(old, own) === at(old + 1, own))) aligned.push({ old: old++ });
    else aligned.push({ own: own++ });
  }
  return aligned;
}

/** How much two values have in common: 1 for nothing. */
function likeness(a: JsonValue, b: JsonValue): number {
  if (isObject(a) && isObject(b)) {
    const equal = Object.keys(a).filter((key) => isDeepStrictEqual(a[key], b[key])).length;
    return 1 + (10 * equal) / Math.max(Object.keys(a).length, Object.keys(b).length);
  }
  return isDeepStrictEqual(a, b) ? 11 : 1;
}
