import type { z } from 'zod';

/** The formats that every validator supports; zod also prints others. */
const FORMATS = new Set<unknown>(['date', 'date-time', 'uri']);

/** Removes what tells readers nothing from a schema that zod has printed: other formats, and the bounds of safe integers. */
export function simplifySchema(schema: z.core.JSONSchema.BaseSchema) {
  if (!FORMATS.has(schema.format)) delete schema.format;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
