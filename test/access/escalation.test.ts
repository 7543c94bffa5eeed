import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Actor } from '../../src/kernel/actor.ts';
import type { OutputShape, TypedOperation } from '../../src/kernel/operation.ts';
import { exposedOperations } from '../../src/operations/index.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import type { Permission } from '../../src/vocabulary/permissions.ts';
import { makeRecords } from '../support/records.ts';
import { actorWith, platformActor, refusalOf, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const kernel = perFile(startKernel);

type PoweredWorld = Awaited<ReturnType<typeof poweredWorld>>;

/** Records in which everything that can be granted, and every account, holds one permission: users:read. */
async function poweredWorld() {
  const { prisma } = kernel.database;
  const w = await makeRecords(kernel);
  const plainRole = ids.next('role');
  const plainOrganizationRole = ids.next('organizationRole');
  const scopeId = w.builtInScope;
  await prisma.role.create({ data: { id: plainRole, name: `Plain ${w.n}` } });
  await prisma.organizationRole.create({ data: { id: plainOrganizationRole, name: `Plain ${w.n}` } });
  await prisma.roleScope.createMany({ data: [w.role, w.otherRole].map((roleId) => ({ roleId, scopeId })) });
  const powered = [w.organizationRole, w.otherOrganizationRole];
  await prisma.organizationRoleApiScope.createMany({
    data: powered.map((organizationRoleId) => ({ organizationRoleId, scopeId })),
  });
  return { ...w, plainRole, plainOrganizationRole };
}

const publicKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
};

/** Someone or something in the organization, with a role there that grants the permission. */
const withRole = (w: PoweredWorld, whom: object) => ({
  organizationId: w.organization,
  organizationRoleIds: [w.otherOrganizationRole],
  ...whom,
});

/** Every change that gives a caller the permission users:read, or the credentials of a user who holds it. */
const gifts: Record<string, (w: PoweredWorld) => Record<string, unknown>> = {
  createUser: (w) => ({ roleIds: [w.otherRole] }),
  createApplication: (w) => ({
    name: `New ${w.n}`,
    type: 'MACHINE_TO_MACHINE',
    roleIds: [w.otherRole],
    secret: { name: 'mine' },
  }),
  assignUserRoles: (w) => ({ userId: w.other, roleIds: [w.otherRole] }),
  assignApplicationRoles: (w) => ({ applicationId: w.service, roleIds: [w.otherRole] }),
  replaceUserRoles: (w) => ({ userId: w.user, roleIds: [w.role, w.otherRole] }),
  replaceApplicationRoles: (w) => ({ applicationId: w.service, roleIds: [w.otherRole] }),
  replaceRoleScopes: (w) => ({ roleId: w.plainRole, scopeIds: [w.scope, w.builtInScope] }),
  setOrganizationMember: (w) => withRole(w, { userId: w.other }),
  addOrganizationMembers: (w) => withRole(w, { userIds: [w.other] }),
  addOrganizationApplications: (w) => withRole(w, { applicationIds: [w.application] }),
  createRole: (w) => ({ name: `New ${w.n}`, scopeIds: [w.scope, w.builtInScope] }),
  addRoleScopes: (w) => ({ roleId: w.plainRole, scopeIds: [w.builtInScope] }),
  updateRole: (w) => ({ roleId: w.role, isDefault: true }),
  createOrganizationRole: (w) => ({ name: `New ${w.n}`, scopeIds: [w.builtInScope] }),
  addOrganizationRoleApiScopes: (w) => ({
    organizationRoleId: w.plainOrganizationRole,
    scopeIds: [w.builtInScope],
  }),
  replaceOrganizationRoleApiScopes: (w) => ({
    organizationRoleId: w.plainOrganizationRole,
    scopeIds: [w.scope, w.builtInScope],
  }),
  setOrganizationDomain: (w) => ({
    organizationId: w.organization,
    domain: `new-${w.domain}`,
    organizationRoleIds: [w.organizationRole],
  }),
  setIdentityProviderOrganization: (w) => withRole(w, { identityProviderId: w.identityProvider }),
  setOrganizationMemberRoles: (w) => ({
    organizationId: w.organization,
    userId: w.user,
    organizationRoleIds: [w.organizationRole, w.otherOrganizationRole],
  }),
  setOrganizationApplicationRoles: (w) => withRole(w, { applicationId: w.service }),
  createOrganizationInvitation: (w) => withRole(w, { inviteeEmail: `new_${w.n}@example.com` }),
  setUserPassword: (w) => ({ userId: w.user, password: 'correct horse battery' }),
  removeUserFactors: (w) => ({ userId: w.user }),
  startJob: (w) => ({ operation: 'assignUserRoles', filter: {}, roleIds: [w.otherRole] }),
  createOneTimeToken: (w) => ({ userId: w.user }),
  updateUser: (w) => ({ userId: w.user, email: `mine_${w.n}@example.com` }),
  addApplicationSecret: (w) => ({ applicationId: w.application, name: 'mine' }),
  updateApplication: (w) => ({ applicationId: w.application, jwks: { keys: [publicKey] } }),
};

/** Input fields that grant something. For default roles of new users see new-user.test.ts. */
const giving = new Set([
  'roleIds',
  'scopeIds',
  'organizationRoleIds',
  'isDefault',
  'password',
  'passwordHash',
  'email',
  'username',
  'phone',
  'jwks',
]);

type Gift = TypedOperation<z.ZodType, OutputShape>;
const operationNamed = (name: string): Gift => {
  const found = exposedOperations.find((operation) => operation.name === name);
  if (!found) throw new Error(`no operation ${name}`);
  return found;
};
const named = Object.keys(gifts);
const inputOf = (name: string, w: PoweredWorld) => gifts[name]?.(w) ?? {};
const permissionOf = (name: string) => operationNamed(name).permission as Permission;

describe('a caller cannot grant permissions that the caller lacks:', () => {
  test('every operation with such an input field is in the table of this test', () => {
    const found = exposedOperations.filter(({ input }) =>
      Object.keys((input as z.ZodObject).shape).some((f) => giving.has(f)),
    );
    const others = ['addApplicationSecret', 'removeUserFactors'];
    const expected = new Set(named);
    expect(new Set(found.map(({ name }) => name)).union(new Set(others))).toEqual(expected);
  });

  test.each(named)('%s is FORBIDDEN, names what is missing and changes nothing', async (name) => {
    const w = await poweredWorld();
    const before = await kernel.database.prisma.event.count();
    const refusal = await refusalOf(
      kernel.run(operationNamed(name), inputOf(name, w), actorWith(permissionOf(name), 'roles:read')),
    );
    expect(refusal).toEqual({
      code: 'FORBIDDEN',
      paths: [],
      message: 'This would grant users:read, which you do not hold yourself.',
    });
    expect(await kernel.database.prisma.event.count()).toBe(before);
  });

  test.each(named)('%s succeeds for a caller who holds the permission', async (name) => {
    const input = inputOf(name, await poweredWorld());
    const { events } = await kernel.run(operationNamed(name), input, actorWith(permissionOf(name), 'users:read'));
    expect(events).not.toEqual([]);
  });

  test.each(named)('%s succeeds for the platform itself', async (name) => {
    const input = inputOf(name, await poweredWorld());
    expect((await kernel.run(operationNamed(name), input, platformActor)).events).not.toEqual([]);
  });
});

test('a scope that is named by its API resource and name is granted under the same condition', async () => {
  const w = await poweredWorld();
  const input = { name: `Named ${w.n}`, scopes: [{ resource: w.builtIn, name: 'users:read' }] };
  const create = operationNamed('createRole');
  expect(await refusalOf(kernel.run(create, input, actorWith('roles:write')))).toMatchObject({ code: 'FORBIDDEN' });
  expect((await kernel.run(create, input, actorWith('roles:write', 'users:read'))).events).toHaveLength(2);
});

describe('granting needs no permission of the Management API', () => {
  test('roles, scopes and organization roles with scopes of other API resources are granted without further permissions', async () => {
    const w = await makeRecords(kernel);
    const run = (name: string, input: Record<string, unknown>) =>
      kernel.run(operationNamed(name), input, actorWith(permissionOf(name)));
    const done = [
      await run('assignUserRoles', { userId: w.other, roleIds: [w.role] }),
      await run('addRoleScopes', { roleId: w.otherRole, scopeIds: [w.scope, w.otherScope] }),
      await run('addOrganizationRoleApiScopes', { organizationRoleId: w.otherOrganizationRole, scopeIds: [w.scope] }),
      await run('setUserPassword', { userId: w.user, password: 'correct horse battery' }),
      await run('addApplicationSecret', { applicationId: w.application, name: 'mine' }),
    ];
    expect(done.map(({ events }) => events.length)).toEqual([1, 1, 1, 1, 1]);
  });

  test('a role that is already held, and other fields of a user with more permissions, need no further permission', async () => {
    const w = await poweredWorld();
    const run = (name: string, input: Record<string, unknown>) =>
      kernel.run(operationNamed(name), input, actorWith(permissionOf(name)));
    const done = [
      await run('assignUserRoles', { userId: w.user, roleIds: [w.role] }),
      await run('updateUser', { userId: w.user, name: 'Other name' }),
      await run('updateApplication', { applicationId: w.application, name: 'Other name' }),
      await run('updateRole', { roleId: w.role, name: `Other name ${w.n}` }),
    ];
    expect(done.map(({ events }) => events.length)).toEqual([0, 1, 1, 1]);
  });
});

describe('an administrator of one organization', () => {
  const administrator = (organizationId: string, ...permissions: Permission[]): Actor => ({
    ...actorWith('roles:read'),
    permissions: new Set(),
    organizations: new Map([[organizationId, new Set(permissions)]]),
  });
  const setRoles = operationNamed('setOrganizationMemberRoles');
  const rolesOf = (w: PoweredWorld, ...organizationRoleIds: string[]) => ({
    organizationId: w.organization,
    userId: w.user,
    organizationRoleIds,
  });

  test('assigns roles whose permissions they hold there', async () => {
    const w = await poweredWorld();
    const actor = administrator(w.organization, 'organizations:write', 'users:read');
    const { events } = await kernel.run(setRoles, rolesOf(w, w.otherOrganizationRole), actor);
    expect(events.map(({ type }) => type)).toEqual(['Organization.MemberRoles.Updated']);
  });

  test('cannot assign a role with a permission that they lack there, but can remove it', async () => {
    const w = await poweredWorld();
    const actor = administrator(w.organization, 'organizations:write');
    const refused = kernel.run(setRoles, rolesOf(w, w.otherOrganizationRole), actor);
    expect(await refusalOf(refused)).toMatchObject({ code: 'FORBIDDEN', paths: [] });
    await kernel.run(setRoles, rolesOf(w, w.plainOrganizationRole), actor);
  });

  test('cannot use permissions of one organization in another', async () => {
    const w = await poweredWorld();
    const { id } = await kernel.database.prisma.organization.create({
      data: { id: ids.next('organization'), name: 'Globex' },
    });
    const actor: Actor = {
      ...administrator(w.organization, 'organizations:write'),
      organizations: new Map<string, Set<Permission>>([
        [w.organization, new Set(['organizations:write'])],
        [id, new Set(['users:read'])],
      ]),
    };
    const refused = kernel.run(setRoles, rolesOf(w, w.otherOrganizationRole), actor);
    expect(await refusalOf(refused)).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('an administrator of one organization who invites', () => {
  const administrator = (organizationId: string, id: string): Actor => ({
    ...actorWith('roles:read'),
    id,
    permissions: new Set(),
    organizations: new Map([[organizationId, new Set(['organizations:write'] as const)]]),
  });
  const invite = operationNamed('createOrganizationInvitation');
  const answer = operationNamed('setOrganizationInvitationStatus');

  test('does so in their own name only', async () => {
    const w = await makeRecords(kernel);
    const actor = administrator(w.organization, w.user);
    const input = { organizationId: w.organization, inviteeEmail: `new_${w.n}@example.com` };
    const refusal = await refusalOf(kernel.run(invite, { ...input, inviterId: w.other }, actor));
    expect(refusal).toMatchObject({ code: 'NOT_FOUND', paths: ['inviterId'] });
    const { events } = await kernel.run(invite, { ...input, inviterId: w.user }, actor);
    expect(events[0]?.data).toMatchObject({ organizationInvitation: { inviterId: w.user } });
  });

  test('cannot accept for the invited user, and learns nothing about them', async () => {
    const w = await makeRecords(kernel);
    const { prisma } = kernel.database;
    const inviteeEmail = `invited_${w.n}@example.com`;
    await prisma.user.update({ where: { id: w.other }, data: { email: inviteeEmail } });
    const actor = administrator(w.organization, w.user);
    const { output } = await kernel.run(invite, { organizationId: w.organization, inviteeEmail }, actor);
    const accept = (acceptedUserId: string, who: Actor) =>
      kernel.run(
        answer,
        { organizationInvitationId: output['organizationInvitation'], status: 'Accepted', acceptedUserId },
        who,
      );
    for (const id of [w.other, ids.next('user')]) {
      expect(await refusalOf(accept(id, actor))).toEqual({
        code: 'FORBIDDEN',
        paths: [],
        message: 'Requires the permission organizations:write.',
      });
    }
    const { events } = await accept(w.other, actorWith('organizations:write'));
    expect(events.map(({ type }) => type)).toContain('Organization.Membership.Updated');
  });
});

test("a caller with users:write only cannot take over the account of an organization's administrator", async () => {
  const w = await makeRecords(kernel);
  const data = { organizationRoleId: w.organizationRole, scopeId: w.builtInScope };
  await kernel.database.prisma.organizationRoleApiScope.create({ data });
  const setPassword = operationNamed('setUserPassword');
  const input = { userId: w.user, password: 'correct horse battery' };
  const writer = actorWith('users:write');
  expect(await refusalOf(kernel.run(setPassword, input, writer))).toMatchObject({ code: 'FORBIDDEN' });
  const holder = { ...writer, organizations: new Map([[w.organization, new Set(['users:read'] as const)]]) };
  expect((await kernel.run(setPassword, input, holder)).events).toHaveLength(1);
});
