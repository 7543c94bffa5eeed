import { z } from 'zod';
import { membershipDelta } from '../../domain/membership.ts';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addLinks } from '../../store/links.ts';
import { hold, lock } from '../../store/locks.ts';

export const addOrganizationUsers = defineOperation({
  name: 'addOrganizationUsers',
  summary: 'Add users to the members of an organization; those who are members already stay so.',
  permission: 'organizations:write',
  route: { method: 'POST', path: '/organizations/:id/users' },
  input: z.strictObject({
    id: idSchema.describe('The organization that gets the members.'),
    userIds: idsSchema.describe('The users to add.'),
  }),
  output: { organization: entity('Organization', 'The organization as it is now.') },
  always: ['Organization.Membership.Updated'],
  async run({ tx, emit, unchanged }, { id, userIds }) {
    await lock(tx, 'organization', id, 'id');
    await hold(tx, 'user', userIds, 'userIds');
    const addedUserIds = await addLinks(tx, 'organizationUsers', [id], userIds);
    if (!addedUserIds.length) return unchanged({ organization: id });
    emit('Organization.Membership.Updated', id, membershipDelta(id, { addedUserIds }), id);
    return { organization: id };
  },
});
