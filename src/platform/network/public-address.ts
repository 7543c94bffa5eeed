import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The only allocated part of IPv6 (RFC 4291 §2.4, IANA registry). Other ways to embed IPv4 addresses lie outside it.
 */
const globalUnicast = ipaddr.IPv6.parse('2000::');

/**
 * Public addresses that only work within the network of a provider, for services that trust every machine there. Other
 * providers use link-local, shared (100.64.0.0/10) or unique local addresses, none of which is global unicast.
 */
const providerNetworks = [
  '168.63.129.16/32', // Azure: WireServer, DNS, health probes
  '161.26.0.0/16', // IBM Cloud: infrastructure services
  '166.8.0.0/14', // IBM Cloud: private service endpoints
].map((range) => ipaddr.IPv4.parseCIDR(range));

/**
 * Whether an IP address is on the public internet: global unicast, not reserved (IANA special-purpose registries, RFC
 * 6890), not internal to a cloud provider, and not mapped to an IPv4 address (IPv4-mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(globalUnicast, 3);
  return !providerNetworks.some((range) => address.match(range));
}

/** The message for an address that is not public, literal or resolved. */
export const notPublic = 'The host is not on the public internet.';
const developerHint = 'Set WEBHOOK_ALLOW_PRIVATE_ADDRESSES=true to allow private addresses in development.';

/** The problem of a URL, for callers of the Management API: outside production, with the setting that allows it. */
export const addressProblemFor = (
  text: string,
  { webhookPrivateAddresses, production }: { webhookPrivateAddresses: boolean; production: boolean },
): string | undefined => {
  const problem = addressProblem(text, webhookPrivateAddresses);
  return problem === notPublic && !production ? `${notPublic} ${developerHint}` : problem;
};

/** Whether this machine and private networks may be called: always, never, or at some hosts. */
export type PrivateAccess = boolean | ((url: URL) => boolean);

export const isPrivateAllowed = (access: PrivateAccess, url: URL): boolean =>
  typeof access === 'boolean' ? access : access(url);

/** Why a URL must not be requested, as far as it is known without a name lookup; undefined if it may be. */
export function addressProblem(text: string, access: PrivateAccess): string | undefined {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'The URL must begin with http:// or https://.';
  if (url.username !== '' || url.password !== '') return 'The URL must not contain a user name or password.';
  if (isPrivateAllowed(access, url)) return undefined;
  const literal = literalAddress(url);
  const isPrivate = literal === undefined ? isLocalName(url) : !isPublicAddress(literal);
  return isPrivate ? notPublic : undefined;
}

/** The IP address in a URL, without the brackets of IPv6; undefined if the host is a name. */
function literalAddress({ hostname }: URL): string | undefined {
  const text = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(text) === 0 ? undefined : text;
}

/** Names that always mean this machine (RFC 6761 §6.3). */
const isLocalName = ({ hostname }: URL): boolean => /(^|\.)localhost\.*$/.test(hostname);
