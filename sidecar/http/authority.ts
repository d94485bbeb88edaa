import { isIPv6 } from 'node:net';

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
