/** The value without properties that are null or undefined, at any depth. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) if (inner !== null && inner !== undefined) kept[name] = withoutNulls(inner);
  return kept;
}
