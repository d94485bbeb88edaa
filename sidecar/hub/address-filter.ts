import { BlockList, isIP, isIPv4 } from 'node:net';

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
