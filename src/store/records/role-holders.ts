// SQL: up to a number of rows that are deleted and returned with their count, in one statement.
import { type Holder, type RoleDeletion, roleDeletions } from '../../domain/events/holders.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { columnOf } from '../sql/columns.ts';

/**
 * A deleted role is gone at once, however many hold it: its assignments are removed later (store/deleted-roles.ts).
 * Until then these conditions on assignments hide them. What joins the role, or its scopes, does not see them anyway.
 */
export const ofRole = { role: { id: { not: '' } } } as const;
export const ofOrganizationRole = { organizationRole: { id: { not: '' } } } as const;

/** The roles of a record, in the order of their creation. */
export const heldRoles = { where: ofRole, orderBy: { roleId: 'asc' } } as const;
export const heldOrganizationRoles = { where: ofOrganizationRole, orderBy: { organizationRoleId: 'asc' } } as const;

/** The condition for records that have a role; empty without its id. */
export const withRole = (roleId: string | undefined) =>
  roleId === undefined ? {} : { roles: { some: { roleId, ...ofRole } } };
export const withOrganizationRole = (organizationRoleId: string | undefined) =>
  organizationRoleId === undefined ? {} : { roles: { some: { organizationRoleId, ...ofOrganizationRole } } };

/** A table with what roles are assigned to. */
export interface Assignments {
  table: string;
  /** The holder: what a row has besides the role. */
  keys: readonly (keyof Holder)[];
}

export const userRoles = { table: 'user_roles', keys: ['userId'] } as const satisfies Assignments;
export const applicationRoles = { table: 'application_roles', keys: ['applicationId'] } as const satisfies Assignments;
export const memberRoles = {
  table: 'organization_user_roles',
  keys: ['organizationId', 'userId'],
} as const satisfies Assignments;
export const memberApplicationRoles = {
  table: 'organization_application_roles',
  keys: ['organizationId', 'applicationId'],
} as const satisfies Assignments;
export const invitationRoles = {
  table: 'organization_invitation_roles',
  keys: ['organizationInvitationId'],
} as const satisfies Assignments;
export const domainRoles = {
  table: 'organization_domain_roles',
  keys: ['organizationId', 'domain'],
} as const satisfies Assignments;
export const providerRoles = {
  table: 'identity_provider_organization_roles',
  keys: ['organizationId', 'identityProviderId'],
} as const satisfies Assignments;

/** The assignments, by the event about the deletion. */
export const assignmentsOf: Readonly<Record<RoleDeletion, readonly Assignments[]>> = {
  'Role.Deleted': [userRoles, applicationRoles],
  'OrganizationRole.Deleted': [memberRoles, memberApplicationRoles, invitationRoles, domainRoles, providerRoles],
};

/** The column with the role. */
export const roleColumnOf = (type: RoleDeletion): string => columnOf(`${roleDeletions[type]}Id`);

/** Holders of each kind that the transaction of a deletion removes: as many as are worth no second one. */
const removedAtOnce = 1000;

/** Removes the first holders of a role, which must be locked. Returns them, sorted, and how many there were. */
export async function removeFirst<Key extends keyof Holder>(
  tx: Transaction,
  type: RoleDeletion,
  { table, keys }: Assignments & { keys: readonly Key[] },
  roleId: string,
): Promise<{ holders: Record<Key, string>[]; count: number }> {
  const assigned = Prisma.sql`${Prisma.raw(table)} WHERE ${Prisma.raw(roleColumnOf(type))} = ${roleId}`;
  const columns = Prisma.raw(keys.map(columnOf).join(', '));
  const holder = Prisma.raw(keys.map((key) => `'${key}', ${columnOf(key)}`).join(', '));
  const [row] = await tx.$queryRaw<{ holders: Record<Key, string>[]; count: number }[]>`
    WITH removed AS (
      DELETE FROM ${Prisma.raw(table)} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${assigned} ORDER BY ${columns} LIMIT ${removedAtOnce}
      )) RETURNING ${columns}
    )
    SELECT (SELECT count(*) FROM ${assigned})::int AS count,
      coalesce((SELECT jsonb_agg(jsonb_build_object(${holder}) ORDER BY ${columns}) FROM removed), '[]') AS holders`;
  return row ?? { holders: [], count: 0 };
}
