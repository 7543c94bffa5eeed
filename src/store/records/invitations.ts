import { conflict, notFound } from '../../domain/failure.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { lock } from './locks.ts';

/** What the public form of an invitation needs of it (store/records/shapes.ts). */
export const withRoles = { roles: { select: { organizationRoleId: true } } } as const;

/** The organization that an invitation is to: it never changes. NOT_FOUND at "organizationInvitationId" when there is none. */
export async function organizationInviting(tx: Transaction, organizationInvitationId: string): Promise<string> {
  const found = await tx.organizationInvitation.findUnique({
    where: { id: organizationInvitationId },
    select: { organizationId: true },
  });
  if (!found) throw notFound('invitation', 'organizationInvitationId');
  return found.organizationId;
}

/** The invitation, locked (store/records/locks.ts), with its organization first: whoever locks both does it in this order. */
export async function lockInvitation(tx: Transaction, organizationInvitationId: string) {
  await lock(tx, 'organization', await organizationInviting(tx, organizationInvitationId), 'organizationInvitationId');
  return invitationToChange(tx, organizationInvitationId);
}

/** The invitation, locked, when its organization is locked already. */
export async function invitationToChange(tx: Transaction, organizationInvitationId: string) {
  await lock(tx, 'organizationInvitation', organizationInvitationId, 'organizationInvitationId');
  return tx.organizationInvitation.findUniqueOrThrow({ where: { id: organizationInvitationId }, include: withRoles });
}

/**
 * Refuses, at `path`, to invite a person who has an invitation to this organization that waits for an answer. One whose time is over makes way:
 * it is written down as expired, which everyone has seen it to be. The organization must be locked.
 */
export async function makeWay(
  tx: Transaction,
  { organizationId, inviteeEmail }: { organizationId: string; inviteeEmail: string },
  now: Date,
  path: string,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE organization_invitations SET status = 'Expired'
    WHERE organization_id = ${organizationId} AND invitee_email = ${inviteeEmail} AND status = 'Pending' AND expires_at <= ${now}`;
  const waiting = await tx.organizationInvitation.count({ where: { organizationId, inviteeEmail, status: 'Pending' } });
  if (waiting) throw conflict('This person is invited already: resend or revoke that invitation.', path);
}

/** Ids of the roles that come with an invitation, kept from being deleted until the transaction ends. */
export async function holdInvitedRoles(tx: Transaction, organizationInvitationId: string): Promise<string[]> {
  const roles = await tx.$queryRaw<{ id: string }[]>`
    SELECT role.id FROM organization_invitation_roles AS invited
    JOIN organization_roles AS role ON role.id = invited.organization_role_id
    WHERE invited.organization_invitation_id = ${organizationInvitationId} ORDER BY role.id FOR KEY SHARE OF role`;
  return roles.map(({ id }) => id);
}
