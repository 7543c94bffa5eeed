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

/** What is said of an address that is not public, whether it was written down or looked up. */
export const notPublic = 'The host is not one of the public internet.';

/** Why a URL may not be called, as far as it says so itself, without a look-up of its host; undefined when it may be tried. */
export function addressProblem(text: string, allowPrivateAddresses: boolean): string | undefined {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'This is not an http or https address.';
  if (url.username !== '' || url.password !== '') return 'The address has a user name or password.';
  if (allowPrivateAddresses) return undefined;
  const literal = literalAddress(url);
  const isPrivate = literal === undefined ? isLocalName(url) : !isPublicAddress(literal);
  return isPrivate ? notPublic : undefined;
}

/** The IP address that a URL names in place of a host name: without the brackets of IPv6; undefined when it is a name. */
function literalAddress({ hostname }: URL): string | undefined {
  const text = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(text) === 0 ? undefined : text;
}

/** RFC 6761 §6.3: names that are this machine, whatever the name service says. */
const isLocalName = ({ hostname }: URL): boolean => /(^|\.)localhost\.*$/.test(hostname);
