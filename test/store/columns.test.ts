import { afterAll, beforeAll, expect, test } from 'vitest';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { columnsOf } from '../../src/store/sql/columns.ts';
import * as records from '../../src/store/row-locks/locked-records.ts';
import { lockUser } from '../../src/store/records/users.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';

let own: OwnDatabase;
let database: Database;
beforeAll(async () => {
  own = await ownDatabase();
  database = openDatabase(await reachDatabase(own.url), { max: 1 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const byText = (a = '', b = ''): number => (a < b ? -1 : 1);

test('every column has the name of its field in snake case', async () => {
  const models = Object.keys(Prisma.ModelName);
  const { rows } = await database.pool.query<{ table: string; columns: string[] }>(
    `SELECT table_name AS table, array_agg(column_name::text) AS columns FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name <> '_prisma_migrations' GROUP BY table_name`,
  );
  const known = rows.map(({ columns }) =>
    columns
      .map((name) => `"${name}"`)
      .sort()
      .join(),
  );
  for (const model of models) {
    const fields = (Prisma as unknown as Record<string, Record<string, string>>)[`${model}ScalarFieldEnum`] ?? {};
    const columns = columnsOf(fields)
      .sql.split(', ')
      .map((column) => column.split(' AS ')[0]);
    expect(known).toContain(columns.toSorted(byText).join());
  }
});

const time = new Date('2026-11-21T10:00:00.123Z');
const stamps = { createdAt: time, updatedAt: time };

test('a record that is locked and read in one statement equals the one that Prisma reads, without omitted columns', async () => {
  const { prisma } = database;
  const given = {
    user: { email: 'a@b.example', passwordHash: 'secret', profile: { address: { country: 'DE' } }, suspendedAt: time },
    role: { name: 'Role', isDefault: true },
    application: {
      name: 'App',
      type: 'TRADITIONAL_WEB',
      redirectUris: ['https://a.example', 'https://b.example'],
      jwks: { keys: [] },
    },
    organization: { name: 'Org', customData: { a: [1, null] } },
    organizationRole: { name: 'Org role' },
    organizationScope: { name: 'org:scope' },
    apiResource: { name: 'API', indicator: 'urn:api' },
  };
  const locks = {
    user: lockUser,
    role: records.lockRole,
    application: records.lockApplication,
    organization: records.lockOrganization,
    organizationRole: records.lockOrganizationRole,
    organizationScope: records.lockOrganizationScope,
    apiResource: records.lockApiResource,
  };
  for (const [model, lock] of Object.entries(locks)) {
    const table = prisma[model as 'user'];
    const data = { id: model, ...stamps, ...given[model as keyof typeof given] };
    const created = await table.create({ data: data as never });
    const locked = await prisma.$transaction((tx): Promise<object> => lock(tx, model));
    expect(locked).toEqual(created);
  }
});

test('a record that does not exist is NOT_FOUND at its field', async () => {
  const lock = database.prisma.$transaction((tx) => records.lockOrganizationRole(tx, 'unknown'));
  await expect(lock).rejects.toMatchObject({ code: 'NOT_FOUND', problems: [{ path: ['organizationRoleId'] }] });
});
