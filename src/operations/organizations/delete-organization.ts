import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { lock } from '../../store/locks.ts';
import { organizationOf } from '../../store/shapes.ts';

export const deleteOrganization = defineOperation({
  name: 'deleteOrganization',
  // Nobody leaves an organization that no longer exists: no Organization.Membership.Updated, whatever the number of members.
  summary: 'Delete an organization with its memberships and invitations.',
  permission: 'organizations:write',
  subject: 'organizationId',
  route: { method: 'DELETE', path: '/organizations/:organizationId' },
  input: z.strictObject({ organizationId: idSchema.describe('The organization to delete.') }),
  output: { deletedOrganizationId: z.string().describe('The id of the deleted organization.') },
  always: ['Organization.Deleted'],
  async run({ tx, emit }, { organizationId }) {
    await lock(tx, 'organization', organizationId, 'organizationId');
    const organization = await tx.organization.delete({ where: { id: organizationId } });
    emit('Organization.Deleted', organizationId, { organization: organizationOf(organization) }, organizationId);
    return { deletedOrganizationId: organizationId };
  },
});
