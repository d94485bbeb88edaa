import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** RFC 9112 3.2: a request has exactly one valid Host; only HTTP/1.0 requests may have none. */
export function hasValidHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  const { host } = headers;
  if (host === undefined) return httpVersion === '1.0';
  // `headers` keeps only the first of several.
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host');
  return hosts.length === 1 && isAuthority(host);
}

/**
 * The decoded path of a request target (RFC 9112 3.2), without the query. Undefined if it isn't a path or can't be decoded. An encoded
 * slash isn't a separator (RFC 3986 2.2), so a path that has one stays encoded and matches no document.
 */
export function requestPath(target: string): string | undefined {
  const path = encodedPath(target);
  if (path === undefined || !path.includes('%')) return path;
  try {
    const decoded = decodeURIComponent(path);
    return /%2f/i.test(path) ? path : decoded;
  } catch {
    return undefined;
  }
}

function encodedPath(target: string): string | undefined {
  const origin = target.startsWith('/') ? '' : /^https?:\/\/[^/?#]+/i.exec(target)?.[0];
  if (origin === undefined) return undefined;
  return target.slice(origin.length).replace(/[?#].*$/s, '') || '/';
}

/** The target in origin form: `publicPath` without needless escapes, and the query of `target`. */
export function originForm(target: string, publicPath: string): string {
  const path = /%2f/i.test(publicPath) ? publicPath : encodeURI(publicPath).replace(/[?#]/g, encodeURIComponent);
  return path + queryWithMark(target);
}

/** `publicPath` with a slash at its end, and with the query of `target`. */
export function addSlash(publicPath: string, target = ''): string {
  return `${encodeURI(publicPath)}/${queryWithMark(target)}`;
}

/** The query string of a request target, without its question mark. */
export function requestQuery(target: string): string {
  return queryWithMark(target).replace(/#.*$/s, '').slice(1);
}

function queryWithMark(target: string): string {
  const start = target.indexOf('?');
  return start === -1 ? '' : target.slice(start);
}

/** Why there is no body: it is too long, or the client disconnected or took longer than the server allows. */
export type BodyFault = 'payload_too_large' | 'gone';

/** Reads up to `maxBytes`, without decompressing; never rejects. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | BodyFault> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return 'payload_too_large';
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) break;
      chunks.push(chunk);
    }
  } catch {
    return 'gone';
  }
  if (bytes > maxBytes) {
    // The client may be sending the rest and only then read the response. The connection's timeout limits this.
    request.resume();
    return 'payload_too_large';
  }
  return Buffer.concat(chunks);
}

/** RFC 3986 3.2.2 and 3.2.3: an address in brackets or a registered name, and an optional port. User info isn't part of it. */
const AUTHORITY = /^(?:\[([^[\]]+)\]|((?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*))(?::(\d*))?$/i;
/** RFC 6874: the zone of an IPv6 address. RFC 3986 3.2.2: addresses of later versions. */
const ZONE = /%25(?:[\w.~-]|%[\da-f]{2})+$/i;
const LATER_ADDRESS = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

/** The limits of names in DNS, in bytes (RFC 1035 2.3.4; the name in dotted form). */
const LABEL_BYTES = 63;
const NAME_BYTES = 253;

/** Whether a host with an optional port is valid, as in `Host` and in URLs. An empty host is. Names are checked as DNS requires. */
export function isAuthority(text: string): boolean {
  const [match, address, name = '', port = ''] = AUTHORITY.exec(text) ?? [];
  if (match === undefined || Number(port) > 65_535) return false;
  return address === undefined ? isName(name) : isIPv6(address.replace(ZONE, '')) || LATER_ADDRESS.test(address);
}

/** Whether each label has a valid length. A dot at the end makes a name absolute (RFC 1034 3.1). */
function isName(encoded: string): boolean {
  const name = decode(encoded)?.replace(/(?<=[^.])\.$/, '');
  if (name === undefined || /[\p{Cc}\s"#%/:<>?@[\\\]^`{|}]/u.test(name)) return false;
  const lengths = name.split('.').map((label) => Buffer.byteLength(label));
  return name === '' || (Buffer.byteLength(name) <= NAME_BYTES && lengths.every((length) => length > 0 && length <= LABEL_BYTES));
}

function decode(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
