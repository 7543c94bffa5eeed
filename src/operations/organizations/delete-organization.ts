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
  route: { method: 'DELETE', path: '/organizations/:id' },
  input: z.strictObject({ id: idSchema.describe('The organization to delete.') }),
  output: { deletedOrganizationId: z.string().describe('The id of the deleted organization.') },
  always: ['Organization.Deleted'],
  async run({ tx, emit }, { id }) {
    await lock(tx, 'organization', id, 'id');
    const organization = await tx.organization.delete({ where: { id } });
    emit('Organization.Deleted', id, { organization: organizationOf(organization) }, id);
    return { deletedOrganizationId: id };
  },
});
