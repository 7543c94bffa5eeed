import { describe, expect, test } from 'vitest';
import { bulkOperations } from '../../src/operations/index.ts';
import { createUser } from '../../src/operations/users/create-user.ts';
import { updateUser } from '../../src/operations/users/update-user.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { makeRecords } from '../support/records.ts';
import { actorWith, refusalOf, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const kernel = perFile(startKernel);

/** Records in which the default role, and the organization role of the invitation, hold a permission: users:read. */
async function poweredWorld() {
  const w = await makeRecords(kernel);
  const scopeId = w.builtInScope;
  await kernel.database.prisma.roleScope.create({ data: { roleId: w.role, scopeId } });
  await kernel.database.prisma.organizationRoleApiScope.create({
    data: { organizationRoleId: w.organizationRole, scopeId },
  });
  return w;
}

describe('a new user', () => {
  const bulk = bulkOperations.find(({ name }) => name === 'createUsers');
  const message = 'This would grant users:read, which you do not hold yourself.';
  const credentials = () => ({ username: `new_${ids.next('user').slice(-12)}`, password: 'correct horse battery' });
  const withDefaultRole = async (role: string, work: () => Promise<void>) => {
    const set = (isDefault: boolean) =>
      kernel.database.prisma.role.update({ where: { id: role }, data: { isDefault } });
    await kernel.database.prisma.role.updateMany({ data: { isDefault: false } });
    await set(true);
    await work();
    await set(false);
  };

  test('gets no default role with a permission that the caller lacks', async () => {
    const w = await poweredWorld();
    await withDefaultRole(w.role, async () => {
      const before = await kernel.database.prisma.event.count();
      const refused = kernel.run(createUser, credentials(), actorWith('users:write'));
      expect(await refusalOf(refused)).toEqual({ code: 'FORBIDDEN', paths: [], message });
      if (!bulk) throw new Error('there is no bulk operation');
      const origin = { requestId: 'req_test', channel: 'rest' } as const;
      const many = { items: [credentials(), credentials()], mode: 'EACH' };
      const { results } = await kernel.executeBulk(bulk, actorWith('users:write'), many, origin);
      expect(results.map(({ failure }) => failure?.message)).toEqual([message, message]);
      expect(await kernel.database.prisma.event.count()).toBe(before);
      expect((await kernel.run(createUser, credentials(), actorWith('users:write', 'users:read'))).events).not.toEqual(
        [],
      );
    });
  });

  test('can be created with users:write if the default roles hold scopes of other API resources only', async () => {
    const w = await makeRecords(kernel);
    await withDefaultRole(w.role, async () => {
      const { events } = await kernel.run(createUser, credentials(), actorWith('users:write'));
      expect(events).toMatchObject([{ type: 'User.Created', data: { roleIds: [w.role] } }]);
    });
  });

  test('cannot get an address with a pending invitation that grants permissions the caller lacks', async () => {
    const w = await poweredWorld();
    const { prisma } = kernel.database;
    const email = `invited_${w.n}@example.com`;
    await prisma.organizationInvitation.update({ where: { id: w.invitation }, data: { inviteeEmail: email } });
    const attacker = actorWith('users:write');
    const refused = { code: 'FORBIDDEN', paths: [], message };
    expect(await refusalOf(kernel.run(createUser, { ...credentials(), email }, attacker))).toEqual(refused);
    expect(await refusalOf(kernel.run(updateUser, { userId: w.other, email }, attacker))).toEqual(refused);
    const holder = {
      ...actorWith('users:write'),
      organizations: new Map([[w.organization, new Set(['users:read'] as const)]]),
    };
    expect((await kernel.run(updateUser, { userId: w.other, email }, holder)).events).not.toEqual([]);
    const other = await makeRecords(kernel);
    const plain = { userId: other.user, email: `plain_${w.n}@example.com` };
    expect((await kernel.run(updateUser, plain, attacker)).events).not.toEqual([]);
  });
});
