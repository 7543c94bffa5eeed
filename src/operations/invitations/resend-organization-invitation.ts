import { z } from 'zod';
import { invitationEnd, requireRenewable, statusAt } from '../../domain/invitation.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockInvitation, requireNoPendingInvitation, withRoles } from '../../store/records/invitations.ts';
import { organizationInvitationOf } from '../../store/records/shapes.ts';

export const resendOrganizationInvitation = defineOperation({
  name: 'resendOrganizationInvitation',
  summary: 'Renew an invitation that was neither accepted nor revoked, and emit an event so that it can be sent again.',
  permission: 'organizations:write',
  organization: 'organizationInvitationId',
  subject: 'organizationInvitationId',
  route: { method: 'POST', path: '/organization-invitations/:organizationInvitationId/resend' },
  input: z.strictObject({
    organizationInvitationId: idSchema.describe('The invitation to renew.'),
    expiresAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .describe('When it expires, within a year; if omitted, 7 days from now.'),
  }),
  output: { organizationInvitation: entity('OrganizationInvitation', 'The updated invitation.') },
  always: ['OrganizationInvitation.Updated'],
  async run({ tx, now, emit }, { organizationInvitationId, expiresAt }) {
    const before = await lockInvitation(tx, organizationInvitationId);
    requireRenewable(before);
    const hasExpired = statusAt(before, now) === 'Expired';
    if (hasExpired) await requireNoPendingInvitation(tx, before, now, 'organizationInvitationId');
    const invitation = await tx.organizationInvitation.update({
      where: { id: organizationInvitationId },
      data: { status: 'Pending', expiresAt: invitationEnd(expiresAt, now) },
      include: withRoles,
    });
    const shown = organizationInvitationOf(invitation, now);
    const changed = hasExpired ? ['status', 'expiresAt'] : ['expiresAt'];
    emit(
      'OrganizationInvitation.Updated',
      organizationInvitationId,
      { organizationInvitation: shown, changed },
      before.organizationId,
    );
    return { organizationInvitation: organizationInvitationId };
  },
});
