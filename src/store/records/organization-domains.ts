// SQL: an advisory lock, and locks in one order of joined rows.
import { maxDomains, maxOrganizations } from '../../domain/people/organization-domain.ts';
import { conflict } from '../../domain/failure.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Joined } from './joining.ts';
import { ofOrganizationRole } from './role-holders.ts';

/** Relations that the public shape of a domain needs (shapes.ts). */
export const withDomainRoles = { roles: { where: ofOrganizationRole, select: { organizationRoleId: true } } } as const;

/** A domain of an organization, which must be locked; null if the organization does not have it. */
export const findDomain = (tx: Transaction, organizationId: string, domain: string) =>
  tx.organizationDomain.findUnique({
    where: { organizationId_domain: { organizationId, domain } },
    include: withDomainRoles,
  });

/** Adds a domain to an organization, which must be locked. CONFLICT if there are too many. */
export async function addDomain(tx: Transaction, organizationId: string, domain: string): Promise<void> {
  if ((await tx.organizationDomain.count({ where: { organizationId } })) >= maxDomains)
    throw conflict(`An organization can have at most ${maxDomains} domains.`, 'domain');
  // The organizations of a domain are counted one at a time.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`mandate: domain ${domain}`}, 0))`;
  if ((await tx.organizationDomain.count({ where: { domain } })) >= maxOrganizations)
    throw conflict(`At most ${maxOrganizations} organizations can have the same domain.`, 'domain');
  await tx.organizationDomain.create({ data: { organizationId, domain } });
}

/** The proof of a person: the domain of a verified address, and an identity provider. Null: neither. */
interface JoinedBy {
  domain: string | null;
  identityProviderId: string | null;
}

/**
 * The organizations that a user joins by a domain or by an identity provider: not those that they are a member of, or
 * have been. Locks them and the roles, in the order of all transactions, so before the user. Without a user,
 * for a new one.
 */
export async function lockOrganizationsToJoin(
  tx: Transaction,
  { domain, identityProviderId }: JoinedBy,
  userId: string | null,
): Promise<Joined[]> {
  const organizations = await tx.$queryRaw<{ id: string }[]>`
    SELECT o.id FROM organizations AS o
    WHERE o.id IN (SELECT organization_id FROM organization_domains WHERE domain = ${domain}
        UNION SELECT organization_id FROM identity_provider_organizations WHERE identity_provider_id = ${identityProviderId})
      AND NOT EXISTS (SELECT FROM organization_users WHERE organization_id = o.id AND user_id = ${userId})
      AND NOT EXISTS (SELECT FROM organization_former_users WHERE organization_id = o.id AND user_id = ${userId})
    ORDER BY o.id FOR KEY SHARE OF o`;
  if (!organizations.length) return [];
  const ids = organizations.map(({ id }) => id);
  const roles = await tx.$queryRaw<{ organizationId: string; roleId: string }[]>`
    SELECT granted.organization_id AS "organizationId", role.id AS "roleId"
    FROM (SELECT organization_id, organization_role_id FROM organization_domain_roles WHERE domain = ${domain}
        UNION SELECT organization_id, organization_role_id FROM identity_provider_organization_roles
        WHERE identity_provider_id = ${identityProviderId}) AS granted
    JOIN organization_roles AS role ON role.id = granted.organization_role_id
    WHERE granted.organization_id = ANY(${ids}) ORDER BY role.id FOR KEY SHARE OF role`;
  return ids.map((organizationId) => ({
    organizationId,
    organizationRoleIds: roles.filter((role) => role.organizationId === organizationId).map(({ roleId }) => roleId),
  }));
}
