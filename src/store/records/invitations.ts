// SQL: locks in one order.
import { conflict, notFound } from '../../domain/failure.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { lock } from '../row-locks/row-locks.ts';
import { organizationIn } from './organization-of.ts';
import { ofOrganizationRole } from './role-holders.ts';

/** Relations that the public shape of an invitation needs (store/records/shapes.ts). */
export const withRoles = { roles: { where: ofOrganizationRole, select: { organizationRoleId: true } } } as const;

/**
 * Returns the organization of an invitation, which never changes. NOT_FOUND at "organizationInvitationId" if the
 * invitation does not exist.
 */
export async function organizationInviting(tx: Transaction, organizationInvitationId: string): Promise<string> {
  const organizationId = await organizationIn(tx, 'organizationInvitationId', organizationInvitationId);
  if (organizationId === undefined) throw notFound('invitation', 'organizationInvitationId');
  return organizationId;
}

/** Locks an invitation and, before it, its organization; all transactions that lock both use this order. */
export async function lockInvitation(tx: Transaction, organizationInvitationId: string) {
  await lock(tx, 'organization', await organizationInviting(tx, organizationInvitationId), 'organizationInvitationId');
  return lockInvitationRow(tx, organizationInvitationId);
}

/** Locks an invitation whose organization is already locked. */
export async function lockInvitationRow(tx: Transaction, organizationInvitationId: string) {
  await lock(tx, 'organizationInvitation', organizationInvitationId, 'organizationInvitationId');
  return tx.organizationInvitation.findUniqueOrThrow({ where: { id: organizationInvitationId }, include: withRoles });
}

/**
 * Throws CONFLICT at `path` if the person has a pending invitation to this organization. An invitation that has expired
 * is stored as such first. The organization must be locked.
 */
export async function requireNoPendingInvitation(
  tx: Transaction,
  { organizationId, inviteeEmail }: { organizationId: string; inviteeEmail: string },
  now: Date,
  path: string,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE organization_invitations SET status = 'Expired'
    WHERE organization_id = ${organizationId} AND invitee_email = ${inviteeEmail} AND status = 'Pending' AND expires_at <= ${now}`;
  const waiting = await tx.organizationInvitation.count({ where: { organizationId, inviteeEmail, status: 'Pending' } });
  if (waiting) throw conflict('This person already has a pending invitation: resend or revoke it.', path);
}

/** Returns the ids of the roles of an invitation, and locks them against deletion until the transaction ends. */
export async function lockInvitedRoles(tx: Transaction, organizationInvitationId: string): Promise<string[]> {
  const roles = await tx.$queryRaw<{ id: string }[]>`
    SELECT role.id FROM organization_invitation_roles AS invited
    JOIN organization_roles AS role ON role.id = invited.organization_role_id
    WHERE invited.organization_invitation_id = ${organizationInvitationId} ORDER BY role.id FOR KEY SHARE OF role`;
  return roles.map(({ id }) => id);
}
