import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Environment } from '../../../site/contract/environment.ts';
import type { Headers } from '../../../site/contract/headers.ts';
import { type Refusal, refuse } from './responses.ts';

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
function hostCheck({ HOST, BASE_URL }: Pick<Environment, 'HOST' | 'BASE_URL'>): (host: string | undefined) => boolean {
  if (!isLoopback(HOST)) return () => true;
  const publicHost = new URL(BASE_URL).hostname;
  // Nearly all requests name the same one.
  let lastAllowed: string | undefined;
  return (host) => {
    if (host !== undefined && host === lastAllowed) return true;
    const hostname = hostnameOf(host);
    const isAllowed = hostname !== undefined && (hostname === publicHost || isLoopback(hostname));
    if (isAllowed) lastAllowed = host;
    return isAllowed;
  };
}

/** Whether a page of this Origin may call; no Origin passes, since only browsers send one (M05). `null`, the origin of files and of sandboxed frames, is nobody's name. */
function originCheck(allowed: Environment['MCP_ALLOWED_ORIGINS']): (origin: string | undefined) => boolean {
  return (origin) => {
    if (origin === undefined || (origin === 'null' && allowed === '*')) return true;
    if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+$/i.test(origin) || !URL.canParse(origin)) return false;
    return allowed === '*' || allowed.includes(origin.toLowerCase());
  };
}

/** Who may call, and what a page that may is told. */
export interface CallerCheck {
  fault(request: IncomingMessage): Refusal | undefined;
  corsHeaders(request: IncomingMessage): Headers;
}

export function callerCheck(environment: Pick<Environment, 'HOST' | 'BASE_URL' | 'MCP_ALLOWED_ORIGINS'>): CallerCheck {
  const { BASE_URL, MCP_ALLOWED_ORIGINS } = environment;
  const own = new URL(BASE_URL).origin;
  const isAllowedHost = hostCheck(environment);
  const isAllowedOrigin = originCheck(MCP_ALLOWED_ORIGINS);
  return {
    fault: ({ headers: { host, origin } }) => {
      if (!isAllowedHost(host)) return refuse('forbidden_host');
      return isAllowedOrigin(origin) ? undefined : refuse('forbidden_origin');
    },
    corsHeaders: ({ headers: { origin } }): Headers => {
      if (MCP_ALLOWED_ORIGINS === '*') return {};
      return { 'Access-Control-Allow-Origin': origin !== undefined && isAllowedOrigin(origin) ? origin : own, Vary: 'Origin' };
    },
  };
}
