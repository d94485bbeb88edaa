/**
 * Whether a host name or address is only this machine's: localhost and names below it (RFC 6761 6.3), 127.0.0.0/8, ::1, and IPv4 addresses
 * of that block mapped into IPv6. An IPv6 address may have brackets.
 */
export function isLoopback(host: string): boolean {
  const url = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`;
  const name = URL.canParse(url) ? new URL(url).hostname : '';
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/.test(name);
}

/** The path of a base URL: '' for https://reviews.example.com, '/reviews' for https://example.com/reviews. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

/** The part of `path` below `basePath`, starting with a slash; undefined for any other path, including `basePath` itself. */
export function pathBeneath(basePath: string, path: string): string | undefined {
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}
