import { isFailure } from '../../domain/failure.ts';
import { platformActor } from '../../kernel/actor.ts';
import { refreshIdentityProvider } from '../../operations/identity-providers/refresh-identity-provider.ts';
import type { Database } from '../../platform/database/database.ts';
import { type DueMetadata, takeDueMetadata } from '../../store/identity-providers/metadata.ts';
import type { SamlMetadata } from '../../vocabulary/identity-providers/identity-provider-shapes.ts';
import { recordProviderFailure } from '../identity-providers.ts';
import { platformOrigin } from '../platform-origin.ts';
import type { Services } from '../services.ts';

/** Identity providers per run: they are read at once, so a run takes as long as the slowest of them. */
const batchSize = 20;

type RefreshServices = Pick<Services, 'execute' | 'ids' | 'logger' | 'identityProviders'>;

/**
 * Reads the metadata of identity providers by SAML that is due, once a day in one process. What fails keeps its
 * certificates, is recorded as a failure of the provider, and is tried again the next day.
 */
export async function refreshMetadata(
  { prisma }: Pick<Database, 'prisma'>,
  now: Date,
  services: RefreshServices,
): Promise<void> {
  const due = await takeDueMetadata(prisma, { now, limit: batchSize });
  await Promise.all(due.map((provider) => refresh(provider, services)));
}

async function refresh(provider: DueMetadata, services: RefreshServices): Promise<void> {
  const { logger, identityProviders } = services;
  try {
    const read = await identityProviders.saml.readMetadataAt(provider.metadataUrl);
    const problem = 'problem' in read ? read.message : await takeOver(provider, read.metadata, services);
    if (problem !== undefined) await recordProviderFailure(services, provider.id, problem);
  } catch (err) {
    // It was deleted meanwhile.
    if (!isFailure(err, 'NOT_FOUND'))
      logger.warn({ err, identityProviderId: provider.id }, 'maintenance: metadata not read; will retry tomorrow');
  }
}

/** Returns why the metadata is not taken over. */
async function takeOver(
  { id: identityProviderId, metadataUrl }: DueMetadata,
  metadata: SamlMetadata,
  { execute, ids }: RefreshServices,
): Promise<string | undefined> {
  try {
    const input = { identityProviderId, metadataUrl, metadata };
    await execute(refreshIdentityProvider, platformActor, input, platformOrigin(ids));
    return undefined;
  } catch (error) {
    if (isFailure(error, 'CONFLICT', 'BAD_USER_INPUT')) return error.message;
    throw error;
  }
}
