import { z } from 'zod';
import { membershipDelta } from '../../domain/people/membership.ts';
import { idSchema, idsSchema, recordId } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineBulk } from '../../kernel/bulk-operation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { addLinks, replaceLinks } from '../../store/records/links.ts';
import { lockKeyShare, lock } from '../../store/row-locks/row-locks.ts';

export const setOrganizationMember = defineOperation({
  name: 'setOrganizationMember',
  summary: 'Add a user to an organization, or replace the organization roles of a member.',
  words: { title: 'Add {userId} to {organizationId}, with roles', button: 'Add {userId}', danger: null },
  permission: 'organizations:write',
  record: 'organizationId',
  route: { method: 'PUT', path: '/organizations/:organizationId/users/:userId' },
  input: z.strictObject({
    organizationId: recordId('organization'),
    userId: idSchema('user').describe('The user, who does not need to be a member yet.'),
    organizationRoleIds: idsSchema('organizationRole')
      .default([])
      .describe('The new organization roles of the member.'),
  }),
  output: { organization: entity('Organization', 'The updated organization.') },
  always: [],
  sometimes: ['Organization.Membership.Updated', 'Organization.MemberRoles.Updated'],
  async run({ tx, actor, emit }, { organizationId, userId, organizationRoleIds }) {
    await lock(tx, 'organization', organizationId, 'organizationId');
    // An exclusive lock: the user, and with it the membership, cannot be deleted while its roles change.
    await lock(tx, 'user', userId, 'userId');
    await lockKeyShare(tx, 'organizationRole', organizationRoleIds, 'organizationRoleIds');
    const addedUserIds = await addLinks(tx, 'organizationUsers', [organizationId], [userId]);
    if (addedUserIds.length) {
      const delta = membershipDelta(organizationId, { addedUserIds });
      emit('Organization.Membership.Updated', organizationId, delta, organizationId);
    }
    const owner = [organizationId, userId];
    const { added, removed } = await replaceLinks(tx, 'organizationUserRoles', owner, organizationRoleIds);
    await assertMayGrant({ tx, actor }, { organizationRoleIds: added, organizationId });
    if (added.length || removed.length) {
      const delta = { addedOrganizationRoleIds: added, removedOrganizationRoleIds: removed };
      const member = { organizationId, userId, applicationId: null };
      emit('Organization.MemberRoles.Updated', organizationId, { ...member, ...delta }, organizationId);
    }
    return { organization: organizationId };
  },
});

export const setOrganizationMembers = defineBulk(setOrganizationMember, {
  name: 'setOrganizationMembers',
  summary: 'Add many users to an organization, or replace the organization roles of those who are members.',
  words: { title: 'Add {items} to {organizationId}, with roles', button: 'Add {items}', danger: null },
  shared: ['organizationId'],
});
