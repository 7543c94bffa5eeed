import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { lock } from '../../store/row-locks/row-locks.ts';
import {
  domainRoles,
  invitationRoles,
  memberApplicationRoles,
  memberRoles,
  providerRoles,
  removeFirst,
} from '../../store/records/role-holders.ts';
import { organizationRoleOf } from '../../store/records/shapes.ts';
import { deletedIdOf } from '../../vocabulary/ids.ts';

export const deleteOrganizationRole = defineOperation({
  name: 'deleteOrganizationRole',
  summary: 'Delete an organization role. All holders lose it; one event has them all.',
  words: {
    title: 'Delete {organizationRoleId}',
    button: 'Delete {organizationRoleId}',
    danger: 'All members who hold it lose what it grants. There is no way back.',
  },
  permission: 'organization-roles:write',
  recentSignIn: true,
  record: 'organizationRoleId',
  route: { method: 'DELETE', path: '/organization-roles/:organizationRoleId' },
  input: z.strictObject({
    organizationRoleId: idSchema('organizationRole').describe('The organization role to delete.'),
  }),
  output: { deletedOrganizationRoleId: deletedIdOf('organizationRole') },
  always: ['OrganizationRole.Deleted'],
  async run({ tx, emit }, { organizationRoleId }) {
    await lock(tx, 'organizationRole', organizationRoleId, 'organizationRoleId');
    const event = 'OrganizationRole.Deleted';
    const users = await removeFirst(tx, event, memberRoles, organizationRoleId);
    const applications = await removeFirst(tx, event, memberApplicationRoles, organizationRoleId);
    const invitations = await removeFirst(tx, event, invitationRoles, organizationRoleId);
    const domains = await removeFirst(tx, event, domainRoles, organizationRoleId);
    const providers = await removeFirst(tx, event, providerRoles, organizationRoleId);
    emit(event, organizationRoleId, {
      members: [
        ...users.holders.map((member) => ({ ...member, applicationId: null })),
        ...applications.holders.map((member) => ({ ...member, userId: null })),
      ].sort(byOrganization),
      memberCount: users.count + applications.count,
      organizationInvitationIds: invitations.holders.map(({ organizationInvitationId }) => organizationInvitationId),
      organizationInvitationCount: invitations.count,
      domains: domains.holders,
      domainCount: domains.count,
      identityProviders: providers.holders,
      identityProviderCount: providers.count,
      organizationRole: organizationRoleOf(await tx.organizationRole.delete({ where: { id: organizationRoleId } })),
    });
    return { deletedOrganizationRoleId: organizationRoleId };
  },
});

const byOrganization = (one: { organizationId: string }, other: { organizationId: string }): number =>
  one.organizationId < other.organizationId ? -1 : one.organizationId > other.organizationId ? 1 : 0;
