import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { connectFailure, dnsFailure, FetchFailure } from './fetch-failure.ts';
import type { NameLookup, ResolvedAddress } from './name-lookup.ts';
import { notPublic } from './public-address.ts';
import { withoutContinue } from './without-continue.ts';

/** Milliseconds for name lookup, TCP and TLS together. */
const connectTimeout = 10_000;

/** Whether an IP address may be connected to. */
type IsAllowed = (address: string) => boolean;

/**
 * Connects by HTTP/1.1 over TCP or TLS, with a verified certificate, only to allowed addresses: those of the lookup
 * that the connection uses, or the IP address in the URL. Fails with a `FetchFailure`.
 */
export function guardedConnector(lookup: NameLookup, isAllowed: IsAllowed): buildConnector.connector {
  const connect = buildConnector({
    lookup: guardedLookup(lookup, isAllowed),
    timeout: connectTimeout,
    allowH2: false,
    rejectUnauthorized: true, // Overrides NODE_TLS_REJECT_UNAUTHORIZED.
  });
  return (options, callback) => {
    if (isIP(options.hostname) !== 0 && !isAllowed(options.hostname)) {
      callback(new FetchFailure('refused', notPublic), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      if (error) callback(connectFailure(error, options.protocol === 'https:'), null);
      else callback(null, withoutContinue(socket));
    });
  };
}

/** A lookup for `net.connect`, which connects to one of the addresses that it returns. */
function guardedLookup(lookup: NameLookup, isAllowed: IsAllowed): LookupFunction {
  const lookUp = async (...[name, { all }, callback]: Parameters<LookupFunction>): Promise<void> => {
    const addresses = await resolve(lookup, isAllowed, name);
    if (addresses instanceof FetchFailure) callback(addresses, []);
    else if (all) callback(null, addresses);
    else callback(null, addresses[0].address, addresses[0].family);
  };
  return (...args) => void lookUp(...args);
}

/** All addresses of a name; a failure if one of them is not allowed, because any of them may be used. */
async function resolve(lookup: NameLookup, isAllowed: IsAllowed, name: string): Promise<Addresses | FetchFailure> {
  const addresses = await lookup(name).catch(dnsFailure);
  if (addresses instanceof FetchFailure) return addresses;
  const [first, ...others] = addresses;
  if (!first) return new FetchFailure('dns', 'The host name has no address.');
  const isRefused = addresses.some(({ address }) => !isAllowed(address));
  return isRefused ? new FetchFailure('refused', notPublic) : [first, ...others];
}

type Addresses = [ResolvedAddress, ...ResolvedAddress[]];
