import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { NameLookup } from '../../src/platform/network/name-lookup.ts';
import type { PrivateAccess } from '../../src/platform/network/public-address.ts';
import { createSafeFetch, type FetchRequest, type SafeFetch } from '../../src/platform/network/safe-fetch.ts';
import { key } from './certificates.ts';

/** Listens on a free port of this machine until the test has ended. Returns the port. */
async function portOf(server: Server | TcpServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export const http = (listener: RequestListener): Promise<number> => portOf(createServer(listener));
export const https = (cert: string): Promise<number> =>
  portOf(createSecureServer({ key, cert }, (_, response) => response.end('secure')));
export const tcp = (listener: (socket: Socket) => void): Promise<number> =>
  portOf(createTcpServer((socket) => listener(socket.on('error', () => {}))));

/** A closed port. */
export async function deadPort(): Promise<number> {
  const server = createTcpServer();
  const port = await portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** Name servers that return one address. */
export const always =
  (...addresses: string[]): NameLookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** A SafeFetch that is closed after the test. */
export function fetcher(lookup?: NameLookup, allowPrivateAddresses: PrivateAccess = true): SafeFetch {
  const fetch = createSafeFetch({ allowPrivateAddresses, ...(lookup ? { lookup } : {}) });
  onTestFinished(() => fetch.close());
  return fetch;
}

/** Sends a request. The outcome has the body of a response as text. */
export async function post(fetch: SafeFetch, url: string, more: Partial<FetchRequest> = {}) {
  const outcome = await fetch({
    url,
    method: 'POST',
    headers: {},
    body: '{}',
    timeoutMs: 5000,
    maxBytes: 4096,
    ...more,
  });
  return outcome.ok ? { ...outcome, body: outcome.bytes.toString() } : outcome;
}
