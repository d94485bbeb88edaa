import { isIP } from 'node:net';
import { limits } from '../../site/contract/limits.ts';
import { isAuthority } from '../http/authority.ts';
import type { AddressFilter } from './address-filter.ts';

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
