import type { OtherField } from './moderation.ts';

/** The depth to which a record is searched for fields about moderation. */
const MAX_DEPTH = 5;

/** The fields of a JSON record with their paths, such as `moderation.status`, without those at or below the `known` paths. */
export function* otherFields(value: unknown, known: ReadonlySet<string>, path = '', depth = 0): Generator<OtherField> {
  if (known.has(path) || depth > MAX_DEPTH) return;
  if (Array.isArray(value)) for (const item of value) yield* otherFields(item, known, path, depth + 1);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* otherFields(inner, known, path === '' ? key : `${path}.${key}`, depth + 1);
  else if (path !== '') yield [path, String(value ?? '')];
}
