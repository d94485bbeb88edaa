import { BlockList, isIP } from 'node:net';
import type { Environment } from '../../site/contract/environment.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  return hostname === 'localhost' || (family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4'));
}

/** The host that a Host header names, without its port; undefined for what is none. */
function hostnameOf(host: string | undefined): string | undefined {
  if (host === undefined || !/^[^/?#@\\\s]+$/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname;
}

/**
 * Against DNS rebinding (M05): a listener on the loopback answers for itself and the public host alone. On any other
 * address, whoever reaches it is meant to.
 */
export function hostCheck({ HOST, BASE_URL }: Pick<Environment, 'HOST' | 'BASE_URL'>): (host: string | undefined) => boolean {
  if (!isLoopback(HOST)) return () => true;
  const publicHost = new URL(BASE_URL).hostname;
  return (host) => {
    const hostname = hostnameOf(host);
    return hostname !== undefined && (hostname === publicHost || isLoopback(hostname));
  };
}

/** Whether a page of this Origin may call; no Origin passes, since only browsers send one (M05). `null` is no origin. */
export function originCheck(allowed: Environment['MCP_ALLOWED_ORIGINS']): (origin: string | undefined) => boolean {
  return (origin) => {
    if (origin === undefined) return true;
    if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+$/i.test(origin) || !URL.canParse(origin)) return false;
    return allowed === '*' || allowed.includes(origin.toLowerCase());
  };
}
