import { X509Certificate } from 'node:crypto';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { Agent } from 'node:https';
import { isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { limits } from '../../../site/contract/limits.ts';
import type { AddressFilter } from '../address-filter.ts';

/** Resolves a name to all its addresses, IPv4 and IPv6. Rejects if there is none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/**
 * Queries DNS directly, without the hosts file. The system's resolver would run in the thread pool, four threads shared with the file
 * system, which slow name servers could block.
 */
export const resolveByDns: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
};

/** Asks the system's resolver, which reads the hosts file, for networks where `CALLBACK_ALLOW_CIDRS` allows private addresses. */
export const resolveBySystem: Resolve = async (hostname) => {
  const answers = await lookup(hostname, { all: true });
  return answers.map(({ address }) => address);
};

/** A callback resolves to an address that isn't allowed; the message names the address. */
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
 * The `lookup` of `net.connect`. Every address of the DNS answer is checked and the connection uses that same answer, so a second one can't
 * move it. Literal addresses don't get here; `CallbackClient` checks them.
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

/** One TLS context for all connections, because parsing the authorities takes longer than a handshake. Throws if `extraCa` isn't a certificate. */
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

/** The HTTPS agent for callbacks. It verifies certificates, checks addresses when connecting, and keeps few idle connections, briefly. */
export class CallbackAgent extends Agent {
  constructor({ resolve, addressFilter, extraCa }: AgentOptions) {
    super({
      keepAlive: true,
      scheduling: 'lifo',
      timeout: limits.hub.idleConnectionSeconds * 1000,
      maxFreeSockets: limits.hub.deliveriesAtOnce,
      secureContext: trust(extraCa),
      lookup: guardedLookup(resolve, addressFilter),
      // Must not be weakened by NODE_TLS_REJECT_UNAUTHORIZED=0.
      rejectUnauthorized: true,
    });
  }

  override keepSocketAlive(socket: Duplex): boolean {
    const idle = Object.values(this.freeSockets).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);
    return idle < limits.hub.idleConnections && Boolean(super.keepSocketAlive(socket));
  }
}
