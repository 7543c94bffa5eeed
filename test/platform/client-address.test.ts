import type { Socket } from 'node:net';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Logger } from '../../src/platform/logger.ts';
import { createClientAddress, limitedNetworkOf } from '../../src/platform/network/client-address.ts';

const warn = vi.fn<Logger['warn']>();
/** The address of a request with these headers X-Forwarded-For. */
const addressOf = (proxies: number, ...forwarded: string[]) =>
  createClientAddress(proxies, { warn })({
    socket: { remoteAddress: '10.0.0.5' } as Socket,
    headersDistinct: forwarded.length > 0 ? { 'x-forwarded-for': forwarded } : {},
  });
beforeEach(() => warn.mockReset());

describe('the address of a client behind a proxy', () => {
  test('is the one that called the first of our proxies, whatever the client sends', () => {
    expect(addressOf(0, '192.0.2.1')).toBe('10.0.0.5');
    expect(addressOf(1, '198.51.100.1, 192.0.2.1')).toBe('192.0.2.1');
    expect(addressOf(2, '198.51.100.1, 2001:db8::1', '10.0.0.2')).toBe('2001:db8::1');
    expect(warn).not.toHaveBeenCalled();
  });

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['6.6.6.6:1, 203.0.113.7:51234', '203.0.113.7'],
  ])('is in the entry of the proxy: %s', (entry, address) => {
    expect(addressOf(1, entry)).toBe(address);
  });

  test.each(['', 'unknown', '_hidden', '203.0.113.7:', '203.0.113.7:999999', '999.1.1.1:80', '[2001:db8::1'])(
    'is that of the proxy if the entry has none, which is logged: %j',
    (entry) => {
      expect(addressOf(1, entry)).toBe('10.0.0.5');
      expect(warn).toHaveBeenCalledOnce();
    },
  );

  test('is that of the proxy if there are fewer entries than proxies, which is logged once', () => {
    const address = createClientAddress(3, { warn });
    const socket = { remoteAddress: '10.0.0.5' } as Socket;
    for (let count = 0; count < 2; count++)
      expect(address({ socket, headersDistinct: { 'x-forwarded-for': ['192.0.2.1'] } })).toBe('10.0.0.5');
    expect(warn.mock.calls).toEqual([
      [
        { proxies: 3, connection: '10.0.0.5' },
        'proxies: X-Forwarded-For has no IP address of a client; that of the connection is used',
      ],
    ]);
  });

  test('is that of the connection for a probe, which passes no proxy', () => {
    expect(addressOf(1)).toBe('10.0.0.5');
    expect(warn).not.toHaveBeenCalled();
  });
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
