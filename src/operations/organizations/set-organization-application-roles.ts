import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockLink, replaceLinks } from '../../store/links.ts';
import { hold, lock } from '../../store/locks.ts';

export const setOrganizationApplicationRoles = defineOperation({
  name: 'setOrganizationApplicationRoles',
  summary:
    'Make these organization roles, and no others, the ones that an application has as a member of an organization.',
  permission: 'organizations:write',
  route: { method: 'PUT', path: '/organizations/:id/applications/:applicationId/roles' },
  input: z.strictObject({
    id: idSchema.describe('The organization.'),
    applicationId: idSchema.describe('An application that is a member.'),
    organizationRoleIds: idsSchema.describe('All organization roles that the member is to have.'),
  }),
  output: { organization: entity('Organization', 'The organization as it is now.') },
  always: ['Organization.MemberRoles.Updated'],
  async run({ tx, emit, unchanged }, { id, applicationId, organizationRoleIds }) {
    await lock(tx, 'organization', id, 'id');
    if (!(await lockLink(tx, 'organizationApplications', [id], applicationId)))
      throw notFound('member of this organization', 'applicationId');
    await hold(tx, 'organization role', organizationRoleIds, 'organizationRoleIds');
    const { added, removed } = await replaceLinks(
      tx,
      'organizationApplicationRoles',
      [id, applicationId],
      organizationRoleIds,
    );
    if (!added.length && !removed.length) return unchanged({ organization: id });
    const member = { organizationId: id, userId: null, applicationId: applicationId };
    const delta = { addedOrganizationRoleIds: added, removedOrganizationRoleIds: removed };
    emit('Organization.MemberRoles.Updated', id, { ...member, ...delta }, id);
    return { organization: id };
  },
});
