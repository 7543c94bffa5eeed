import { describe, expect, it } from 'vitest';
import { deleteApiResource } from '../../src/operations/api-resources/delete-api-resource.ts';
import { deleteScope } from '../../src/operations/api-resources/delete-scope.ts';
import { setOrganizationInvitationStatus } from '../../src/operations/invitations/set-organization-invitation-status.ts';
import { deleteOrganizationRole } from '../../src/operations/organization-roles/delete-organization-role.ts';
import { deleteOrganization } from '../../src/operations/organizations/delete-organization.ts';
import { addRoleScopes } from '../../src/operations/roles/add-role-scopes.ts';
import { deleteRole } from '../../src/operations/roles/delete-role.ts';
import { startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';
import { makeRecords } from '../support/records.ts';

const kernel = perFile(startKernel);

describe('a deletion', () => {
  it('the deletion of an API resource emits an event per role that lost scopes, with all of them', async () => {
    const w = await makeRecords(kernel);
    await kernel.run(addRoleScopes, { roleId: w.otherRole, scopeIds: [w.scope, w.otherScope] });
    const { events } = await kernel.run(deleteApiResource, { apiResourceId: w.resource });
    const roles = events.filter(({ type }) => type === 'Role.Scopes.Updated');
    const lost = roles.map(({ subjectId, data }) => [
      subjectId,
      (data as { removedScopeIds: string[] }).removedScopeIds,
    ]);
    expect(Object.fromEntries(lost)).toEqual({ [w.role]: [w.scope], [w.otherRole]: [w.scope, w.otherScope].sort() });
    expect(await kernel.database.prisma.roleScope.count({ where: { roleId: w.otherRole } })).toBe(0);
  });

  it('the deletion of an unused scope, an unassigned role or an empty organization emits no further events', async () => {
    const w = await makeRecords(kernel);
    const { prisma } = kernel.database;
    const scope = await kernel.run(deleteScope, { apiResourceId: w.resource, scopeId: w.otherScope });
    expect(scope.events.map(({ type }) => type)).toEqual(['Scope.Deleted']);
    const role = await kernel.run(deleteRole, { roleId: w.otherRole });
    expect(role.events).toMatchObject([{ data: { userIds: [], applicationIds: [] } }]);
    const organizationRole = await kernel.run(deleteOrganizationRole, { organizationRoleId: w.otherOrganizationRole });
    expect(organizationRole.events).toMatchObject([{ data: { members: [], organizationInvitationIds: [] } }]);
    await prisma.organizationUser.deleteMany({ where: { organizationId: w.organization } });
    await prisma.organizationApplication.deleteMany({ where: { organizationId: w.organization } });
    await prisma.organizationInvitation.deleteMany({ where: { organizationId: w.organization } });
    const organization = await kernel.run(deleteOrganization, { organizationId: w.organization });
    expect(organization.events.map(({ type }) => type)).toEqual(['Organization.Deleted']);
  });

  it('the deletion of a user or organization emits no event for invitations that are not pending', async () => {
    const w = await makeRecords(kernel);
    await kernel.run(setOrganizationInvitationStatus, { organizationInvitationId: w.invitation, status: 'Revoked' });
    const { events } = await kernel.run(deleteOrganization, { organizationId: w.organization });
    expect(events.map(({ type }) => type)).toEqual(['Organization.Membership.Updated', 'Organization.Deleted']);
  });

  it('the deletion of a scope emits an event for roles that get it concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const w = await makeRecords(kernel);
      const [given, deleted] = await Promise.allSettled([
        kernel.run(addRoleScopes, { roleId: w.otherRole, scopeIds: [w.otherScope] }),
        kernel.run(deleteScope, { apiResourceId: w.resource, scopeId: w.otherScope }),
      ]);
      if (deleted.status === 'rejected') throw deleted.reason;
      const isReported = deleted.value.events.some(({ subjectId }) => subjectId === w.otherRole);
      expect(isReported).toBe(given.status === 'fulfilled');
    }
  });

  it('the deletion of a role emits one event, whose data has the first 100 of thousands of holders and their number', async () => {
    const w = await makeRecords(kernel);
    const { prisma } = kernel.database;
    const users = Array.from({ length: 3000 }, (_, index) => `user_${w.n}_${index}`).sort();
    await prisma.user.createMany({ data: users.map((id) => ({ id })) });
    await prisma.userRole.createMany({ data: users.map((userId) => ({ userId, roleId: w.otherRole })) });
    const { events } = await kernel.run(deleteRole, { roleId: w.otherRole });
    expect(events).toMatchObject([{ type: 'Role.Deleted', data: { userIds: users.slice(0, 100), userCount: 3000 } }]);
  });
});
