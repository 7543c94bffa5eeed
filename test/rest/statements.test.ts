import { beforeAll, describe, expect, test } from 'vitest';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { collections } from '../../src/rest/reads/collections.ts';
import { perFile } from '../support/per-file.ts';
import { makeRecords } from '../support/records.ts';
import { startRest } from './api.ts';

const rest = perFile(startRest);
let few: Record<string, string>;
let many: Record<string, string>;
beforeAll(async () => {
  few = await made(1);
  many = await made(100);
});

/** An organization, a role and so on, each linked to the same number of other records. */
async function made(count: number): Promise<Record<string, string>> {
  const { prisma } = rest.kernel.database;
  const w = await makeRecords(rest.kernel);
  const each = <T>(make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
  const users = each(() => ids.next('user'));
  const roles = each(() => ids.next('organizationRole'));
  const { organization: organizationId, role: roleId, user: userId } = w;
  await prisma.user.createMany({ data: users.map((id) => ({ id })) });
  await prisma.organizationRole.createMany({ data: roles.map((id) => ({ id, name: id })) });
  await prisma.userRole.createMany({ data: users.map((id) => ({ userId: id, roleId })) });
  await prisma.organizationUser.createMany({ data: users.map((id) => ({ organizationId, userId: id })) });
  await prisma.organizationUserRole.createMany({
    data: [
      ...users.map((id) => ({ organizationId, userId: id, organizationRoleId: w.organizationRole })),
      ...roles.map((organizationRoleId) => ({ organizationId, userId, organizationRoleId })),
    ],
  });
  await prisma.organizationDomain.createMany({
    data: each((n) => ({ organizationId, domain: `statements-${n}.example` })),
  });
  await prisma.organizationInvitation.createMany({
    data: each((n) => ({
      id: ids.next('organizationInvitation'),
      organizationId,
      inviteeEmail: `guest_${n}@example.com`,
      expiresAt: new Date(rest.kernel.now().getTime() + 60_000),
    })),
  });
  return {
    userId,
    roleId,
    organizationId,
    apiResourceId: w.resource,
    organizationRoleId: w.organizationRole,
    applicationId: w.application,
    serviceId: w.service,
    webhookId: w.webhook,
    identityProviderId: w.identityProvider,
  };
}

const fill = (path: string, values: Record<string, string>): string =>
  path
    .replace(/^(\/organizations.*):applicationId/, '$1:serviceId')
    .replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '');

const full = [
  '/users',
  '/organization-roles',
  '/organization-invitations',
  '/roles/:roleId/users',
  '/organizations/:organizationId/users',
  '/organizations/:organizationId/users/:userId/roles',
  '/organizations/:organizationId/invitations',
];

describe('a page of a collection', () => {
  test.each(collections.map(({ path }) => path))(
    '%s takes the same number of statements for 100 records as for one',
    async (path) => {
      const read = async (values: Record<string, string>, limit: number) => {
        let items = 0;
        const statements = await rest.statementsOf(async () => {
          const { status, json } = await rest.send(`GET ${fill(path, values)}?limit=${limit}`);
          expect(status).toBe(200);
          items = json.items.length;
        });
        return { statements, items };
      };
      await read(few, 1);
      const one = await read(few, 1);
      const all = await read(many, 100);
      expect(all.items).toBeGreaterThanOrEqual(full.includes(path) ? 100 : one.items);
      expect(all.statements).toBeLessThanOrEqual(one.statements);
      expect(one.statements).toBeLessThanOrEqual(10);
    },
  );
});
