import { expect, test } from 'vitest';
import { createScope } from '../../src/operations/api-resources/create-scope.ts';
import { createOrganizationRole } from '../../src/operations/organization-roles/create-organization-role.ts';
import { createOrganizationScope } from '../../src/operations/organization-scopes/create-organization-scope.ts';
import { createRole } from '../../src/operations/roles/create-role.ts';
import { updateRole } from '../../src/operations/roles/update-role.ts';
import { refusalOf, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';
import { makeRecords } from '../support/records.ts';

const kernel = perFile(startKernel);

const count = async (table: string) =>
  (await kernel.database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n;

test.each([
  ['another case', 'Éditor', 'éDITOR'],
  ['compatibility characters', 'Admin', 'Ａｄｍｉｎ'],
])('names of %s cannot differ in case only', async (_what, name, alike) => {
  for (const [operation, table] of [
    [createRole, 'roles'],
    [createOrganizationRole, 'organization_roles'],
  ] as const) {
    await kernel.run(operation as typeof createRole, { name });
    const before = await count(table);
    const refusal = await refusalOf(kernel.run(operation as typeof createRole, { name: alike }));
    expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['name'] });
    expect(await count(table)).toBe(before);
  }
});

test('scopes of one API resource cannot differ in case only; those of two resources can', async () => {
  const { resource } = await makeRecords(kernel);
  const other = await makeRecords(kernel);
  await kernel.run(createScope, { apiResourceId: resource, name: 'files:list' });
  const alike = { apiResourceId: resource, name: 'Files:List' };
  expect(await refusalOf(kernel.run(createScope, alike))).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['name'] });
  await kernel.run(createScope, { apiResourceId: other.resource, name: 'Files:List' });
});

test('organization scopes cannot differ in case only', async () => {
  await kernel.run(createOrganizationScope, { name: 'invite:people' });
  const alike = { name: 'Invite:People' };
  expect(await refusalOf(kernel.run(createOrganizationScope, alike))).toMatchObject({
    code: 'BAD_USER_INPUT',
    paths: ['name'],
  });
});

test('a taken name is TAKEN, in either Unicode form; a record can change the case of its own name', async () => {
  const { output } = await kernel.run(createRole, { name: 'Auditor' });
  expect(await refusalOf(kernel.run(createRole, { name: 'Auditor' }))).toMatchObject({ code: 'TAKEN' });
  await kernel.run(updateRole, { roleId: output.role, name: 'AUDITOR' });
  await kernel.run(createRole, { name: 'Caf\u00e9' });
  expect(await refusalOf(kernel.run(createRole, { name: 'Cafe\u0301' }))).toMatchObject({ code: 'TAKEN' });
});
