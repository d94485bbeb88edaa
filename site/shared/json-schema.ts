import { z } from 'zod';

/** The keywords of a JSON Schema that we read. */
export interface SchemaKeywords {
  readonly type?: string;
  readonly format?: string;
  /** Ours: the kind of input in which people write the value. */
  readonly input?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaKeywords>>;
  readonly propertyNames?: SchemaKeywords;
  readonly items?: SchemaKeywords;
  readonly additionalProperties?: SchemaKeywords | boolean;
  readonly anyOf?: readonly SchemaKeywords[];
}

/** The JSON Schema of what people write for a zod schema. */
export const writtenSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as SchemaKeywords;

/** The schema of a value that isn't null, if there is only one; otherwise the schema itself. */
export function withoutNull(schema: SchemaKeywords): SchemaKeywords {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  return only && others.length === 0 ? only : schema;
}

/** The keys of all objects in a schema, at any depth. */
export function keysAnywhere(schema: SchemaKeywords): string[] {
  const { properties = {}, propertyNames, items, additionalProperties, anyOf = [] } = schema;
  const inner = [...Object.values(properties), propertyNames, items, additionalProperties, ...anyOf];
  return [...Object.keys(properties), ...inner.flatMap((one) => (typeof one === 'object' ? keysAnywhere(one) : []))];
}

/** The formats that every validator supports; zod also prints others. */
const FORMATS = new Set<unknown>(['date', 'date-time', 'uri']);

/** Removes other formats and the bounds of safe integers from a schema that zod has printed: they tell readers nothing. */
export function simplifySchema(schema: z.core.JSONSchema.BaseSchema) {
  if (!FORMATS.has(schema.format)) delete schema.format;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
