import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { idOf } from '../../bench/management/fixture/people.ts';
import { seed } from '../../bench/management/fixture/seed.ts';
import { withClient } from '../../bench/shared/database.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { findRecords } from '../../src/reads/related.ts';
import { users } from '../../src/reads/lists/users.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';

let own: OwnDatabase;
let database: Database;

beforeAll(async () => {
  own = await ownDatabase();
  await withClient(own.url, (client) => seed(client, { users: 60 }));
  database = openDatabase(await reachDatabase(own.url), { max: 4 });
  const more = Array.from({ length: 12 }, (_, n) => ({ userId: idOf('user', 5), roleId: idOf('role', 100 + n) }));
  await database.prisma.userRole.createMany({ data: more });
  await database.prisma.userRole.deleteMany({ where: { userId: idOf('user', 6) } });
  await database.prisma.organizationUser.deleteMany({ where: { userId: idOf('user', 7) } });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const role = { select: { id: true, name: true, createdAt: true, isDefault: true, version: true } };
const organization = { select: { id: true, customData: true, name: true } };
const rolesInOrder = { orderBy: { roleId: 'asc' }, select: { role } };
const firstOrganizations = {
  orderBy: { organizationId: 'asc' },
  take: 1,
  skip: 0,
  select: { organization, organizationId: true, userId: true, createdAt: true },
};

const page = (relations: object) => ({
  select: { id: true, email: true, ...relations },
  where: { id: { lt: idOf('user', 20) } },
  orderBy: { id: 'asc' },
  take: 10,
});
const read = (query: ReturnType<typeof page>) => findRecords({ database, prisma: database.prisma }, users, query);

/** Relations, and whether they take a statement of their own. */
const table: [title: string, relations: object, own: boolean][] = [
  ['all roles', { roles: rolesInOrder }, true],
  ['roles backwards', { roles: { ...rolesInOrder, orderBy: { roleId: 'desc' } } }, true],
  ['the first organization', { organizations: firstOrganizations }, true],
  ['both', { roles: rolesInOrder, organizations: firstOrganizations }, true],
  ['both, and how many', { roles: rolesInOrder, _count: { select: { organizations: true } } }, true],
  ['roles without an order', { roles: { select: { role } } }, false],
  ['some of the roles', { roles: { ...rolesInOrder, where: { roleId: { gt: idOf('role', 50) } } } }, false],
  ['another page', { organizations: { ...firstOrganizations, skip: 1 } }, false],
  ['the last organization', { organizations: { ...firstOrganizations, take: -1 } }, false],
  ['what roles lead to', { roles: { ...rolesInOrder, select: { role: { select: { scopes: true } } } } }, false],
  ['a relation of no list', { identities: true }, false],
];

describe('the records of a page with relations', () => {
  test.each(table)('equal those of the Prisma client: %s', async (_title, relations, isOwn) => {
    const queried = vi.spyOn(database.pool, 'query');
    const records = await read(page(relations));
    const isOwnStatement = queried.mock.calls.some(([query]) =>
      / AS link\b/.test((query as unknown as { text: string }).text),
    );
    const expected = await database.prisma.user.findMany(page(relations) as never);
    expect(records).toEqual(expected);
    expect(records.length).toBe(10);
    expect(isOwnStatement).toBe(isOwn);
    queried.mockRestore();
  });

  test('a page without any record has none', async () => {
    const query = { ...page({ roles: rolesInOrder }), where: { id: { lt: '' } } };
    expect(await read(query)).toEqual([]);
  });

  test('a page inside a transaction has the changes of the transaction', async () => {
    const found = await database.prisma.$transaction(async (tx) => {
      await tx.userRole.deleteMany();
      const seen = await findRecords({ database: null, prisma: tx as never }, users, page({ roles: rolesInOrder }));
      await tx.$executeRaw`ROLLBACK`;
      return seen;
    });
    expect(found.map(({ roles }) => roles)).toEqual(Array.from({ length: 10 }, () => []));
  });
});
