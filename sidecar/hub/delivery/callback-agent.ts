import { X509Certificate } from 'node:crypto';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { Agent } from 'node:https';
import { isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { limits } from '../../../site/contract/limits.ts';
import type { AddressFilter } from '../address-filter.ts';
import type { Resolve } from './resolve.ts';

/** Thrown where a callback resolves to an address that is not allowed; the message names the address. */
export class RefusedAddressError extends Error {
  override name = 'RefusedAddressError';
}

async function allowedAddresses(hostname: string, resolve: Resolve, addressFilter: AddressFilter): Promise<readonly LookupAddress[]> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new Error(`${hostname} has no address`);
  const refused = addresses.find((address) => !addressFilter.allows(address));
  if (refused !== undefined) throw new RefusedAddressError(`${hostname} has the address ${refused}, which is not public`);
  return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * The `lookup` of `net.connect`: every address of the DNS answer is checked, and the connection uses that same answer (T60,
 * T61). Literal addresses never get here; `CallbackClient` checks them.
 */
function guardedLookup(resolve: Resolve, addressFilter: AddressFilter) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    allowedAddresses(hostname, resolve, addressFilter).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true || first === undefined) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    );
  };
}

/**
 * One TLS context for all connections: parsing the certificate authorities takes longer than a handshake. Throws where `extraCa` holds no
 * certificate.
 */
function trust(extraCa: string | Buffer | undefined): SecureContext {
  if (extraCa === undefined) return createSecureContext();
  new X509Certificate(extraCa);
  return createSecureContext({ ca: [...getCACertificates('default'), extraCa.toString()] });
}

export interface AgentOptions {
  readonly resolve: Resolve;
  readonly addressFilter: AddressFilter;
  readonly extraCa: string | Buffer | undefined;
}

/**
 * The HTTPS agent for callbacks: certificates are verified, addresses are checked on connecting, and few idle connections are kept, for a
 * short time.
 */
export class CallbackAgent extends Agent {
  constructor({ resolve, addressFilter, extraCa }: AgentOptions) {
    super({
      keepAlive: true,
      scheduling: 'lifo',
      timeout: limits.hub.idleConnectionSeconds * 1000,
      maxFreeSockets: limits.hub.deliveriesAtOnce,
      secureContext: trust(extraCa),
      lookup: guardedLookup(resolve, addressFilter),
      // The environment must not weaken this (NODE_TLS_REJECT_UNAUTHORIZED=0).
      rejectUnauthorized: true,
    });
  }

  override keepSocketAlive(socket: Duplex): boolean {
    const idle = Object.values(this.freeSockets).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);
    return idle < limits.hub.idleConnections && Boolean(super.keepSocketAlive(socket));
  }
}
