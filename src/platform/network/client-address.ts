import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Logger } from '../logger.ts';

/** The IP address of the client of a request; undefined if the connection is closed. */
export type ClientAddress = (request: Pick<IncomingMessage, 'socket' | 'headersDistinct'>) => string | undefined;

/**
 * The address of a connection or, behind `proxies` proxies, the one that called the first of them. Each proxy appends
 * the address of its caller to X-Forwarded-For; earlier entries come from the client and are not trusted. Without an
 * address there, all clients share that of the last proxy, and its limits: that is logged, once.
 */
export function createClientAddress(proxies: number, logger: Pick<Logger, 'warn'>): ClientAddress {
  if (proxies === 0) return ({ socket }) => socket.remoteAddress;
  let isLogged = false;
  return ({ socket, headersDistinct }) => {
    const { 'x-forwarded-for': header } = headersDistinct;
    const address = addressIn(header?.join(',').split(',').at(-proxies)?.trim() ?? '');
    // Probes do not pass through the proxies, and have no such header.
    if (header && address === undefined && !isLogged) {
      isLogged = true;
      logger.warn({ proxies, connection: socket.remoteAddress }, noAddress);
    }
    return address ?? socket.remoteAddress;
  };
}

const noAddress = 'proxies: X-Forwarded-For has no IP address of a client; that of the connection is used';

/** The IP address in an entry, to which some proxies append the port: IPv6 is in brackets then. Without its zone. */
function addressIn(entry: string): string | undefined {
  const [, bracketed, withPort] = /^(?:\[([^[\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(entry) ?? [];
  const text = (bracketed ?? withPort ?? entry).replace(/%.*$/, '');
  return isIP(text) ? text : undefined;
}

/**
 * The network of an IP address: an IPv4 address itself; the first 48 bits of IPv6, which one customer may have (RFC
 * 6177).
 */
export const networkOf = (text = ''): string => prefixOf(text, 48);

/**
 * The network whose people share limits over hours: an IPv4 address, or the first 64 bits of IPv6, which a household
 * has. Null for this machine: limits must not stop development and tests, nor all people behind a proxy that
 * TRUSTED_PROXIES does not count.
 */
export function limitedNetworkOf(text: string | undefined): string | null {
  const network = prefixOf(text ?? '', 64);
  return network === '' || network.startsWith('127.') || network === loopback ? null : network;
}

function prefixOf(text: string, bits: 48 | 64): string {
  if (isIP(text) !== 6) return text;
  const address = ipaddr.IPv6.parse(text);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  if (address.range() === 'loopback') return loopback;
  const parts = address.parts.slice(0, bits / 16);
  return parts.map((part) => part.toString(16)).join(':');
}

const loopback = '::1';
