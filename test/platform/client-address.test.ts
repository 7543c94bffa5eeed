import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { clientAddress, limitedNetworkOf } from '../../src/platform/network/client-address.ts';

describe('the address of a client behind a proxy', () => {
  const socket = { remoteAddress: '10.0.0.5' } as Socket;
  const addressOf = (entry: string) => clientAddress({ socket, headersDistinct: { 'x-forwarded-for': [entry] } }, 1);

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['6.6.6.6:1, 203.0.113.7:51234', '203.0.113.7'],
  ])('is in the entry of the proxy: %s', (entry, address) => {
    expect(addressOf(entry)).toBe(address);
  });

  test.each(['', 'unknown', '_hidden', '203.0.113.7:', '203.0.113.7:999999', '999.1.1.1:80', '[2001:db8::1'])(
    'is that of the proxy if the entry has none: %j',
    (entry) => {
      expect(addressOf(entry)).toBe('10.0.0.5');
    },
  );
});

describe('the network whose limits apply', () => {
  test('is an IPv4 address, or the first 64 bits of IPv6', () => {
    expect(limitedNetworkOf('192.0.2.1')).toBe('192.0.2.1');
    expect(limitedNetworkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(limitedNetworkOf('2001:db8:1:2:3::1')).toBe(limitedNetworkOf('2001:db8:1:2:ffff::2'));
    expect(limitedNetworkOf('2001:db8:1:2::1')).not.toBe(limitedNetworkOf('2001:db8:1:3::1'));
  });

  test('is also a private one, in which clients of a company are', () => {
    expect(['10.0.0.1', '192.168.1.7', 'fd00::1'].map(limitedNetworkOf)).not.toContain(null);
  });

  test('is none for this machine, as in development and tests', () => {
    const local = ['127.0.0.1', '127.8.8.8', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', undefined, ''];
    expect(local.map(limitedNetworkOf)).toEqual(local.map(() => null));
  });
});
