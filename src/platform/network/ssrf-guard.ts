import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { connectFailure, dnsFailure, FetchFailure } from './fetch-failure.ts';
import type { NameLookup, ResolvedAddress } from './name-lookup.ts';
import { notPublic } from './public-address.ts';
import { withoutContinue } from './without-continue.ts';

/** Milliseconds for the name, TCP and TLS together. */
const connectTimeout = 10_000;

/** Whether an IP address may be connected to. */
export type Judge = (address: string) => boolean;

/**
 * Connects, by HTTP/1.1 over TCP or TLS with a verified certificate, to nothing but what was judged: the addresses of the one look-up that
 * the connection is made with. An IP address in place of a name is not looked up, so it is judged beside that. Fails with a FetchFailure.
 */
export function judgingConnector(lookup: NameLookup, isAllowed: Judge): buildConnector.connector {
  const connect = buildConnector({
    lookup: judgingLookup(lookup, isAllowed),
    timeout: connectTimeout,
    allowH2: false,
    rejectUnauthorized: true, // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
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

/** A look-up in the form that `net.connect` asks; it then connects to one of the addresses that it was told. */
function judgingLookup(lookup: NameLookup, isAllowed: Judge): LookupFunction {
  const answer = async (...[name, { all }, callback]: Parameters<LookupFunction>): Promise<void> => {
    const found = await judged(lookup, isAllowed, name);
    if (found instanceof FetchFailure) callback(found, []);
    else if (all) callback(null, found);
    else callback(null, found[0].address, found[0].family);
  };
  return (...asked) => void answer(...asked);
}

/** All addresses of a name; a failure when one of them is not allowed, for nobody says which would be taken. */
async function judged(lookup: NameLookup, isAllowed: Judge, name: string): Promise<Found | FetchFailure> {
  const found = await lookup(name).catch(dnsFailure);
  if (found instanceof FetchFailure) return found;
  const [first, ...others] = found;
  if (!first) return new FetchFailure('dns', 'The host name has no address.');
  const isRefused = found.some(({ address }) => !isAllowed(address));
  return isRefused ? new FetchFailure('refused', notPublic) : [first, ...others];
}

type Found = [ResolvedAddress, ...ResolvedAddress[]];
