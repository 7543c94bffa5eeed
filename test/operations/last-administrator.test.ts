import { beforeEach, describe, expect, it } from 'vitest';
import type { BulkOperation } from '../../src/kernel/bulk-operation.ts';
import { deleteApplication } from '../../src/operations/applications/delete-application.ts';
import { deleteRole } from '../../src/operations/roles/delete-role.ts';
import { removeRoleScope } from '../../src/operations/roles/remove-role-scope.ts';
import { replaceRoleScopes } from '../../src/operations/roles/replace-role-scopes.ts';
import { bulkOperations } from '../../src/operations/index.ts';
import { deleteUser } from '../../src/operations/users/delete-user.ts';
import { removeUserRole, replaceUserRoles } from '../../src/operations/role-assignments/role-assignments.ts';
import { setUserPassword } from '../../src/operations/users/set-user-password.ts';
import { setUserSuspended } from '../../src/operations/users/set-user-suspended.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { originOf, platformActor, type Ran, refusalOf, startKernel, type TestKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const kernel = perFile(startKernel);
/** The whole database counts, so each test has a database of its own. */
beforeEach(async () => {
  await kernel.database.pool.query('TRUNCATE users, roles, api_resources, applications, events CASCADE');
});

/** A platform with these users, each with one role that holds these permissions, and an application with all. */
async function platform(...administrators: string[][]) {
  const { prisma } = kernel.database;
  const apiResourceId = ids.next('apiResource');
  const names = ['users:write', 'roles:write', 'events:read'];
  const scopes = new Map(names.map((name) => [name, ids.next('scope')]));
  const made = administrators.map((held) => ({ user: ids.next('user'), role: ids.next('role'), held }));
  const application = ids.next('application');
  await prisma.apiResource.create({
    data: { id: apiResourceId, name: 'Management', indicator: 'urn:m', isBuiltIn: true },
  });
  await prisma.scope.createMany({ data: [...scopes].map(([name, id]) => ({ id, name, apiResourceId })) });
  await prisma.user.createMany({ data: made.map(({ user }) => ({ id: user })) });
  await prisma.role.createMany({ data: made.map(({ role }) => ({ id: role, name: role })) });
  await prisma.userRole.createMany({ data: made.map(({ user, role }) => ({ userId: user, roleId: role })) });
  await prisma.roleScope.createMany({
    data: made.flatMap(({ role, held }) => held.map((name) => ({ roleId: role, scopeId: scopes.get(name) ?? '' }))),
  });
  await prisma.application.create({ data: { id: application, name: 'A', type: 'MACHINE_TO_MACHINE' } });
  await prisma.applicationRole.createMany({
    data: made.map(({ role }) => ({ applicationId: application, roleId: role })),
  });
  const at = (index: number) => made[index] ?? { user: '', role: '' };
  return { at, scope: (name: string) => scopes.get(name) ?? '', application };
}
type Platform = Awaited<ReturnType<typeof platform>>;
const whole = ['users:write', 'roles:write', 'events:read'];
const run: TestKernel['run'] = (operation, input) => kernel.run(operation, input, platformActor);

/** Every way to remove the first administrator, and the path of the refusal. */
const ways: [string, string, (p: Platform) => Promise<Ran<unknown>>][] = [
  ['deleting the user', 'userId', (p) => run(deleteUser, { userId: p.at(0).user })],
  ['suspending the user', 'userId', (p) => run(setUserSuspended, { userId: p.at(0).user, isSuspended: true })],
  ['taking the role', 'roleId', (p) => run(removeUserRole, { userId: p.at(0).user, roleId: p.at(0).role })],
  ['replacing the roles', 'roleIds', (p) => run(replaceUserRoles, { userId: p.at(0).user, roleIds: [p.at(2).role] })],
  [
    'replacing the scopes',
    'scopeIds',
    (p) => run(replaceRoleScopes, { roleId: p.at(0).role, scopeIds: [p.scope('users:write')] }),
  ],
  ['deleting the role', 'roleId', (p) => run(deleteRole, { roleId: p.at(0).role })],
  ...(['users:write', 'roles:write'] as const).map((name): (typeof ways)[number] => [
    `taking ${name} from the role`,
    'scopeId',
    (p) => run(removeRoleScope, { roleId: p.at(0).role, scopeId: p.scope(name) }),
  ]),
];

describe('the last active administrator', () => {
  it.each(ways)('is protected: %s is refused, and changes nothing', async (_way, path, take) => {
    const p = await platform(whole, ['users:write'], ['roles:write']);
    expect(await refusalOf(take(p))).toEqual({
      code: 'CONFLICT',
      paths: [path],
      message: 'This would remove the last active administrator.',
    });
    expect(await kernel.database.prisma.event.count()).toBe(0);
    expect(await kernel.database.prisma.userRole.count()).toBe(3);
  });

  it.each(ways)('is protected only while alone: %s succeeds if there is another one', async (_way, _path, take) => {
    expect((await take(await platform(whole, whole, []))).events).toHaveLength(1);
  });

  it.each(ways)('is protected if the other one is suspended: %s is refused', async (_way, _path, take) => {
    const p = await platform(whole, whole, []);
    await run(setUserSuspended, { userId: p.at(1).user, isSuspended: true });
    expect(await refusalOf(take(p))).toMatchObject({ code: 'CONFLICT' });
  });

  it.each(ways)(
    'is protected only if there is one: %s succeeds on a platform without administrators',
    async (_way, _path, take) => {
      const p = await platform(whole, [], []);
      await kernel.database.prisma.user.updateMany({ data: { suspendedAt: new Date(0) } });
      await expect(take(p)).resolves.toBeDefined();
    },
  );

  it('can hold the two permissions through two roles', async () => {
    const p = await platform(whole, ['users:write'], ['roles:write']);
    const { prisma } = kernel.database;
    await prisma.userRole.create({ data: { userId: p.at(1).user, roleId: p.at(2).role } });
    await run(deleteUser, { userId: p.at(0).user });
    expect(await refusalOf(run(deleteRole, { roleId: p.at(2).role }))).toMatchObject({ code: 'CONFLICT' });
  });

  it('can be changed in every other way', async () => {
    const p = await platform(whole);
    await run(removeRoleScope, { roleId: p.at(0).role, scopeId: p.scope('events:read') });
    await run(setUserPassword, { userId: p.at(0).user, password: 'correct horse' });
    await run(deleteApplication, { applicationId: p.application });
    const { events } = await run(setUserSuspended, { userId: p.at(0).user, isSuspended: false });
    expect(events).toEqual([]);
  });

  it('remains when two administrators delete each other, ten times', async () => {
    for (let round = 0; round < 10; round++) {
      await kernel.database.prisma.apiResource.deleteMany();
      await kernel.database.prisma.role.deleteMany();
      await kernel.database.prisma.user.deleteMany();
      const p = await platform(whole, whole);
      const results = await Promise.allSettled([
        run(deleteUser, { userId: p.at(0).user }),
        run(setUserSuspended, { userId: p.at(1).user, isSuspended: true }),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('remains when several are removed in one transaction', async () => {
    const p = await platform(whole, whole);
    const deleteUsers = bulkOperations.find(({ name }) => name === 'deleteUsers');
    const input = { mode: 'ALL', items: [{ userId: p.at(0).user }, { userId: p.at(1).user }] };
    const both = kernel.executeBulk(deleteUsers as BulkOperation, platformActor, input, originOf('req_1'));
    expect(await refusalOf(both)).toMatchObject({ code: 'CONFLICT' });
    expect(await kernel.database.prisma.user.count()).toBe(2);
  });
});
