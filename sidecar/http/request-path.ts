/**
 * The decoded path of a request target (RFC 9112 3.2), without the query. Undefined where it is no path or can't be decoded. An encoded
 * slash is no separator (RFC 3986 2.2), so a path with one stays encoded and matches nothing.
 */
export function requestPath(target: string): string | undefined {
  const path = toPath(target);
  if (path === undefined || !path.includes('%')) return path;
  if (/%2f/i.test(path)) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function toPath(target: string): string | undefined {
  const origin = target.startsWith('/') ? '' : /^https?:\/\/[^/?#]+/i.exec(target)?.[0];
  if (origin === undefined) return undefined;
  const end = target.slice(origin.length).search(/[?#]/);
  return (end === -1 ? target.slice(origin.length) : target.slice(origin.length, origin.length + end)) || '/';
}

/** The address of `publicPath` with a slash at its end, and with the query of the request target. */
export function addSlash(publicPath: string, target = ''): string {
  const query = target.indexOf('?');
  return `${encodeURI(publicPath)}/${query === -1 ? '' : target.slice(query)}`;
}

/** The query string of a request target, without its question mark. */
export function requestQuery(target: string): string {
  const start = target.indexOf('?');
  if (start === -1) return '';
  const end = target.indexOf('#', start);
  return target.slice(start + 1, end === -1 ? undefined : end);
}
