import { z } from 'zod';
import { membershipDelta } from '../../domain/membership.ts';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addLinks } from '../../store/records/links.ts';
import { hold, lock } from '../../store/records/locks.ts';

export const addOrganizationMembers = defineOperation({
  name: 'addOrganizationMembers',
  summary: 'Add users to the members of an organization; those who are members already stay so.',
  permission: 'organizations:write',
  subject: 'organizationId',
  route: { method: 'POST', path: '/organizations/:organizationId/users' },
  input: z.strictObject({
    organizationId: idSchema.describe('The organization that gets the members.'),
    userIds: idsSchema.describe('The users to add.'),
  }),
  output: { organization: entity('Organization', 'The organization as it is now.') },
  always: ['Organization.Membership.Updated'],
  async run({ tx, emit, unchanged }, { organizationId, userIds }) {
    await lock(tx, 'organization', organizationId, 'organizationId');
    await hold(tx, 'user', userIds, 'userIds');
    const addedUserIds = await addLinks(tx, 'organizationUsers', [organizationId], userIds);
    if (!addedUserIds.length) return unchanged({ organization: organizationId });
    emit(
      'Organization.Membership.Updated',
      organizationId,
      membershipDelta(organizationId, { addedUserIds }),
      organizationId,
    );
    return { organization: organizationId };
  },
});
