/**
 * The canonical form of a JSON value (RFC 8785): keys sorted by UTF-16 code units, no white space, strings and numbers as ECMAScript
 * prints them. Throws a TypeError for what has none: numbers that aren't finite, lone surrogates, anything that isn't JSON.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return printScalar(value);
  const object = value as Readonly<Record<string, unknown>>;
  // Without a comparator, the order is that of code units.
  const keys = Object.keys(object).sort();
  return `{${keys.map((key) => `${printScalar(key)}:${canonicalJson(object[key])}`).join(',')}}`;
}

function printScalar(value: unknown): string {
  const hasForm = typeof value === 'string' ? value.isWellFormed() : typeof value !== 'number' || Number.isFinite(value);
  const printed = hasForm ? JSON.stringify(value) : undefined;
  if (printed === undefined) throw new TypeError(`canonical JSON: ${String(value)} has no canonical form`);
  return printed;
}
