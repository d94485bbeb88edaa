import { lookup, Resolver } from 'node:dns/promises';

/** Resolves a name to all its addresses, IPv4 and IPv6. Rejects where there is none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/**
 * Queries DNS directly. The system's resolver would use the thread pool, four threads that it shares with the file system, so that slow
 * name servers could block it. Doesn't read the hosts file.
 */
export const resolveByDns: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
};

/** Asks the system's resolver, which reads the hosts file: for networks where `CALLBACK_ALLOW_CIDRS` allows private addresses. */
export const resolveBySystem: Resolve = async (hostname) => {
  const answers = await lookup(hostname, { all: true });
  return answers.map(({ address }) => address);
};
