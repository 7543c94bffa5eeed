import { lookup, Resolver } from 'node:dns/promises';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Returns every address of a host name. Rejects if there is none, or no response. */
export type NameLookup = (name: string) => Promise<readonly ResolvedAddress[]>;

/**
 * Queries the name servers directly. `getaddrinfo` would occupy one of the few threads of the process until it returns,
 * so name servers that do not respond would delay other work. The hosts file and search domains are not used.
 */
export function createNameLookup(servers?: readonly string[]): NameLookup {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
    return [...addresses(four, 4), ...addresses(six, 6)];
  };
}

const addresses = (result: PromiseSettledResult<string[]>, family: 4 | 6): ResolvedAddress[] =>
  result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];

/** Resolves names as other programs do, with the hosts file and search domains. */
export const systemLookup: NameLookup = async (name) =>
  (await lookup(name, { all: true })).map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
