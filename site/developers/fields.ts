import type { z } from 'zod';
import { type SchemaName, toSchema } from '../documents/schemas.ts';
import { type SchemaKeywords, withoutNull } from '../shared/json-schema.ts';

/** A field of a document or of a tool's answer, or a parameter. */
export interface Field {
  /** Its path: `reviews[].mentions.technicians`. */
  readonly path: string;
  readonly type: string;
  /** Its bounds, and whether it can be left out. */
  readonly facts?: readonly string[];
  readonly description: string;
  /** The published schema of the field, or of its entries. */
  readonly schema?: SchemaName | undefined;
  /** The names of its inner fields, if it is an object or a list of objects without a schema of its own. */
  readonly parts?: readonly string[];
}

/** The fields of a zod schema in order, nested ones after their parent. `known` has the types, by path, of fields that aren't expanded. */
export function fieldsOf(type: z.ZodType, known: ReadonlyMap<string, string> = new Map()): Field[] {
  return rowsOf(toSchema(type) as SchemaKeywords, '', known);
}

function rowsOf(schema: SchemaKeywords, at: string, known: ReadonlyMap<string, string>): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = at === '' ? name : `${at}.${name}`;
    const [inner, suffix] = open(property);
    const link = known.get(path);
    const field = { path, type: link ?? typeName(property), description: property.description ?? inner.description ?? '' };
    return link === undefined && inner.properties ? [field, ...rowsOf(inner, path + suffix, known)] : [field];
  });
}

/** The inner schema of a list or a nullable value, and the suffix of its path. */
function open(schema: SchemaKeywords): [SchemaKeywords, string] {
  const alternative = withoutNull(schema);
  if (alternative !== schema) return open(alternative);
  if (schema.items) {
    const [inner, suffix] = open(schema.items);
    return [inner, `[]${suffix}`];
  }
  return [schema, ''];
}

/** The type of a value in words: `list of integers`, `date`. */
export function typeName(schema: SchemaKeywords): string {
  if (schema.anyOf) return schema.anyOf.map(typeName).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.type === 'array') return schema.items ? `list of ${pluralType(typeName(schema.items))}` : 'list';
  if (schema.format === 'date') return 'date';
  if (schema.format === 'uri') return 'URL';
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') return 'object by key';
  return schema.type ?? 'any';
}

/** The bounds and the default of a value in words, as far as it has any. */
export function boundsOf({ minimum, maximum, minLength, maxLength, default: initial }: SchemaKeywords): string[] {
  return [
    ...(minimum === undefined || maximum === undefined ? [] : [`${minimum} to ${maximum}`]),
    ...(maxLength === undefined ? [] : [`${minLength ?? 1} to ${maxLength} characters`]),
    ...(initial === undefined ? [] : [`default ${initial}`]),
  ];
}

const pluralType = (name: string) => (/^(string|number|integer|object|date|URL)$/.test(name) ? `${name}s` : name);
