import type { IncomingMessage } from 'node:http';

// RFC 9110 7.2 and RFC 3986 3.2.2: an address in brackets or a registered name, which may be empty, and an optional port. An @, which is
// invalid, passes here because M05 requires 403 for it.
const HOST = /^(?:\[[\w.:%~-]+\]|[\w.~!$&'()*+,;=%@-]*)(?::\d*)?$/;

/** RFC 9112 3.2: a request has one Host, of valid form; only one of HTTP/1.0 may have none. */
export function hasValidHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  const { host } = headers;
  if (host === undefined) return httpVersion === '1.0';
  return HOST.test(host) && countHosts(rawHeaders) === 1;
}

/** `headers` keeps only the first of several. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}
