import { z } from 'zod';
import type { BusinessWords } from './business-words.ts';
import { describeFor, type ToolDefinition } from './definition.ts';

/** A JSON Schema of an object, as `tools/list` shows it. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

type Node = { [keyword: string]: unknown };

/** The schema of a tool's arguments. Unknown ones are refused, because an ignored filter gives a wrong answer that looks right. */
export function toInputSchema(type: z.ZodObject): ObjectSchema {
  return { ...plain(z.toJSONSchema(type.strict(), { io: 'input' }) as Node), type: 'object' };
}

/**
 * The schema of a tool's answer: fields are optional where the documents have null, which models and clients handle better. Extra fields are
 * allowed, because later versions may add some.
 */
export function toOutputSchema(type: z.ZodObject): ObjectSchema {
  return { ...withoutNull(plain(z.toJSONSchema(type, { io: 'input' }) as Node)), type: 'object' };
}

/** Fields of many tools that explain themselves. */
const EXPLAINED = new Set(['notice', 'remark', 'left_out']);

/** All fields of an answer, or those in `names`, with only their types: the whole schema takes ten times as many tokens. */
export function toOutline(type: z.ZodObject, names?: readonly string[]): ObjectSchema {
  const { properties } = toOutputSchema(type);
  const named = Object.entries(isNode(properties) ? properties : {}).filter(([name]) => names?.includes(name) ?? !EXPLAINED.has(name));
  const fields = named.map(([name, field]) => [name, isNode(field) && field['type'] !== undefined ? { type: field['type'] } : {}]);
  return { type: 'object', properties: Object.fromEntries(fields) };
}

/** The formats that every validator supports; zod also prints others. */
const FORMATS = new Set<unknown>(['date', 'date-time', 'uri']);

/** Removes the dialect, which these keywords don't depend on, the bounds of safe integers, and "not empty". */
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

/** Whether null is allowed, in either of the forms that zod prints. */
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

/** Applies `change` to a schema and every schema in it, inner ones first. */
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

/** An entry of `tools/list`. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: object;
  /** MCP Apps, resource discovery. */
  readonly _meta?: { readonly ui: { readonly resourceUri: string } };
}

/** Every tool only reads published data. */
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/**
 * A tool as `tools/list` shows it for a business. Every agent reads the list first, so it only names the fields of answers; the developer
 * page has their schemas. Making the schemas takes longer than a call, so it happens once, and the description is added for each business.
 */
export function toListing(definition: ToolDefinition): (words: BusinessWords) => ToolListing {
  const { name, title, input, output, outline, app } = definition;
  const schemas = { inputSchema: toInputSchema(input), outputSchema: toOutline(output, outline) };
  const page = app === undefined ? {} : { _meta: { ui: { resourceUri: app } } };
  return (words) => ({ name, title, description: describeFor(definition, words), ...schemas, annotations, ...page });
}
