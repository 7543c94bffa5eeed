import { describe, expect, test } from 'vitest';
import { createApiResource } from '../../../src/operations/api-resources/create-api-resource.ts';
import { createScope } from '../../../src/operations/api-resources/create-scope.ts';
import { deleteApiResource } from '../../../src/operations/api-resources/delete-api-resource.ts';
import { deleteScope } from '../../../src/operations/api-resources/delete-scope.ts';
import { updateApiResource } from '../../../src/operations/api-resources/update-api-resource.ts';
import { updateScope } from '../../../src/operations/api-resources/update-scope.ts';
import {
  addOrganizationMembers,
  removeOrganizationMember,
  replaceOrganizationMembers,
  setOrganizationMemberRoles,
} from '../../../src/operations/organizations/memberships.ts';
import { deleteOrganization } from '../../../src/operations/organizations/delete-organization.ts';
import { createOrganizationRole } from '../../../src/operations/organization-roles/create-organization-role.ts';
import { createRole } from '../../../src/operations/roles/create-role.ts';
import { deleteRole } from '../../../src/operations/roles/delete-role.ts';
import { actorWith, refusalOf, startKernel } from '../../support/kernel.ts';
import { perFile, perTest } from '../../support/per-file.ts';
import { makeRecords } from '../../support/records.ts';

const kernel = perFile(startKernel);
const w = perTest(() => makeRecords(kernel));

describe('the Management API resource', () => {
  test.each([
    ['be deleted', () => kernel.run(deleteApiResource, { apiResourceId: w.builtIn })],
    ['get a scope', () => kernel.run(createScope, { apiResourceId: w.builtIn, name: 'users:own' })],
    ['lose a scope', () => kernel.run(deleteScope, { apiResourceId: w.builtIn, scopeId: w.builtInScope })],
    [
      'have a scope changed',
      () => kernel.run(updateScope, { apiResourceId: w.builtIn, scopeId: w.builtInScope, description: 'x' }),
    ],
  ])('cannot %s', async (_what, run) => {
    expect(await refusalOf(run())).toMatchObject({ code: 'CONFLICT', paths: ['apiResourceId'] });
    expect(await kernel.database.prisma.scope.count({ where: { apiResourceId: w.builtIn } })).toBe(1);
  });

  test('can get another name and token lifetime', async () => {
    const { events } = await kernel.run(updateApiResource, {
      apiResourceId: w.builtIn,
      name: 'Ours',
      accessTokenTtl: 60,
    });
    expect(events).toMatchObject([{ data: { apiResource: { isBuiltIn: true }, changed: ['name', 'accessTokenTtl'] } }]);
  });

  test('has a token lifetime of one minute to one hour, neither unusably short nor too long for a leaked token', async () => {
    const live = (apiResourceId: string, accessTokenTtl: number) =>
      kernel.run(updateApiResource, { apiResourceId, accessTokenTtl });
    for (const seconds of [1, 59, 3601, 86_400]) {
      expect(await refusalOf(live(w.builtIn, seconds))).toEqual({
        code: 'BAD_USER_INPUT',
        paths: ['accessTokenTtl'],
        message: 'Must be 60 to 3600 seconds for the Management API.',
      });
      expect((await live(w.resource, seconds)).events).toHaveLength(1);
    }
    for (const seconds of [60, 3599]) expect((await live(w.builtIn, seconds)).events).toHaveLength(1);
  });

  test('cannot be created by a caller', async () => {
    const input = { name: 'Mine', indicator: `urn:mine:${w.n}`, isBuiltIn: true } as never;
    expect(await refusalOf(kernel.run(createApiResource, input))).toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});

describe('a new API resource', () => {
  test('is refused with two scopes of one name, also if they differ in case', async () => {
    for (const name of ['read', 'READ']) {
      const scopes = [{ name: 'read' }, { name: 'write' }, { name }];
      const run = kernel.run(createApiResource, { name: 'Doubled', indicator: `urn:doubled:${w.n}`, scopes });
      expect(await refusalOf(run)).toMatchObject({ code: 'TAKEN', paths: ['scopes.2.name'] });
    }
  });
});

describe('a new role', () => {
  const scopesOf = async (scopes: { resource: string; name: string }[]) => {
    const { events } = await kernel.run(createRole, { name: `Reader ${w.n}`, scopes });
    return events.flatMap(({ data }) => (data as { addedScopeIds?: string[] }).addedScopeIds ?? []);
  };

  test('gets scopes by the indicator or the id of their API resource and their name', async () => {
    const { indicator } = await kernel.database.prisma.apiResource.findUniqueOrThrow({ where: { id: w.resource } });
    const given = [
      { resource: indicator, name: 'orders:read' },
      { resource: w.resource, name: 'orders:read' },
    ];
    expect(await scopesOf(given)).toEqual([w.scope]);
  });

  test('is refused with a scope or an API resource that does not exist, at its path', async () => {
    const run = scopesOf([
      { resource: w.resource, name: 'orders:none' },
      { resource: 'urn:none', name: 'orders:read' },
    ]);
    const refused = { code: 'NOT_FOUND', paths: ['scopes.0.name', 'scopes.1.resource'] };
    expect(await refusalOf(run)).toMatchObject(refused);
  });
});

describe('a scope', () => {
  test('is found through its own API resource only', async () => {
    const through = { apiResourceId: w.builtIn, scopeId: w.scope };
    const missing = { code: 'NOT_FOUND', paths: ['scopeId'] };
    expect(await refusalOf(kernel.run(updateScope, { ...through, description: 'x' }))).toMatchObject(missing);
    expect(await refusalOf(kernel.run(deleteScope, through))).toMatchObject(missing);
  });

  test('has a unique name within its API resource', async () => {
    const run = kernel.run(createScope, { apiResourceId: w.resource, name: 'orders:read' });
    expect(await refusalOf(run)).toMatchObject({ code: 'TAKEN', paths: ['name'] });
    const { output } = await kernel.run(createApiResource, { name: 'Second', indicator: `urn:second:${w.n}` });
    expect(
      (await kernel.run(createScope, { apiResourceId: output.apiResource, name: 'orders:read' })).events,
    ).toHaveLength(1);
  });

  test.each([
    ['deleted', () => kernel.run(deleteScope, { apiResourceId: w.resource, scopeId: w.scope })],
    ['deleted with its resource', () => kernel.run(deleteApiResource, { apiResourceId: w.resource })],
  ])('a scope that is %s is removed from every role', async (_how, run) => {
    await run();
    const of = { where: { scopeId: w.scope } };
    const { roleScope, organizationRoleApiScope } = kernel.database.prisma;
    expect([await roleScope.count(of), await organizationRoleApiScope.count(of)]).toEqual([0, 0]);
  });
});

describe('a role', () => {
  test('a role without scopes emits one event; repeated scopes count once', async () => {
    const bare = await kernel.run(createRole, { name: `Bare ${w.n}` });
    expect(bare.events.map(({ type }) => type)).toEqual(['Role.Created']);
    const scopeIds = [w.scope, w.otherScope, w.scope];
    const { events } = await kernel.run(createRole, { name: `Full ${w.n}`, scopeIds });
    expect(events[1]).toMatchObject({ data: { addedScopeIds: [w.scope, w.otherScope].sort(), removedScopeIds: [] } });
  });

  test('a role with a scope that does not exist is not created', async () => {
    const run = kernel.run(createRole, { name: `Half ${w.n}`, scopeIds: [w.scope, 'scope_none'] });
    expect(await refusalOf(run)).toMatchObject({ code: 'NOT_FOUND', paths: ['scopeIds.1'] });
    expect(await kernel.database.prisma.role.count({ where: { name: `Half ${w.n}` } })).toBe(0);
  });

  test('a role with users is held by them, and by none if one of them does not exist', async () => {
    const userIds = [w.user, w.other, w.user];
    const { events, output } = await kernel.run(createRole, { name: `Held ${w.n}`, userIds });
    expect(events.map(({ type, subjectId }) => [type, subjectId])).toEqual([
      ['Role.Created', output.role],
      ...[w.user, w.other].sort().map((id) => ['User.Roles.Updated', id]),
    ]);
    expect(events[1]).toMatchObject({ data: { addedRoleIds: [output.role], removedRoleIds: [] } });
    const run = kernel.run(createRole, { name: `Lost ${w.n}`, userIds: [w.user, 'user_none'] });
    expect(await refusalOf(run)).toMatchObject({ code: 'NOT_FOUND', paths: ['userIds.1'] });
    expect(await kernel.database.prisma.role.count({ where: { name: `Lost ${w.n}` } })).toBe(0);
  });

  test('a role with users requires the permission to assign roles', async () => {
    const input = { name: `Given ${w.n}`, userIds: [w.other] };
    const refusal = await refusalOf(kernel.run(createRole, input, actorWith('roles:write')));
    expect(refusal).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('users:write') });
    expect((await kernel.run(createRole, input, actorWith('roles:write', 'users:write'))).events).toHaveLength(2);
  });

  test('a role that is deleted is removed from all holders', async () => {
    await kernel.run(deleteRole, { roleId: w.role });
    const of = { where: { roleId: w.role } };
    const { userRole, applicationRole, roleScope } = kernel.database.prisma;
    expect([await userRole.count(of), await applicationRole.count(of), await roleScope.count(of)]).toEqual([0, 0, 0]);
  });

  test('a role of organizations accepts both kinds of scopes, and reports the index of an invalid one', async () => {
    const wrong = { organizationScopeIds: [w.scope], scopeIds: [] };
    expect(await refusalOf(kernel.run(createOrganizationRole, { name: `A ${w.n}`, ...wrong }))).toMatchObject({
      code: 'NOT_FOUND',
      paths: ['organizationScopeIds.0'],
    });
    const swapped = { organizationScopeIds: [], scopeIds: [w.organizationScope] };
    expect(await refusalOf(kernel.run(createOrganizationRole, { name: `A ${w.n}`, ...swapped }))).toMatchObject({
      paths: ['scopeIds.0'],
    });
    const bare = await kernel.run(createOrganizationRole, { name: `A ${w.n}` });
    expect(bare.events.map(({ type }) => type)).toEqual(['OrganizationRole.Created']);
  });
});

const members = async () => {
  const where = { organizationId: w.organization };
  const rows = await kernel.database.prisma.organizationUser.findMany({ where, include: { roles: true } });
  return Object.fromEntries(
    rows.map(({ userId, roles }) => [userId, roles.map(({ organizationRoleId }) => organizationRoleId)]),
  );
};

describe('members of an organization', () => {
  test('members who remain when the members are replaced keep their roles, and the event names the added and removed ones', async () => {
    const third = (await kernel.database.prisma.user.create({ data: { id: `user_third_${w.n}` } })).id;
    const replace = (userIds: string[]) =>
      kernel.run(replaceOrganizationMembers, { organizationId: w.organization, userIds });
    const first = await replace([w.user, w.other, w.other]);
    expect(first.events).toMatchObject([{ data: { addedUserIds: [w.other], removedUserIds: [] } }]);
    const second = await replace([third, w.user]);
    expect(second.events).toMatchObject([{ data: { addedUserIds: [third], removedUserIds: [w.other] } }]);
    expect(await members()).toEqual({ [w.user]: [w.organizationRole], [third]: [] });
    expect((await replace([])).events).toMatchObject([{ data: { removedUserIds: [third, w.user].sort() } }]);
    expect((await replace([])).events).toEqual([]);
  });

  test('lose their roles with the membership, and do not regain them with it', async () => {
    await kernel.run(removeOrganizationMember, { organizationId: w.organization, userId: w.user });
    await kernel.run(addOrganizationMembers, { organizationId: w.organization, userIds: [w.user] });
    expect(await members()).toEqual({ [w.user]: [] });
  });

  test('are added all together or not at all', async () => {
    const run = kernel.run(addOrganizationMembers, { organizationId: w.organization, userIds: [w.other, 'user_none'] });
    expect(await refusalOf(run)).toMatchObject({ code: 'NOT_FOUND', paths: ['userIds.1'] });
    expect(Object.keys(await members())).toEqual([w.user]);
  });

  test('are added with roles, which those who are members already do not get', async () => {
    const organizationRoleIds = [w.organizationRole];
    const userIds = [w.user, w.other];
    await kernel.run(setOrganizationMemberRoles, {
      organizationId: w.organization,
      userId: w.user,
      organizationRoleIds: [],
    });
    const input = { organizationId: w.organization, userIds, organizationRoleIds };
    const { events } = await kernel.run(addOrganizationMembers, input);
    expect(events).toMatchObject([
      { type: 'Organization.Membership.Updated', data: { addedUserIds: [w.other] } },
      {
        type: 'Organization.MemberRoles.Updated',
        data: { userId: w.other, addedOrganizationRoleIds: organizationRoleIds },
      },
    ]);
    expect(await members()).toEqual({ [w.user]: [], [w.other]: organizationRoleIds });
  });

  test('are added with roles at most 500 at a time', async () => {
    const userIds = Array.from({ length: 501 }, (_, index) => `user_${index}`);
    const input = { organizationId: w.organization, userIds, organizationRoleIds: [w.organizationRole] };
    const run = kernel.run(addOrganizationMembers, input);
    expect(await refusalOf(run)).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['userIds'] });
  });

  test('are added in events of at most a thousand', async () => {
    const data = Array.from({ length: 3000 }, (_, index) => ({
      id: `user_many_${w.n}_${String(index).padStart(4, '0')}`,
    }));
    await kernel.database.prisma.user.createMany({ data });
    const userIds = data.map(({ id }) => id);
    const { events } = await kernel.run(addOrganizationMembers, { organizationId: w.organization, userIds });
    const portions = [userIds.slice(0, 1000), userIds.slice(1000, 2000), userIds.slice(2000)];
    expect(events).toMatchObject(portions.map((addedUserIds) => ({ data: { addedUserIds } })));
  });

  test('can have roles, other users cannot', async () => {
    const run = kernel.run(setOrganizationMemberRoles, {
      organizationId: w.organization,
      userId: w.other,
      organizationRoleIds: [w.organizationRole],
    });
    expect(await refusalOf(run)).toMatchObject({ code: 'NOT_FOUND', paths: ['userId'] });
  });

  test('can have no role', async () => {
    const input = { organizationId: w.organization, userId: w.user, organizationRoleIds: [] };
    const { events } = await kernel.run(setOrganizationMemberRoles, input);
    expect(events).toMatchObject([
      { organizationId: w.organization, data: { removedOrganizationRoleIds: [w.organizationRole] } },
    ]);
    expect(await members()).toEqual({ [w.user]: [] });
  });

  test('are removed with the organization, in one event', async () => {
    const { events } = await kernel.run(deleteOrganization, { organizationId: w.organization });
    const left = { removedUserIds: [w.user], removedApplicationIds: [w.service] };
    expect(events.filter(({ type }) => type === 'Organization.Membership.Updated')).toMatchObject([{ data: left }]);
    expect(events.at(-1)).toMatchObject({ type: 'Organization.Deleted', organizationId: w.organization });
    expect(await members()).toEqual({});
  });
});
