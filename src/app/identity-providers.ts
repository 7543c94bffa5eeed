import type { Config } from '../config.ts';
import { lazy } from '../domain/lazy.ts';
import type { Clock } from '../platform/clock.ts';
import { createAllowedHosts } from '../platform/network/allowed-hosts.ts';
import type { IdentityProviders } from '../platform/identity-providers/identity-provider.ts';

/** Loads the protocols, and their HTTP client, with the first use. */
export function openIdentityProviders(
  config: Pick<Config, 'identityProviderHosts' | 'production'>,
  clock: Clock,
): IdentityProviders {
  const { isPrivateAllowed, isHttpAllowed } = createAllowedHosts(config.identityProviderHosts, config);
  const { load, loaded } = lazy(async () => {
    const { createIdentityProviders } = await import('../platform/identity-providers/providers.ts');
    const { createSafeFetch } = await import('../platform/network/safe-fetch.ts');
    const safeFetch = createSafeFetch({ allowPrivateAddresses: isPrivateAllowed });
    return createIdentityProviders({ safeFetch, clock, isHttpAllowed });
  });
  return {
    begin: async (...request) => (await load()).begin(...request),
    finish: async (...response) => (await load()).finish(...response),
    test: async (...provider) => (await load()).test(...provider),
    close: async () => (await loaded())?.close(),
  };
}
