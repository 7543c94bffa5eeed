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
  const forwarded = (headersDistinct['x-forwarded-for'] ?? []).join(',').split(',').at(-proxies)?.trim() ?? '';
  return proxies > 0 && isIP(forwarded) ? forwarded : socket.remoteAddress;
}

/**
 * The network of an IP address: an IPv4 address itself; the first 48 bits of IPv6, which one customer may have (RFC
 * 6177).
 */
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
