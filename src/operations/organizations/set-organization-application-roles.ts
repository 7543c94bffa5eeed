import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockLink, replaceLinks } from '../../store/records/links.ts';
import { hold, lock } from '../../store/records/locks.ts';

export const setOrganizationApplicationRoles = defineOperation({
  name: 'setOrganizationApplicationRoles',
  summary:
    'Make these organization roles, and no others, the ones that an application has as a member of an organization.',
  permission: 'organizations:write',
  organization: 'organizationId',
  subject: 'organizationId',
  route: { method: 'PUT', path: '/organizations/:organizationId/applications/:applicationId/roles' },
  input: z.strictObject({
    organizationId: idSchema.describe('The organization.'),
    applicationId: idSchema.describe('An application that is a member.'),
    organizationRoleIds: idsSchema.describe('All organization roles that the member is to have.'),
  }),
  output: { organization: entity('Organization', 'The organization as it is now.') },
  always: ['Organization.MemberRoles.Updated'],
  async run({ tx, actor, emit, unchanged }, { organizationId, applicationId, organizationRoleIds }) {
    await lock(tx, 'organization', organizationId, 'organizationId');
    if (!(await lockLink(tx, 'organizationApplications', [organizationId], applicationId)))
      throw notFound('member of this organization', 'applicationId');
    await hold(tx, 'organizationRole', organizationRoleIds, 'organizationRoleIds');
    const { added, removed } = await replaceLinks(
      tx,
      'organizationApplicationRoles',
      [organizationId, applicationId],
      organizationRoleIds,
    );
    if (!added.length && !removed.length) return unchanged({ organization: organizationId });
    await assertMayGrant({ tx, actor }, { organizationRoleIds: added, organizationId });
    const member = { organizationId: organizationId, userId: null, applicationId: applicationId };
    const delta = { addedOrganizationRoleIds: added, removedOrganizationRoleIds: removed };
    emit('Organization.MemberRoles.Updated', organizationId, { ...member, ...delta }, organizationId);
    return { organization: organizationId };
  },
});
