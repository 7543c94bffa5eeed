import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { invitationEnd, requireRenewable, statusAt } from '../../domain/people/invitation.ts';
import { idSchema } from '../../domain/text.ts';
import { timeSchema } from '../../domain/times.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { prepareInvitationLink, sendInvitation } from '../../store/one-time-tokens/invitation-links.ts';
import { lockInvitation, requireNoPendingInvitation, withRoles } from '../../store/records/invitations.ts';
import { organizationInvitationOf } from '../../store/records/shapes.ts';
import { languageSchema } from '../../vocabulary/languages.ts';
import { invitationLinkOutput } from './link-output.ts';
import { field } from '../../vocabulary/shape-parts.ts';

export const resendOrganizationInvitation = defineOperation({
  name: 'resendOrganizationInvitation',
  summary: 'Renew an invitation that was neither accepted nor revoked, and send a new link by email.',
  words: { title: 'Send the invitation of {organizationInvitationId} again', button: 'Send again', danger: null },
  permission: 'organizations:write',
  organization: 'organizationInvitationId',
  record: 'organizationInvitationId',
  route: { method: 'POST', path: '/organization-invitations/:organizationInvitationId/resend' },
  queuesMessages: true,
  input: z.strictObject({
    organizationInvitationId: idSchema('organizationInvitation').describe('The invitation to renew.'),
    expiresAt: field(timeSchema.nullish(), 'When it expires, within a year; if omitted, 7 days from now.', null),
    language: languageSchema.default('en').describe('Language of the mail.'),
  }),
  output: {
    organizationInvitation: entity('OrganizationInvitation', 'The updated invitation.'),
    ...invitationLinkOutput,
  },
  always: ['OrganizationInvitation.Updated'],
  prepare: prepareInvitationLink,
  async run({ tx, actor, now, emit }, { organizationInvitationId, expiresAt, language }, prepared) {
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
    const previous = organizationInvitationOf(before, now);
    const changed = hasExpired ? ['status', 'expiresAt'] : ['expiresAt'];
    emit(
      'OrganizationInvitation.Updated',
      organizationInvitationId,
      { organizationInvitation: shown, ...changeOf(previous, changed) },
      before.organizationId,
    );
    const path = 'organizationInvitationId';
    const isConfined = !actor.permissions.has('organizations:write');
    const outcome = await sendInvitation(tx, prepared, { invitation, language, now, path, isConfined });
    return { organizationInvitation: organizationInvitationId, ...outcome };
  },
});
