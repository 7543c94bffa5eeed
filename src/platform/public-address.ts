import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only part of IPv6 that is given out (RFC 4291 §2.4, IANA's registry): what embeds IPv4 in other ways lies outside of it. */
const globalUnicast = ipaddr.IPv6.parse('2000::');

/**
 * Whether an IP address, as text, is one of the public internet: global unicast, and neither reserved for a purpose (IANA's registries of
 * special-purpose addresses, RFC 6890) nor a way round to an IPv4 address (mapped, NAT64, 6to4, Teredo). Anything else is not.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast, 3);
}

/** The IP address that a URL names in place of a host name: without the brackets of IPv6; undefined when it is a name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const text = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(text) === 0 ? undefined : text;
}

/** RFC 6761 §6.3: names that are this machine, whatever the name service says. */
export const isLocalName = ({ hostname }: URL): boolean => /(^|\.)localhost\.*$/.test(hostname);
