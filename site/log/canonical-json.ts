/**
 * The canonical form of a JSON value (RFC 8785): keys sorted by UTF-16 code units, no white space, strings and numbers as ECMAScript
 * prints them. Throws a TypeError for what has none: numbers that aren't finite, lone surrogates, anything that isn't JSON.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, member]) => `${canonicalJson(key)}:${canonicalJson(member)}`).join(',')}}`;
  }
  const isValue = typeof value === 'string' ? value.isWellFormed() : typeof value === 'number' ? Number.isFinite(value) : true;
  const printed = isValue ? JSON.stringify(value) : undefined;
  if (printed === undefined) throw new TypeError(`canonical JSON: ${String(value)} has no canonical form`);
  return printed;
}
