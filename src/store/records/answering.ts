import { changeOf } from '../../domain/events/changes.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { EventData } from '../../vocabulary/events.ts';
import { lockInvitedRoles, type lockInvitationRow, withRoles } from './invitations.ts';
import { type joiningEvents, joinOrganization } from './joining.ts';
import { organizationInvitationOf } from './shapes.ts';

type AnsweringEvent = 'OrganizationInvitation.Updated' | (typeof joiningEvents)[number];

interface Answering {
  tx: Transaction;
  now: Date;
  emit<T extends AnsweringEvent>(type: T, subjectId: string, data: EventData<T>, organizationId?: string): void;
}
type Invitation = Awaited<ReturnType<typeof lockInvitationRow>>;

/** Accepts a locked invitation for a user, who joins with its organization roles. */
export async function acceptInvitation(context: Answering, invitation: Invitation, userId: string): Promise<void> {
  const organizationRoleIds = await lockInvitedRoles(context.tx, invitation.id);
  await joinOrganization(context, userId, { organizationId: invitation.organizationId, organizationRoleIds });
  await change(context, invitation, { status: 'Accepted', acceptedUserId: userId }, ['status', 'acceptedUserId']);
}

/** Revokes a locked invitation, which is also how the invited person declines it. */
export const revokeInvitation = (context: Answering, invitation: Invitation): Promise<void> =>
  change(context, invitation, { status: 'Revoked', acceptedUserId: null }, ['status']);

async function change(
  { tx, now, emit }: Answering,
  before: Invitation,
  data: { status: 'Accepted' | 'Revoked'; acceptedUserId: string | null },
  changed: string[],
): Promise<void> {
  const invitation = await tx.organizationInvitation.update({ where: { id: before.id }, data, include: withRoles });
  const organizationInvitation = organizationInvitationOf(invitation, now);
  const previous = changeOf(organizationInvitationOf(before, now), changed);
  emit('OrganizationInvitation.Updated', before.id, { organizationInvitation, ...previous }, before.organizationId);
}
