import { describe, expect, test } from 'vitest';
import { checkCallback, createAddressFilter } from '../../sidecar/hub/callback-address.ts';

const refused = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2620:4f:8000::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%1',
  'fec0::1',
  'ff02::1',
  '',
  'localhost',
  '127.1',
  '0x7f.0.0.1',
  '8.8.8.8 ',
  '[2606:4700::1]',
];
const allowed = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '168.63.129.15',
  '192.167.255.255',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2a00:1450::1',
  '3ffe::1',
];

describe('the address of a callback (T60)', () => {
  const addressFilter = createAddressFilter([]);
  test.each(refused)('T60 %s is refused', (address) => expect(addressFilter.allows(address)).toBe(false));
  test.each(allowed)('T60 %s is allowed', (address) => expect(addressFilter.allows(address)).toBe(true));
});

test('extra ranges allow their own addresses and no other private ones', () => {
  const addressFilter = createAddressFilter(['127.0.0.0/8', 'fd00::/8']);
  expect(['127.0.0.1', '::ffff:127.0.0.1', 'fd00::1', '8.8.8.8'].map((address) => addressFilter.allows(address))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['10.0.0.1', '::1', 'fe80::1', 'fc00::1', '128.0.0.1'].map((address) => addressFilter.allows(address))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});

describe('the host of a callback (T07)', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '0x7f.1',
    '0X7F000001',
    '0177.0.0.1',
    '2130706433',
    '017700000001',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '１２７.０.０.１',
    '127。0。0。1',
    '①②⑦.0.0.1',
    '0',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '169.254.169.254',
    '168.63.129.16',
    'localhost',
    'localhost.',
    'LocalHost',
    'foo.localhost',
    'foo@127.0.0.1',
    'reader.example\\@127.0.0.1',
    'reader.example#@127.0.0.1',
    '127.0.0.1:443',
  ];
  test.each(hosts)('T07 https://%s/ is refused', (host) => {
    expect(checkCallback(`https://${host}/`, 'https://reviews.example', createAddressFilter([]))).toEqual(expect.any(String));
  });
  test('public IP addresses and host names are accepted', () => {
    for (const host of ['8.8.8.8', '[2606:4700:4700::1111]', 'reader.example', 'reader.example:8443', 'xn--bcher-kva.example']) {
      expect(checkCallback(`https://${host}/`, 'https://reviews.example', createAddressFilter([])), host).toBeUndefined();
    }
  });
  test("the service's own origin is refused in any spelling", () => {
    for (const host of ['reviews.example', 'REVIEWS.example', 'reviews.example:443', 'reviews%2Eexample']) {
      expect(checkCallback(`https://${host}/`, 'https://reviews.example', createAddressFilter([])), host).toMatch(/own origin/);
    }
  });
});
