import { lookup, Resolver } from 'node:dns/promises';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Every address of a host name. Rejects when there is none, or no answer. */
export type NameLookup = (name: string) => Promise<readonly ResolvedAddress[]>;

/**
 * Asks the name servers themselves. Never the operating system's look-up, which occupies one of the process's few threads until an answer
 * comes: name servers that do not answer would hold up whatever else needs a thread. Files of hosts and search domains are not read.
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

const addresses = (answer: PromiseSettledResult<string[]>, family: 4 | 6): ResolvedAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];

/** As every other program of this machine: with its file of hosts and its search domains. */
export const systemLookup: NameLookup = async (name) =>
  (await lookup(name, { all: true })).map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
