import { z } from 'zod';
import { membershipDelta } from '../../domain/membership.ts';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { replaceLinks } from '../../store/records/links.ts';
import { hold, lock } from '../../store/records/locks.ts';

export const replaceOrganizationMembers = defineOperation({
  name: 'replaceOrganizationMembers',
  summary: 'Make these users, and no others, members of an organization; those who stay keep their roles.',
  permission: 'organizations:write',
  subject: 'organizationId',
  route: { method: 'PUT', path: '/organizations/:organizationId/users' },
  input: z.strictObject({
    organizationId: idSchema.describe('The organization whose members are replaced.'),
    userIds: idsSchema.describe('All users that are to be members.'),
  }),
  output: { organization: entity('Organization', 'The organization as it is now.') },
  always: ['Organization.Membership.Updated'],
  async run({ tx, emit, unchanged }, { organizationId, userIds }) {
    await lock(tx, 'organization', organizationId, 'organizationId');
    await hold(tx, 'user', userIds, 'userIds');
    const { added, removed } = await replaceLinks(tx, 'organizationUsers', [organizationId], userIds);
    if (!added.length && !removed.length) return unchanged({ organization: organizationId });
    const delta = membershipDelta(organizationId, { addedUserIds: added, removedUserIds: removed });
    emit('Organization.Membership.Updated', organizationId, delta, organizationId);
    return { organization: organizationId };
  },
});
