import { isDeepStrictEqual } from 'node:util';
import { isCollection, isMap, isScalar, isSeq, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import { addItem, fillEmpty, indent, print, setKey, withoutItem } from '../../../content/change-data.ts';
import {
  type DataPath,
  EditError,
  edit,
  endOfNode,
  type JsonObject,
  type JsonValue,
  lineEnd,
  lineStart,
  nodeAt,
  parseSource,
  removeFlowItem,
  startOf,
  type TextFile,
} from '../../../content/edit-text.ts';
import { align, isEmpty, isObject } from './fields.ts';

/**
 * Changes the data of a file to `wanted`. Lines with unchanged data keep their comments, order and quotes. New keys are placed in the order
 * of `wanted`. @throws EditError
 */
export function changeData(file: TextFile, wanted: JsonObject | readonly JsonValue[]): string {
  const changeTo = (deepest?: number) =>
    edit(file, (text, json) => ({ after: new Change(json, deepest).apply(text, [], wanted), check: () => wanted }));
  try {
    return changeTo();
  } catch {
    // Rewrites whole top-level keys, for example if a value that others refer to (`&name`) has changed.
    return changeTo(1);
  }
}

/** Changes a text one value at a time, and parses it again after each. */
class Change {
  readonly #json: boolean;
  readonly #deepest: number;

  /** Values `deepest` keys and indexes below the top are rewritten as a whole. */
  constructor(json: boolean, deepest = Number.POSITIVE_INFINITY) {
    this.#json = json;
    this.#deepest = deepest;
  }

  /** Makes the value at `path` equal to `wanted`. */
  apply(text: string, path: DataPath, wanted: JsonValue): string {
    const node = nodeAt(text, path);
    const now = node?.toJS(parseSource(text)) as JsonValue;
    if (isDeepStrictEqual(now, wanted)) return text;
    if (path.length === 0 && node == null) return fillEmpty(text, this.#json, wanted);
    if (path.length < this.#deepest && isCollection(node) && node.items.length > 0 && (path.length === 0 || !isEmpty(wanted))) {
      if (isMap(node) && isObject(wanted)) return this.#changeMap(text, path, now as JsonObject, wanted);
      if (isSeq(node) && Array.isArray(wanted)) return this.#changeList(text, path, now as JsonValue[], wanted);
    }
    if (path.length === 0) throw new EditError('its formatting is unusual');
    const [around, key] = [path.slice(0, -1), path.at(-1)];
    return typeof key === 'number'
      ? this.#replaceItem(text, around, key, node, wanted)
      : setKey(text, this.#json, around, String(key), wanted);
  }

  #changeMap(text: string, path: DataPath, now: JsonObject, wanted: JsonObject): string {
    const keys = Object.keys(wanted);
    const changed = keys.reduce((after, key, index) => {
      const value = wanted[key] as JsonValue;
      if (!Object.hasOwn(now, key)) return setKey(after, this.#json, path, key, value, keys.slice(0, index));
      return this.apply(after, [...path, key], value);
    }, text);
    return Object.keys(now)
      .filter((key) => !Object.hasOwn(wanted, key))
      .reduce((after, key) => withoutKey(after, path, key), changed);
  }

  #changeList(text: string, path: DataPath, now: readonly JsonValue[], wanted: readonly JsonValue[]): string {
    let [after, next] = [text, now.length];
    for (const { old, own } of align(now, wanted).reverse()) {
      if (old === undefined) after = addItem(after, this.#json, path, next, wanted[own as number] as JsonValue);
      else if (own === undefined) after = withoutItem(after, path, old);
      else after = this.apply(after, [...path, old], wanted[own] as JsonValue);
      next = old ?? next;
    }
    return after;
  }

  /** Replaces an item. Scalars and items of flow lists are replaced in place, so a comment after them stays. */
  #replaceItem(text: string, path: DataPath, index: number, old: Node | null | undefined, value: JsonValue): string {
    const list = nodeAt(text, path) as YAMLSeq;
    const isNested = typeof value === 'object' && value !== null;
    if (!list.flow && (isNested || !isScalar(old))) return withoutItem(addItem(text, this.#json, path, index, value), path, index + 1);
    const start = startOf(old);
    const printed = this.#json ? JSON.stringify(value) : print(value, old, list.flow);
    return text.slice(0, start) + indent(printed, start - lineStart(text, start)) + text.slice(endOfNode(text, old));
  }
}

/** Removes the lines of a key. A comment above stays, because it may be about more than this key. */
function withoutKey(text: string, path: DataPath, key: string): string {
  const map = nodeAt(text, path) as YAMLMap;
  const index = map.items.findIndex((pair) => String(pair.key) === key);
  const [pair, next] = [map.items[index], map.items[index + 1]];
  if (map.flow) return removeFlowItem(text, map, index);
  const line = lineStart(text, startOf(pair));
  // The first key of an item is on the line of its "- ".
  if (text.slice(line, startOf(pair)).trim() !== '') return text.slice(0, startOf(pair)) + text.slice(startOf(next));
  return text.slice(0, line) + text.slice(lineEnd(text, endOfNode(text, pair))).replace(/^\n/, '');
}
