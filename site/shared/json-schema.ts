import type { z } from 'zod';

/** The formats that every validator supports; zod also prints others. */
const FORMATS = new Set<unknown>(['date', 'date-time', 'uri']);

/** Removes other formats and the bounds of safe integers from a schema that zod has printed: they tell readers nothing. */
export function simplifySchema(schema: z.core.JSONSchema.BaseSchema) {
  if (!FORMATS.has(schema.format)) delete schema.format;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
