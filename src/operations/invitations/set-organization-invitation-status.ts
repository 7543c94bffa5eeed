import { z } from 'zod';
import { forbidden } from '../../domain/failure.ts';
import { requireAccepter, requireInvited, requirePending, requireNotAccepted } from '../../domain/people/invitation.ts';
import { idSchema, recordId } from '../../domain/text.ts';
import { defineBulk } from '../../kernel/bulk-operation.ts';
import { defineOperation, entity, type RunContext } from '../../kernel/operation.ts';
import { lockInvitationRow, organizationInviting } from '../../store/records/invitations.ts';
import { joiningEvents } from '../../store/records/joining.ts';
import { lock } from '../../store/row-locks/row-locks.ts';
import { field } from '../../vocabulary/shape-parts.ts';
import { exampleIdOf } from '../../vocabulary/ids.ts';
import { acceptInvitation, revokeInvitation } from '../../store/records/answering.ts';

export const setOrganizationInvitationStatus = defineOperation({
  name: 'setOrganizationInvitationStatus',
  summary: 'Accept an invitation on behalf of a user, who joins with its organization roles, or revoke it.',
  words: {
    title: 'Accept or revoke the invitation of {organizationInvitationId}',
    button: 'Accept or revoke',
    danger: null,
    when: {
      field: 'status',
      values: {
        Accepted: {
          title: 'Accept the invitation of {organizationInvitationId}',
          button: 'Accept invitation',
          danger: null,
        },
        Revoked: {
          title: 'Revoke the invitation of {organizationInvitationId}',
          button: 'Revoke invitation',
          danger: 'Its link stops working at once.',
        },
      },
    },
  },
  permission: 'organizations:write',
  organization: 'organizationInvitationId',
  record: 'organizationInvitationId',
  route: { method: 'PUT', path: '/organization-invitations/:organizationInvitationId/status' },
  input: z.strictObject({
    organizationInvitationId: recordId('organizationInvitation'),
    status: field(z.enum(['Accepted', 'Revoked']), 'The new status.', 'Accepted'),
    acceptedUserId: field(
      idSchema('user').nullish(),
      'The user who accepts; must have the email address that was invited. Omit it to revoke.',
      exampleIdOf('user'),
    ),
  }),
  output: { organizationInvitation: entity('OrganizationInvitation', 'The updated invitation.') },
  always: ['OrganizationInvitation.Updated'],
  sometimes: joiningEvents,
  async run(context, { organizationInvitationId, status, acceptedUserId = null }) {
    const { tx, now, unchanged } = context;
    requireAccepter(status, acceptedUserId);
    requireSelf(context, acceptedUserId);
    const organizationId = await organizationInviting(tx, organizationInvitationId);
    await lock(tx, 'organization', organizationId, 'organizationInvitationId');
    const user = acceptedUserId && (await userToJoin(context, acceptedUserId));
    const before = await lockInvitationRow(tx, organizationInvitationId);
    if (user) {
      requirePending(before, now);
      requireInvited(before, user);
      await acceptInvitation(context, before, user.id);
    } else {
      requireNotAccepted(before);
      if (before.status === status) return unchanged({ organizationInvitation: organizationInvitationId });
      await revokeInvitation(context, before);
    }
    return { organizationInvitation: organizationInvitationId };
  },
});

/** Organization administrators may not see the invited user, so they can accept only for themselves. */
function requireSelf({ actor }: Pick<RunContext<never>, 'actor'>, acceptedUserId: string | null): void {
  if (acceptedUserId === null || acceptedUserId === actor.id) return;
  if (!actor.permissions.has('organizations:write')) throw forbidden('organizations:write');
}

/** Locks the user, so that the email address does not change before the transaction ends. */
async function userToJoin({ tx }: Pick<RunContext<never>, 'tx'>, id: string) {
  await lock(tx, 'user', id, 'acceptedUserId');
  return tx.user.findUniqueOrThrow({ where: { id }, select: { id: true, email: true } });
}

export const setOrganizationInvitationsStatus = defineBulk(setOrganizationInvitationStatus, {
  name: 'setOrganizationInvitationsStatus',
  summary: 'Revoke many invitations, or accept them on behalf of users, who join with their organization roles.',
  words: {
    title: 'Accept or revoke the invitations of {items}',
    button: 'Accept or revoke',
    danger: null,
    when: {
      field: 'status',
      values: {
        Accepted: { title: 'Accept the invitations of {items}', button: 'Accept invitations', danger: null },
        Revoked: {
          title: 'Revoke the invitations of {items}',
          button: 'Revoke invitations',
          danger: 'Their links stop working at once.',
        },
      },
    },
  },
  shared: ['status'],
});
