import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { lockInvitation } from '../../store/records/invitations.ts';
import { organizationInvitationOf } from '../../store/records/shapes.ts';

export const deleteOrganizationInvitation = defineOperation({
  name: 'deleteOrganizationInvitation',
  summary: 'Delete an invitation, whatever became of it. A member it made stays one.',
  permission: 'organizations:write',
  organization: 'invitationId',
  subject: 'invitationId',
  route: { method: 'DELETE', path: '/organization-invitations/:invitationId' },
  input: z.strictObject({ invitationId: idSchema.describe('The invitation to delete.') }),
  output: { deletedInvitationId: z.string().describe('The id of the deleted invitation.') },
  always: ['OrganizationInvitation.Deleted'],
  async run({ tx, now, emit }, { invitationId }) {
    const invitation = await lockInvitation(tx, invitationId);
    await tx.organizationInvitation.delete({ where: { id: invitationId } });
    const organizationInvitation = organizationInvitationOf(invitation, now);
    emit('OrganizationInvitation.Deleted', invitationId, { organizationInvitation }, invitation.organizationId);
    return { deletedInvitationId: invitationId };
  },
});
