import { z } from 'zod';
import { describeFor, toBusinessWords } from '../contract/mcp-tools/definition.ts';
import { toInputSchema, toOutputSchema, toolDefinitions } from '../contract/mcp-tools/tools.ts';
import { type SchemaName, schemas, toSchema } from '../documents/schemas.ts';
import type { Publication } from '../publication.ts';
import { escapeHtml } from '../shared/escape.ts';
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
function typeName(schema: SchemaKeywords): string {
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

/** Every tool of the MCP server of a publication, in its order and in the words of `tools/list`. */
export function toolReference({ insights }: Pick<Publication, 'insights'>) {
  const words = toBusinessWords(insights);
  return toolDefinitions.map((definition) => ({
    name: definition.name,
    title: definition.title,
    description: describeFor(definition, words),
    takes: toFields(toInputSchema(definition.input) as SchemaKeywords, definition.input, 'required', 'optional'),
    answers: toFields(toOutputSchema(definition.output) as SchemaKeywords, definition.output, undefined, 'may be absent'),
  }));
}

/** The arguments of a tool, or the fields of its answer, with the page's words for those that are always present and for the others. */
function toFields(
  { properties = {}, required = [] }: SchemaKeywords,
  { shape }: z.ZodObject,
  always: string | undefined,
  sometimes: string,
): Field[] {
  return Object.entries(properties).map(([name, property]) => {
    const schema = publishedAs(shape[name]);
    const presence = required.includes(name) ? always : sometimes;
    return {
      path: name,
      type: typeName(property),
      facts: [...(presence === undefined ? [] : [presence]), ...boundsOf(property)],
      description: property.description ?? '',
      schema,
      parts: schema === undefined ? Object.keys((property.items ?? property).properties ?? {}) : [],
    };
  });
}

function publishedAs(type: unknown): SchemaName | undefined {
  const inner = type instanceof z.ZodArray ? type.element : type;
  const found = Object.entries(schemas).find(([, { schema }]) => schema === inner);
  return found?.[0] as SchemaName | undefined;
}

const names = toolDefinitions.map(({ name }) => name).join('|');
const special = new RegExp(`\`([^\`]+)\`|\\b(?:${names})\\b`, 'g');

/** A tool's description as HTML, with words in backticks as code and the names of tools as links to their sections of `page`. */
export function toolText(description: string, page = ''): string {
  return escapeHtml(description).replace(special, (found, code?: string) =>
    code === undefined ? `<a href="${page}#${found}"><code>${found}</code></a>` : `<code>${code}</code>`,
  );
}
