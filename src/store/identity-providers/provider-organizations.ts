import { maxDomains, maxOrganizations } from '../../domain/people/organization-domain.ts';
import { conflict } from '../../domain/failure.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { bumpVersions } from '../row-locks/versions.ts';
import { withProviderRoles } from './parts.ts';

interface Ids {
  identityProviderId: string;
  organizationId: string;
}

/** An identity provider of an organization, which must be locked; null if the organization does not have it. */
export const findProviderOrganization = (tx: Transaction, ids: Ids) =>
  tx.identityProviderOrganization.findUnique({
    where: { identityProviderId_organizationId: ids },
    include: withProviderRoles,
  });

/** Adds an identity provider to an organization; both must be locked. CONFLICT if there are too many. */
export async function addProviderOrganization(tx: Transaction, ids: Ids): Promise<void> {
  const { identityProviderId, organizationId } = ids;
  if ((await tx.identityProviderOrganization.count({ where: { organizationId } })) >= maxDomains)
    throw conflict(`An organization can have at most ${maxDomains} identity providers.`, 'identityProviderId');
  if ((await tx.identityProviderOrganization.count({ where: { identityProviderId } })) >= maxOrganizations)
    throw conflict(
      `At most ${maxOrganizations} organizations can have the same identity provider.`,
      'identityProviderId',
    );
  await tx.identityProviderOrganization.create({ data: ids });
}

/** Removes an identity provider, which must be locked, from its organizations. Returns what they had of it. */
export async function clearProviderOrganizations(tx: Transaction, identityProviderId: string) {
  const where = { identityProviderId };
  const order = { orderBy: { organizationId: 'asc' } } as const;
  const removed = await tx.identityProviderOrganization.findMany({ where, include: withProviderRoles, ...order });
  await tx.identityProviderOrganization.deleteMany({ where });
  await bumpVersions(
    tx,
    'organization',
    removed.map(({ organizationId }) => organizationId),
  );
  return removed;
}
