import { z } from 'zod';
import { membershipDelta } from '../../domain/people/membership.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { withRoles } from '../../store/records/invitations.ts';
import { clearLinks } from '../../store/records/links.ts';
import { lock } from '../../store/row-locks/row-locks.ts';
import { organizationInvitationOf, organizationOf } from '../../store/records/shapes.ts';
import { deletedIdOf } from '../../vocabulary/ids.ts';

export const deleteOrganization = defineOperation({
  name: 'deleteOrganization',
  summary: 'Delete an organization, its memberships and its invitations.',
  words: {
    title: 'Delete {organizationId}',
    button: 'Delete {organizationId}',
    danger: 'All memberships and invitations end with it. There is no way back.',
  },
  permission: 'organizations:write',
  recentSignIn: true,
  record: 'organizationId',
  route: { method: 'DELETE', path: '/organizations/:organizationId' },
  input: z.strictObject({ organizationId: idSchema('organization').describe('The organization to delete.') }),
  output: { deletedOrganizationId: deletedIdOf('organization') },
  always: ['Organization.Deleted'],
  sometimes: ['Organization.Membership.Updated', 'OrganizationInvitation.Deleted'],
  async run({ tx, now, emit }, { organizationId }) {
    await lock(tx, 'organization', organizationId, 'organizationId');
    const removedUserIds = await clearLinks(tx, 'organizationUsers', [organizationId]);
    const removedApplicationIds = await clearLinks(tx, 'organizationApplications', [organizationId]);
    if (removedUserIds.length || removedApplicationIds.length) {
      const delta = membershipDelta(organizationId, { removedUserIds, removedApplicationIds });
      emit('Organization.Membership.Updated', organizationId, delta, organizationId);
    }
    const where = { organizationId, status: 'Pending' } as const;
    for (const invitation of await tx.organizationInvitation.findMany({
      where,
      include: withRoles,
      orderBy: { id: 'asc' },
    })) {
      const organizationInvitation = organizationInvitationOf(invitation, now);
      emit('OrganizationInvitation.Deleted', invitation.id, { organizationInvitation }, organizationId);
    }
    const organization = await tx.organization.delete({ where: { id: organizationId } });
    emit('Organization.Deleted', organizationId, { organization: organizationOf(organization) }, organizationId);
    return { deletedOrganizationId: organizationId };
  },
});
