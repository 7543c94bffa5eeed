import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockLink, replaceLinks } from '../../store/records/links.ts';
import { hold, lock } from '../../store/records/locks.ts';

export const setOrganizationMemberRoles = defineOperation({
  name: 'setOrganizationMemberRoles',
  summary: 'Make these organization roles, and no others, the ones that a user has as a member of an organization.',
  permission: 'organizations:write',
  organization: 'organizationId',
  subject: 'organizationId',
  route: { method: 'PUT', path: '/organizations/:organizationId/users/:userId/roles' },
  input: z.strictObject({
    organizationId: idSchema.describe('The organization.'),
    userId: idSchema.describe('A user that is a member.'),
    organizationRoleIds: idsSchema.describe('All organization roles that the member is to have.'),
  }),
  output: { organization: entity('Organization', 'The organization as it is now.') },
  always: ['Organization.MemberRoles.Updated'],
  async run({ tx, actor, emit, unchanged }, { organizationId, userId, organizationRoleIds }) {
    await lock(tx, 'organization', organizationId, 'organizationId');
    if (!(await lockLink(tx, 'organizationUsers', [organizationId], userId)))
      throw notFound('member of this organization', 'userId');
    await hold(tx, 'organizationRole', organizationRoleIds, 'organizationRoleIds');
    const { added, removed } = await replaceLinks(
      tx,
      'organizationUserRoles',
      [organizationId, userId],
      organizationRoleIds,
    );
    if (!added.length && !removed.length) return unchanged({ organization: organizationId });
    await assertMayGrant({ tx, actor }, { organizationRoleIds: added, organizationId });
    const member = { organizationId: organizationId, userId: userId, applicationId: null };
    const delta = { addedOrganizationRoleIds: added, removedOrganizationRoleIds: removed };
    emit('Organization.MemberRoles.Updated', organizationId, { ...member, ...delta }, organizationId);
    return { organization: organizationId };
  },
});
