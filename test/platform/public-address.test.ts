import { describe, expect, test } from 'vitest';
import { addressProblem, addressProblemFor, isPublicAddress } from '../../src/platform/network/public-address.ts';

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '161.25.255.255',
  '161.27.0.0',
  '166.7.255.255',
  '166.12.0.0',
  '168.63.129.15',
  '168.63.129.17',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '2400:cb00::1',
  '3ffe::1',
];

/**
 * A description and an address: first, last or an example of each range in IANA's registries of special-purpose
 * addresses.
 */
const otherAddresses: [string, string][] = [
  ['this network', '0.0.0.0'],
  ['this network', '0.255.255.255'],
  ['private', '10.0.0.0'],
  ['private', '10.255.255.255'],
  ['private', '172.16.0.0'],
  ['private', '172.31.255.255'],
  ['private', '192.168.0.0'],
  ['private', '192.168.255.255'],
  ['carrier NAT', '100.64.0.0'],
  ['carrier NAT', '100.127.255.255'],
  ['loopback', '127.0.0.0'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.255'],
  ['link-local', '169.254.0.0'],
  ['link-local, the metadata of clouds', '169.254.169.254'],
  ['link-local', '169.254.255.255'],
  ['WireServer of Azure', '168.63.129.16'],
  ['infrastructure services of IBM Cloud', '161.26.0.0'],
  ['infrastructure services of IBM Cloud', '161.26.255.255'],
  ['service endpoints of IBM Cloud', '166.8.0.0'],
  ['service endpoints of IBM Cloud', '166.11.255.255'],
  ['metadata of Alibaba Cloud', '100.100.100.200'],
  ['metadata of Oracle Cloud Classic', '192.0.0.192'],
  ['metadata of Google Cloud', 'fd20:ce::254'],
  ['protocol assignments', '192.0.0.0'],
  ['protocol assignments, DS-Lite', '192.0.0.1'],
  ['protocol assignments', '192.0.0.255'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['6to4 relays', '192.88.99.1'],
  ['benchmarking', '198.18.0.0'],
  ['benchmarking', '198.19.255.255'],
  ['multicast', '224.0.0.1'],
  ['multicast', '239.255.255.255'],
  ['reserved', '240.0.0.0'],
  ['reserved', '255.255.255.254'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['link-local', 'febf:ffff::1'],
  ['site-local', 'fec0::1'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd00:ec2::254'],
  ['multicast', 'ff02::1'],
  ['IPv4-mapped, loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped, written in hex', '::ffff:7f00:1'],
  ['IPv4-mapped, written out', '0:0:0:0:0:ffff:0a00:0001'],
  ['IPv4-mapped, even of a public address', '::ffff:8.8.8.8'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['IPv4-compatible', '::a00:1'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['NAT64', '64:ff9b::10.0.0.1'],
  ['NAT64, local', '64:ff9b:1::a00:1'],
  ['NAT64, local', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4 of a private address', '2002:a00:1::1'],
  ['Teredo', '2001::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['benchmarking', '2001:2::1'],
  ['ORCHID', '2001:10::1'],
  ['ORCHIDv2', '2001:20::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['discard', '100::1'],
  ['segment routing', '5f00::1'],
  ['never given out', '1::1'],
  ['never given out', '4000::1'],
  ['never given out', 'e000::1'],
];

const noAddresses = [
  '',
  'localhost',
  '1.2.3',
  '256.1.1.1',
  '0x7f.1',
  '2130706433',
  '[::1]',
  '8.8.8.8:80',
  ' 8.8.8.8',
  '::1::',
  'example.com',
];

describe('a public address', () => {
  test.each(publicAddresses)('is %s', (address) => expect(isPublicAddress(address)).toBe(true));
  test.each(otherAddresses)('does not include %s: %s', (_, address) => expect(isPublicAddress(address)).toBe(false));
  test.each(noAddresses)('does not include %j, which is no address', (text) =>
    expect(isPublicAddress(text)).toBe(false),
  );
});

describe('a URL with an address that is not public', () => {
  const problem = (url: string) => addressProblem(url, false);
  const hosts = otherAddresses.map(([, address]) => address).filter((address) => !address.includes('%'));
  const written = hosts.map((address) =>
    address.includes(':') ? `http://[${address}]/` : `https://${address}:8443/x`,
  );
  test.each(written)('is refused: %s', (url) => expect(problem(url)).toBe('The host is not on the public internet.'));

  const spellings = [
    'http://2130706433/',
    'http://0x7f000001/',
    'http://017700000001/',
    'http://0x7f.1/',
    'http://0x7f.0x0.0x0.0x1/',
    'http://0177.0.0.1/',
    'http://00000177.0.0.1/',
    'http://127.1/',
    'http://127.0.1/',
    'http://0/',
    'http://0x/',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://１２７.0.0.1/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://0xa9fea9fe/',
    'http://2852039166/latest/meta-data/',
    'http://0251.0376.0251.0376/',
    'http://169.254.43518/',
    'http://10.1/',
    'http://[::127.0.0.1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[0000:0000:0000:0000:0000:ffff:7f00:0001]/',
    'http://[::FFFF:127.0.0.1]/',
    'http:127.0.0.1/',
    'http:///127.0.0.1/',
    'http:\\\\127.0.0.1\\',
    ' http://127.0.0.1/ ',
    'ht\ntp://127.0.\t0.1/',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://localhost../',
    'http://ⓛocalhost/',
    'http://%6cocalhost/',
    'http://a.localhost/',
    'https://a.b.localhost.:8443/',
  ];
  test.each(spellings)('is refused in any notation: %s', (url) =>
    expect(problem(url)).toBe('The host is not on the public internet.'),
  );

  const unusable = [
    '',
    'example.com',
    '/hook',
    '//example.com/hook',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,a',
    'javascript:alert(1)',
    'ws://example.com/',
    'unix:/var/run/docker.sock',
    'http://256.0.0.1/',
    'http://1.2.3.4.5/',
    'http://4294967296/',
    'http://foo.0x7f/',
    'http://[fe80::1%25eth0]/',
    'http://example.com:99999/',
    'http://exa mple.com/',
    'http://',
  ];
  test.each(unusable)('is refused if it is not an http or https URL: %j', (url) =>
    expect(problem(url)).toBe('The URL must begin with http:// or https://.'),
  );

  test.each([
    'https://user@example.com/',
    'https://user:pass@example.com/',
    'https://:pass@example.com/',
    'http://8.8.8.8@127.0.0.1/',
  ])('is refused if it contains credentials: %s', (url) =>
    expect(problem(url)).toBe('The URL must not contain a user name or password.'),
  );

  test.each([
    'https://example.com/hook?a=b',
    'http://8.8.8.8/',
    'https://[2606:4700:4700::1111]:8443/',
    'https://localhost.example.com/',
    'https://notlocalhost/',
  ])('is otherwise allowed: %s', (url) => expect(problem(url)).toBeUndefined());

  test('is allowed if private addresses are, but only with http and https', () => {
    const open = (url: string) => addressProblem(url, true);
    expect([...written, ...spellings].filter((url) => open(url) !== undefined)).toEqual([]);
    expect(unusable.filter((url) => open(url) === undefined)).toEqual([]);
    expect(open('http://a:b@localhost/')).toBe('The URL must not contain a user name or password.');
  });

  test('names the setting that allows it, except in production', () => {
    const problemFor = (url: string, production: boolean) =>
      addressProblemFor(url, { production, webhookPrivateAddresses: false });
    expect(problemFor('http://localhost:9000/', false)).toBe(
      'The host is not on the public internet. Set WEBHOOK_ALLOW_PRIVATE_ADDRESSES=true to allow private addresses in development.',
    );
    expect(problemFor('http://localhost:9000/', true)).toBe('The host is not on the public internet.');
    expect(problemFor('ftp://example.com/', false)).toBe('The URL must begin with http:// or https://.');
    expect(problemFor('https://example.com/', false)).toBeUndefined();
  });
});
