import { BlockList, isIP, isIPv4 } from 'node:net';
import { limits } from '../../site/contract/limits.ts';
import { isAuthority } from '../http/request.ts';

/** Scheme, authority without user info, path and query without fragment: printable ASCII (RFC 3986 2) and no backslash. */
const HTTPS_URL = /^https:\/\/([^/?#@\\]+)([/?][^#\\]*)?$/i;
const PRINTABLE = /^[\x21-\x7e]+$/;

function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** The parts of a callback, accepted by `checkCallback`, that a connection needs. `target` is its path and query, byte for byte. */
export function toTarget(callback: string) {
  const url = new URL(callback);
  const rest = HTTPS_URL.exec(callback)?.[2] ?? '/';
  return {
    hostname: withoutBrackets(url.hostname),
    port: url.port === '' ? 443 : Number(url.port),
    target: rest.startsWith('?') ? `/${rest}` : rest,
  };
}

/** RFC 3986 6.2.2.2: a percent-encoded unreserved character is equivalent to the character. */
export function decodeUnreserved(url: string): string {
  return url.replace(/%([0-9a-f]{2})/gi, (encoded, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : encoded;
  });
}

/** A host without its last dot, which only makes a name absolute in DNS (RFC 1034 3.1). */
export function withoutLastDot(host: string): string {
  return host.replace(/(?<=[^.])\.+(?=:\d+$|$)/, '');
}

/** An incomplete escape has no equivalent spelling, so a target with one stays unchanged. */
function normalTarget(target: string): string {
  if (/%(?![0-9a-f]{2})/i.test(target)) return target;
  return decodeUnreserved(target).replace(/%[0-9a-f]{2}/gi, (triplet) => triplet.toUpperCase());
}

/**
 * The normal form of a callback that `checkCallback` has accepted, which is the same for every spelling (RFC 3986 6.2.2.1, 6.2.2.2 and
 * 6.2.3). It identifies subscriptions; requests use the spelling that the subscriber gave. Idempotent.
 */
export function toNormalForm(callback: string): string {
  return `https://${withoutLastDot(new URL(callback).host)}${normalTarget(toTarget(callback).target)}`;
}

/** The host of a callback without its port, the same for every spelling. Limits per host use it as their key. */
export function hostOf(callback: string): string {
  return withoutLastDot(new URL(callback).hostname);
}

/** WebSub 5.3: the callback with our parameters appended to its own query, which stays the same byte for byte. */
export function withParameters(callback: string, parameters: Readonly<Record<string, string>>): string {
  const ours = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const joint = callback.includes('?') ? (/[?&]$/.test(callback) ? '' : '&') : '?';
  return callback + joint + ours.join('&');
}

/** RFC 6761 6.3: names under `localhost` are the machine itself, regardless of DNS. */
function pointsInside(hostname: string, addressFilter: AddressFilter): boolean {
  if (/^(.+\.)?localhost$/.test(withoutLastDot(hostname))) return !addressFilter.allows('127.0.0.1') && !addressFilter.allows('::1');
  return isIP(hostname) !== 0 && !addressFilter.allows(hostname);
}

/**
 * Why a callback can't be subscribed, as the end of a sentence; undefined if it can. Makes no DNS query: the addresses of a name are
 * checked when connecting.
 */
export function checkCallback(callback: string, baseUrl: string, addressFilter: AddressFilter): string | undefined {
  if (Buffer.byteLength(callback) > limits.hub.callbackBytes) return `is longer than ${limits.hub.callbackBytes} bytes`;
  if (!PRINTABLE.test(callback)) return 'is not a URL: percent-encode spaces, control characters and everything beyond ASCII';
  if (!URL.canParse(callback)) return 'is not an absolute URL';
  const url = new URL(callback);
  if (url.protocol === 'http:') return 'must be an HTTPS URL: deliveries over plain HTTP could be read or altered in transit';
  if (url.protocol !== 'https:') return 'must be an HTTPS URL';
  if (url.username !== '' || url.password !== '' || /^[^/?#]*\/\/[^/?#]*@/.test(callback))
    return 'must not contain a user name or password';
  if (callback.includes('#')) return 'must not have a fragment';
  const [, authority = ''] = HTTPS_URL.exec(callback) ?? [];
  if (authority === '') return 'is not a URL of the form https://host/path?query';
  if (![authority, url.host].every(isAuthority)) return 'has no valid host: write a name such as reader.example, or a public IP address';
  if (url.port === '0') return 'must not have the port 0';
  if (withoutLastDot(url.host) === withoutLastDot(new URL(baseUrl).host)) return "must not be on this service's own origin";
  if (pointsInside(withoutBrackets(url.hostname), addressFilter)) return 'must not point at a private, local or reserved address';
  return undefined;
}

/** Decides which addresses callbacks can have. */
export type AddressFilter = ReturnType<typeof createAddressFilter>;

/** The IANA IPv4 Special-Purpose Address Registry, multicast, the reserved block, and Azure's host, whose address looks public. */
const REFUSED_V4 = [
  '0.0.0.0/8', // RFC 791 3.2: this network
  '10.0.0.0/8', // RFC 1918
  '100.64.0.0/10', // RFC 6598: shared address space
  '127.0.0.0/8', // RFC 1122 3.2.1.3: loopback
  '168.63.129.16/32', // Azure's host
  '169.254.0.0/16', // RFC 3927: link-local, including cloud metadata services
  '172.16.0.0/12', // RFC 1918
  '192.0.0.0/24', // RFC 6890
  '192.0.2.0/24', // RFC 5737: documentation
  '192.31.196.0/24', // RFC 7535: AS112
  '192.52.193.0/24', // RFC 7450: AMT
  '192.88.99.0/24', // RFC 7526: 6to4 relays
  '192.168.0.0/16', // RFC 1918
  '192.175.48.0/24', // RFC 7534: AS112
  '198.18.0.0/15', // RFC 2544: benchmarks
  '198.51.100.0/24', // RFC 5737
  '203.0.113.0/24', // RFC 5737
  '224.0.0.0/4', // RFC 5771: multicast
  '240.0.0.0/4', // RFC 1112 4: reserved, and broadcast
];

/** RFC 4291 2.4 and the IANA registry: global unicast, so no mapped, translated, unique local, link-local and multicast addresses. */
const PUBLIC_V6 = ['2000::/3'];

/** Inside 2000::/3, but not global unicast. */
const REFUSED_V6 = [
  '2001::/23', // RFC 2928: protocol assignments, including Teredo and ORCHID
  '2001:db8::/32', // RFC 3849: documentation
  '2002::/16', // RFC 3056: 6to4 carries an IPv4 address
  '2620:4f:8000::/48', // RFC 7534: AS112
  '3fff::/20', // RFC 9637: documentation
];

function toBlockList(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', bits = ''] = cidr.split('/');
    list.addSubnet(network, Number(bits), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** Allows public addresses and those in `allowCidrs`, for tests and private networks. Throws a RangeError or TypeError on a bad range. */
export function createAddressFilter(allowCidrs: readonly string[]) {
  const extra = toBlockList(allowCidrs);
  const refusedV4 = toBlockList(REFUSED_V4);
  const refusedV6 = toBlockList(REFUSED_V6);
  const publicV6 = toBlockList(PUBLIC_V6);
  return {
    /** Takes an IP literal without brackets and refuses anything else. */
    allows(address: string): boolean {
      // A zone (fe80::1%eth0) names an interface of this machine.
      if (isIP(address) === 0 || address.includes('%')) return false;
      if (isIPv4(address)) return extra.check(address, 'ipv4') || !refusedV4.check(address, 'ipv4');
      if (extra.check(address, 'ipv6')) return true;
      return publicV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
    },
  };
}
