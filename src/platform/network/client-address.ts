import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * IP address of a client: that of the connection, or, behind so many proxies of ours, the one that called the first of them. Each appends to
 * X-Forwarded-For who called it, so what stands before that is the client's own invention.
 */
export function clientAddress(
  { socket, headersDistinct }: Pick<IncomingMessage, 'socket' | 'headersDistinct'>,
  proxies: number,
): string | undefined {
  const called = (headersDistinct['x-forwarded-for'] ?? []).join(',').split(',').at(-proxies)?.trim() ?? '';
  return proxies > 0 && isIP(called) ? called : socket.remoteAddress;
}

/** The network that an IP address belongs to: the address itself, of IPv6 the first 48 bits, which one customer may have (RFC 6177). */
export function networkOf(text = ''): string {
  if (isIP(text) !== 6) return text;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress()
    ? address.toIPv4Address().toString()
    : address.parts
        .slice(0, 3)
        .map((part) => part.toString(16))
        .join(':');
}
