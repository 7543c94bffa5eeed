import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { membershipDelta } from '../../domain/membership.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { removeLinks } from '../../store/records/links.ts';
import { lock } from '../../store/records/locks.ts';

export const removeOrganizationMember = defineOperation({
  name: 'removeOrganizationMember',
  summary: 'Remove a user from an organization, and with the membership its organization roles.',
  permission: 'organizations:write',
  organization: 'organizationId',
  subject: 'organizationId',
  route: { method: 'DELETE', path: '/organizations/:organizationId/users/:userId' },
  input: z.strictObject({
    organizationId: idSchema.describe('The organization that loses the member.'),
    userId: idSchema.describe('A user that is a member.'),
  }),
  output: { organization: entity('Organization', 'The organization as it is now.') },
  always: ['Organization.Membership.Updated'],
  async run({ tx, emit }, { organizationId, userId }) {
    await lock(tx, 'organization', organizationId, 'organizationId');
    const removedUserIds = await removeLinks(tx, 'organizationUsers', [organizationId], [userId]);
    if (!removedUserIds.length) throw notFound('member of this organization', 'userId');
    emit(
      'Organization.Membership.Updated',
      organizationId,
      membershipDelta(organizationId, { removedUserIds }),
      organizationId,
    );
    return { organization: organizationId };
  },
});
