import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { lockInvitation } from '../../store/records/invitations.ts';
import { organizationInvitationOf } from '../../store/records/shapes.ts';
import { deletedIdOf } from '../../vocabulary/ids.ts';

export const deleteOrganizationInvitation = defineOperation({
  name: 'deleteOrganizationInvitation',
  summary: 'Delete an invitation in any status. A user who accepted it remains a member.',
  words: {
    title: 'Delete the invitation of {organizationInvitationId}',
    button: 'Delete invitation',
    danger: 'Its link stops working. Someone who has accepted it remains a member. There is no way back.',
  },
  permission: 'organizations:write',
  organization: 'organizationInvitationId',
  recentSignIn: true,
  record: 'organizationInvitationId',
  route: { method: 'DELETE', path: '/organization-invitations/:organizationInvitationId' },
  input: z.strictObject({
    organizationInvitationId: idSchema('organizationInvitation').describe('The invitation to delete.'),
  }),
  output: {
    deletedOrganizationInvitationId: deletedIdOf('organizationInvitation'),
  },
  always: ['OrganizationInvitation.Deleted'],
  async run({ tx, now, emit }, { organizationInvitationId }) {
    const invitation = await lockInvitation(tx, organizationInvitationId);
    await tx.organizationInvitation.delete({ where: { id: organizationInvitationId } });
    const organizationInvitation = organizationInvitationOf(invitation, now);
    emit(
      'OrganizationInvitation.Deleted',
      organizationInvitationId,
      { organizationInvitation },
      invitation.organizationId,
    );
    return { deletedOrganizationInvitationId: organizationInvitationId };
  },
});
