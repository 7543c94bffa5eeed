import { afterEach, expect, test } from 'vitest';
import { guardedConnector } from '../../src/platform/network/ssrf-guard.ts';
import { isPublicAddress } from '../../src/platform/network/public-address.ts';
import { always, tcp } from './receivers.ts';

const opened: { destroy(): unknown }[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

/** The outcome of a connection: the error, or "connected". */
function connect(hostname: string, port: number, isAllowed: (address: string) => boolean, protocol = 'http:') {
  const connector = guardedConnector(always('127.0.0.1'), isAllowed);
  return new Promise((resolve) => {
    connector({ hostname, protocol, port: String(port) }, (error, socket) => {
      if (socket) opened.push(socket);
      resolve(error ?? 'connected');
    });
  });
}

test.each(['127.0.0.1', '10.0.0.1', '::1', '::ffff:127.0.0.1', 'hooks.test'])(
  'no connection is made to %s',
  async (hostname) => {
    let connections = 0;
    const port = await tcp(() => (connections += 1));
    for (const protocol of ['http:', 'https:'])
      expect(await connect(hostname, port, isPublicAddress, protocol)).toMatchObject({ phase: 'refused' });
    expect(connections).toBe(0);
  },
);

test('an allowed address is connected to, after each address was checked', async () => {
  const checked: string[] = [];
  const port = await tcp(() => {});
  const allow = (address: string): boolean => checked.push(address) > 0;
  expect(await connect('127.0.0.1', port, allow)).toBe('connected');
  expect(await connect('hooks.test', port, allow)).toBe('connected');
  expect(checked).toEqual(['127.0.0.1', '127.0.0.1']);
});
