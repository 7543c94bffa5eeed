import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { requirePending } from '../../domain/people/invitation.ts';
import { recordId } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { acceptInvitation, revokeInvitation } from '../../store/records/answering.ts';
import { lockInvitationRow, organizationInviting } from '../../store/records/invitations.ts';
import { joiningEvents } from '../../store/records/joining.ts';
import { lock } from '../../store/row-locks/row-locks.ts';
import { lockMyAccount, ofMyAccount } from './my-account.ts';

export const answerMyInvitation = defineOperation({
  ...ofMyAccount,
  name: 'answerMyInvitation',
  summary:
    'Accept an invitation to an organization that was sent to your verified email address, or decline it, which revokes it.',
  route: { method: 'PUT', path: '/invitations/:organizationInvitationId' },
  input: z.strictObject({
    organizationInvitationId: recordId('organizationInvitation'),
    accepts: z.boolean().describe('`true` accepts, `false` declines.'),
  }),
  always: ['OrganizationInvitation.Updated'],
  sometimes: joiningEvents,
  async run(context, { organizationInvitationId, accepts }) {
    const { tx, now } = context;
    const organizationId = await organizationInviting(tx, organizationInvitationId);
    await lock(tx, 'organization', organizationId, 'organizationInvitationId');
    const { id, email, emailVerifiedAt } = await lockMyAccount(context);
    const invitation = await lockInvitationRow(tx, organizationInvitationId);
    // As if there were none: invitations of others are not to be found out.
    if (emailVerifiedAt === null || invitation.inviteeEmail !== email)
      throw notFound('invitation', 'organizationInvitationId');
    requirePending(invitation, now);
    if (accepts) await acceptInvitation(context, invitation, id);
    else await revokeInvitation(context, invitation);
    return {};
  },
});
