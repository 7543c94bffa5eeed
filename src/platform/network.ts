import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The network that an IP address belongs to: the address itself, of IPv6 the first 64 bits, which one customer has for themselves. */
export function networkOf(text = ''): string {
  if (isIP(text) !== 6) return text;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress()
    ? address.toIPv4Address().toString()
    : address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':');
}
