import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../config.ts';

/** The only part of IPv6 that is given out (RFC 4291 §2.4, IANA's registry): what embeds IPv4 in other ways lies outside of it. */
const globalUnicast = ipaddr.IPv6.parse('2000::');

/**
 * Allocated as public addresses, but answered inside a provider's network only: services that trust every machine there. Other
 * providers use link-local, shared (100.64.0.0/10) or unique local addresses, none of which is global unicast.
 */
const providerNetworks = [
  '168.63.129.16/32', // Azure: WireServer, DNS, health probes
  '161.26.0.0/16', // IBM Cloud: infrastructure services
  '166.8.0.0/14', // IBM Cloud: private service endpoints
].map((range) => ipaddr.IPv4.parseCIDR(range));

/**
 * Whether an IP address, as text, is one of the public internet: global unicast, and neither reserved for a purpose (IANA's registries of
 * special-purpose addresses, RFC 6890) nor internal to a cloud provider, nor a way round to an IPv4 address (mapped, NAT64, 6to4, Teredo).
 * Anything else is not.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(globalUnicast, 3);
  return !providerNetworks.some((range) => address.match(range));
}

/** What is said of an address that is not public, whether it was written down or looked up. */
export const notPublic = 'The host is not one of the public internet.';
const developerHint = 'Set WEBHOOK_ALLOW_PRIVATE_ADDRESSES=true to allow private addresses in development.';

/** What a caller of the Management API reads in place of `notPublic`: outside production, how to allow it. */
export const addressProblemFor = (
  text: string,
  { webhookPrivateAddresses, production }: Pick<Config, 'webhookPrivateAddresses' | 'production'>,
): string | undefined => {
  const found = addressProblem(text, webhookPrivateAddresses);
  return found === notPublic && !production ? `${notPublic} ${developerHint}` : found;
};

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
