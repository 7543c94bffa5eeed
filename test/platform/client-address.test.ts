import { describe, expect, test } from 'vitest';
import { limitedNetworkOf } from '../../src/platform/network/client-address.ts';

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
