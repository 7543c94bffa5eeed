import { afterEach, expect, test } from 'vitest';
import { guardedConnector } from '../../src/platform/network/ssrf-guard.ts';
import { isPublicAddress } from '../../src/platform/network/public-address.ts';
import { always, tcp } from './receivers.ts';

const opened: { destroy(): unknown }[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

/** What comes of a connection: the error, or "connected". */
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
  'no connection is made to %s, whoever asks for it',
  async (hostname) => {
    let connections = 0;
    const port = await tcp(() => (connections += 1));
    for (const protocol of ['http:', 'https:'])
      expect(await connect(hostname, port, isPublicAddress, protocol)).toMatchObject({ phase: 'refused' });
    expect(connections).toBe(0);
  },
);

test('what is allowed is connected to, each address after it was judged', async () => {
  const judged: string[] = [];
  const port = await tcp(() => {});
  const allow = (address: string): boolean => judged.push(address) > 0;
  expect(await connect('127.0.0.1', port, allow)).toBe('connected');
  expect(await connect('hooks.test', port, allow)).toBe('connected');
  expect(judged).toEqual(['127.0.0.1', '127.0.0.1']);
});
