import type { Config } from '../config.ts';
import { notFound } from '../domain/failure.ts';
import { lazy } from '../domain/lazy.ts';
import { platformActor } from '../kernel/actor.ts';
import type { Execute } from '../kernel/types.ts';
import type { TestProvider } from '../kernel/prepare-services.ts';
import { reportIdentityProviderFailure } from '../operations/identity-providers/report-identity-provider-failure.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import type { Database } from '../platform/database/database.ts';
import { connectionOf } from '../store/identity-providers/connection.ts';
import { findProvider } from '../store/identity-providers/providers.ts';
import { kinds } from '../vocabulary/kinds.ts';
import type { Clock } from '../platform/clock.ts';
import { createAllowedHosts } from '../platform/network/allowed-hosts.ts';
import { platformOrigin } from './platform-origin.ts';
import { unlessGone } from './unless-gone.ts';
import type { Ids } from '../platform/ids/ids.ts';
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
    saml: {
      readMetadataAt: async (url) => (await load()).saml.readMetadataAt(url),
      readMetadata: async (document) => (await load()).saml.readMetadata(document),
      readCertificates: async (text) => (await load()).saml.readCertificates(text),
      certify: async (...key) => (await load()).saml.certify(...key),
    },
    close: async () => (await loaded())?.close(),
  };
}

interface TestServices {
  database: Pick<Database, 'prisma'>;
  secretBox: Pick<SecretBox, 'open'>;
  identityProviders: Pick<IdentityProviders, 'test'>;
  publicUrl: string;
}

/** Tests the settings of identity providers as they are stored. */
export const createTestProvider =
  ({ database, secretBox, identityProviders, publicUrl }: TestServices): TestProvider =>
  async (identityProviderId) => {
    const provider = await findProvider(database.prisma, identityProviderId);
    if (!provider) throw notFound(kinds.identityProvider.label, 'identityProviderId');
    return (await identityProviders.test(connectionOf(secretBox, provider, publicUrl))).steps;
  };

/** Records that an identity provider has failed, unless it was deleted meanwhile. */
export async function recordProviderFailure(
  { execute, ids }: { execute: Execute; ids: Pick<Ids, 'next'> },
  identityProviderId: string,
  error: string,
): Promise<void> {
  await unlessGone(
    execute(reportIdentityProviderFailure, platformActor, { identityProviderId, error }, platformOrigin(ids)),
  );
}
