import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { removeRoleFromDomains, removeRoleFromMembers } from '../../store/records/cascades.ts';
import { clearLinks } from '../../store/records/links.ts';
import { lock } from '../../store/records/locks.ts';
import { organizationRoleOf } from '../../store/records/shapes.ts';

export const deleteOrganizationRole = defineOperation({
  name: 'deleteOrganizationRole',
  summary: 'Delete an organization role. All holders lose it; one event has them all.',
  permission: 'organization-roles:write',
  recentSignIn: true,
  subject: 'organizationRoleId',
  route: { method: 'DELETE', path: '/organization-roles/:organizationRoleId' },
  input: z.strictObject({ organizationRoleId: idSchema.describe('The organization role to delete.') }),
  output: { deletedOrganizationRoleId: z.string().describe('The id of the deleted organization role.') },
  always: ['OrganizationRole.Deleted'],
  async run({ tx, emit }, { organizationRoleId }) {
    await lock(tx, 'organizationRole', organizationRoleId, 'organizationRoleId');
    const members = await removeRoleFromMembers(tx, organizationRoleId);
    const organizationInvitationIds = await clearLinks(tx, 'invitationsWithRole', [organizationRoleId]);
    const domains = await removeRoleFromDomains(tx, organizationRoleId);
    emit('OrganizationRole.Deleted', organizationRoleId, {
      members,
      memberCount: members.length,
      organizationInvitationIds,
      organizationInvitationCount: organizationInvitationIds.length,
      domains,
      domainCount: domains.length,
      organizationRole: organizationRoleOf(await tx.organizationRole.delete({ where: { id: organizationRoleId } })),
    });
    return { deletedOrganizationRoleId: organizationRoleId };
  },
});
