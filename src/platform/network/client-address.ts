import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The IP address of a client: that of the connection or, behind `proxies` proxies, the address that called the first of
 * them. Each proxy appends the address of its caller to X-Forwarded-For; earlier entries come from the client and are
 * not trusted.
 */
export function clientAddress(
  { socket, headersDistinct }: Pick<IncomingMessage, 'socket' | 'headersDistinct'>,
  proxies: number,
): string | undefined {
  if (proxies === 0) return socket.remoteAddress;
  const entry = (headersDistinct['x-forwarded-for'] ?? []).join(',').split(',').at(-proxies)?.trim() ?? '';
  return addressIn(entry) ?? socket.remoteAddress;
}

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
