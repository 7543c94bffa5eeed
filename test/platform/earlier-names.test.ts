import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../src/platform/database/migrate.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { emptyDatabase, type OwnDatabase } from '../support/database.ts';
import { query as queryDatabase } from '../support/query.ts';

const all = 'prisma/migrations';
const changing = '20261127042500_names_in_one_form';

let own: OwnDatabase;
let before: string;
beforeAll(async () => {
  own = await emptyDatabase();
  before = mkdtempSync(join(tmpdir(), 'mandate-migrations-'));
  for (const name of readdirSync(all))
    if (name < changing) cpSync(join(all, name), join(before, name), { recursive: true });
});
afterAll(async () => {
  await own.drop();
  rmSync(before, { recursive: true });
});

const [decomposed, composed] = ['Cafe\u0301', 'Café'];

/** Inserts a record with this name or description, with values for all columns without a default. */
const insert = (table: string, column: string) => {
  const others = { id: `'${table}_1'`, updated_at: 'now()', ...required[table] };
  const columns = Object.entries({ ...others, [column]: `'${decomposed}'` });
  return queryDatabase(
    own.url,
    `INSERT INTO ${table} (${columns.map(([name]) => name).join(', ')}) VALUES (${columns.map(([, value]) => value).join(', ')})`,
  );
};
const required: Readonly<Record<string, Record<string, string>>> = {
  roles: { name: `'r'` },
  api_resources: { name: `'a'`, indicator: `'urn:a'` },
  scopes: { name: `'s'`, api_resource_id: `'api_resources_1'` },
  applications: { name: `'a'`, type: `'NATIVE'` },
  organization_roles: { name: `'r'` },
  organization_scopes: { name: `'s'` },
};

it('names and descriptions of an earlier version are put into the form NFC, and words are found', async () => {
  const reached = await reachDatabase(own.url);
  await migrate(reached, { folder: before });
  const columns: [table: string, column: string][] = [
    ['users', 'name'],
    ['organizations', 'name'],
    ['roles', 'description'],
    ['api_resources', 'name'],
    ['scopes', 'description'],
    ['applications', 'name'],
    ['organization_roles', 'description'],
    ['organization_scopes', 'description'],
  ];
  for (const [table, column] of columns) await insert(table, column);
  expect((await migrate(reached)).applied[0]).toBe(changing);
  for (const [table, column] of columns) {
    expect(await queryDatabase(own.url, `SELECT ${column} AS it FROM ${table}`)).toEqual([{ it: composed }]);
  }
  const found = await queryDatabase(own.url, `SELECT count(*)::int FROM users WHERE name_beginnings @> ARRAY['café']`);
  expect(found).toEqual([{ count: 1 }]);
});
