import { z } from 'zod';

/** A JSON Schema of an object, as `tools/list` shows it. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

type Node = { [keyword: string]: unknown };

/**
 * What an agent may send. Unknown arguments are refused: a filter that is ignored gives a wrong answer that looks right. A
 * tool without arguments takes any, since some clients make one up.
 */
export function toInputSchema(type: z.ZodObject): ObjectSchema {
  const taken = Object.keys(type.shape).length === 0 ? type : type.strict();
  return { ...plain(z.toJSONSchema(taken, { io: 'input' }) as Node), type: 'object' };
}

/**
 * What a tool answers: optional where the documents have null, since models and clients take absence better than null.
 * More fields may come with a later version, so none are forbidden.
 */
export function toOutputSchema(type: z.ZodObject): ObjectSchema {
  return { ...withoutNull(plain(z.toJSONSchema(type, { io: 'input' }) as Node)), type: 'object' };
}

/** Fields that many tools have and that say themselves what they are. */
const EXPLAINED = new Set(['notice', 'remark', 'left_out']);

/** The fields of what a tool answers, or those that `names` has, each with its type alone: the whole schema takes ten times as many tokens. */
export function toOutline(type: z.ZodObject, names?: readonly string[]): ObjectSchema {
  const { properties } = toOutputSchema(type);
  const named = Object.entries(isNode(properties) ? properties : {}).filter(([name]) => names?.includes(name) ?? !EXPLAINED.has(name));
  const fields = named.map(([name, field]) => [name, isNode(field) && field['type'] !== undefined ? { type: field['type'] } : {}]);
  return { type: 'object', properties: Object.fromEntries(fields) };
}

/** Formats that every validator knows; zod writes others, too. */
const FORMATS = new Set<unknown>(['date', 'date-time', 'uri']);

/** Without the dialect, which the keywords used don't depend on, and without the bounds of safe integers and "not empty", which are noise. */
function plain(node: Node): Node {
  return mapNode(node, (given) => {
    const { $schema: _, format, ...rest } = given;
    if (rest['maximum'] === Number.MAX_SAFE_INTEGER) delete rest['maximum'];
    if (rest['minLength'] === 1) delete rest['minLength'];
    if (rest['minimum'] === Number.MIN_SAFE_INTEGER) delete rest['minimum'];
    return FORMATS.has(format) ? { ...rest, format } : rest;
  });
}

function withoutNull(node: Node): Node {
  return mapNode(node, (given) => {
    const { additionalProperties, ...rest } = given;
    const kept: Node = additionalProperties === false ? rest : given;
    if (typeof kept['description'] === 'string') kept['description'] = kept['description'].replace(/\bnull\b/g, 'absent');
    if (!isNode(kept['properties'])) return kept;
    const nullable = Object.entries(kept['properties']).filter(([, property]) => isNullable(property));
    const properties = Object.fromEntries(Object.entries(kept['properties']).map(([name, property]) => [name, notNull(property)]));
    const absent = new Set<unknown>(nullable.map(([name]) => name));
    const required = Array.isArray(kept['required']) ? kept['required'].filter((name) => !absent.has(name)) : [];
    return { ...kept, properties, required };
  });
}

const isNull = (type: unknown) => isNode(type) && type['type'] === 'null';

/** Either of the forms in which zod writes that null is allowed. */
function isNullable(node: unknown): boolean {
  if (!isNode(node)) return false;
  const { type, anyOf } = node;
  return Array.isArray(type) ? type.includes('null') : Array.isArray(anyOf) && anyOf.some(isNull);
}

function notNull(node: unknown): unknown {
  if (!isNode(node) || !isNullable(node)) return node;
  const { type, anyOf, ...rest } = node;
  if (Array.isArray(type)) {
    const names = type.filter((name) => name !== 'null');
    return { type: names.length === 1 ? names[0] : names, ...rest };
  }
  const types = Array.isArray(anyOf) ? anyOf.filter((inner) => !isNull(inner)) : [];
  return types.length === 1 ? { ...types[0], ...rest } : { anyOf: types, ...rest };
}

/** Applies `change` to a schema and to every schema in it, the inner ones first. */
function mapNode(node: Node, change: (node: Node) => Node): Node {
  const inner = Object.entries(node).map(([keyword, value]) => {
    if (keyword === 'properties' && isNode(value)) {
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, property]) => [name, mapNode(property as Node, change)]))];
    }
    if (Array.isArray(value)) return [keyword, value.map((entry: unknown) => (isNode(entry) ? mapNode(entry, change) : entry))];
    return [keyword, isNode(value) ? mapNode(value, change) : value];
  });
  return change(Object.fromEntries(inner));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
