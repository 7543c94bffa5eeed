// SQL: locks.
import { changeOf } from '../../domain/events/changes.ts';
import { statusAt } from '../../domain/people/invitation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { lockInvitedRoles, withRoles } from '../records/invitations.ts';
import type { Joined } from '../records/joining.ts';
import { organizationInvitationOf } from '../records/shapes.ts';
import { useToken } from './tokens.ts';

/** The additions of a link to a sign-in: organizations that the person joins, and the invitation that they accept. */
export interface LinkEffect {
  joins: Joined[];
  /** The invitation, and the token of the link. */
  invitation: { id: string; tokenId: string } | null;
  /** Whether it opens the sign-up for its address. */
  opensSignUp: boolean;
}

export const noLinkEffect: LinkEffect = { joins: [], invitation: null, opensSignUp: false };

interface Person {
  /** Null if the account is created only now. */
  userId: string | null;
  email: string | null;
  now: Date;
}

/**
 * Reads what the link of a flow adds, and locks organizations, invitation and roles in the order of all transactions
 * (store/row-locks), so before the user. Nothing if the link is for another person, or the invitation is no longer
 * pending.
 */
export async function lockLinkEffect(tx: Transaction, tokenId: string, person: Person): Promise<LinkEffect> {
  const token = await tx.oneTimeToken.findUnique({ where: { id: tokenId } });
  if (!token) return noLinkEffect;
  const { organizationInvitationId, organizationIds, userId, email } = token;
  if (organizationInvitationId !== null) return lockInvitation(tx, organizationInvitationId, { ...person, tokenId });
  const isOwn = userId === null ? email === person.email : userId === person.userId;
  if (!isOwn) return noLinkEffect;
  const organizations = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM organizations WHERE id = ANY(${organizationIds}) ORDER BY id FOR KEY SHARE`;
  const joins = organizations.map(({ id }) => ({ organizationId: id, organizationRoleIds: [] }));
  return { joins, invitation: null, opensSignUp: true };
}

async function lockInvitation(tx: Transaction, id: string, person: Person & { tokenId: string }): Promise<LinkEffect> {
  const { now, email, tokenId } = person;
  const record = await tx.organizationInvitation.findUnique({ where: { id }, select: { organizationId: true } });
  if (!record) return noLinkEffect;
  const { organizationId } = record;
  await tx.$executeRaw`SELECT id FROM organizations WHERE id = ${organizationId} FOR UPDATE`;
  const [invitation] = await tx.$queryRaw<{ status: 'Pending'; expiresAt: Date; inviteeEmail: string }[]>`
    SELECT status, expires_at AS "expiresAt", invitee_email AS "inviteeEmail" FROM organization_invitations
    WHERE id = ${id} FOR UPDATE`;
  if (!invitation || statusAt(invitation, now) !== 'Pending' || invitation.inviteeEmail !== email) return noLinkEffect;
  return {
    joins: [{ organizationId, organizationRoleIds: await lockInvitedRoles(tx, id) }],
    invitation: { id, tokenId },
    opensSignUp: true,
  };
}

/** Stores that the user has accepted an invitation, which is locked, by its link. Returns the data of its event. */
export async function acceptInvitation(
  tx: Transaction,
  { id, tokenId }: NonNullable<LinkEffect['invitation']>,
  acceptedUserId: string,
  now: Date,
) {
  // A link that was mailed was used by the answer.
  await useToken(tx, tokenId, now);
  const data = { status: 'Accepted' as const, acceptedUserId, version: { increment: 1 } };
  const invitation = await tx.organizationInvitation.update({ where: { id }, data, include: withRoles });
  return {
    organizationId: invitation.organizationId,
    data: {
      organizationInvitation: organizationInvitationOf(invitation, now),
      ...changeOf({ status: 'Pending', acceptedUserId: null }, ['status', 'acceptedUserId']),
    },
  };
}
