import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { addOrganizationMembers, replaceOrganizationMembers } from '../../src/operations/organizations/memberships.ts';
import { addRoleScopes } from '../../src/operations/roles/add-role-scopes.ts';
import { createRole } from '../../src/operations/roles/create-role.ts';
import { createUser } from '../../src/operations/users/create-user.ts';
import { deleteUser } from '../../src/operations/users/delete-user.ts';
import { type Ran, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';
import { makeRecords, type Records } from '../support/records.ts';

const kernel = perFile(startKernel);

const times = (count: number, make: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => make(index)) as never[];

/** That many users, scopes, default roles and organizations of one user, created for one measurement. */
async function crowd(w: Records, size: number) {
  const { prisma } = kernel.database;
  const ids = (kind: string) => Array.from({ length: size }, (_, index) => `${kind}_${w.n}_${index}`);
  const made = { users: ids('user'), scopes: ids('scope'), roles: ids('role'), organizations: ids('org') };
  await prisma.user.createMany({ data: times(size, (index) => ({ id: made.users[index] })) });
  const scopes = times(size, (index) => ({ id: made.scopes[index], apiResourceId: w.resource, name: `many:${index}` }));
  await prisma.scope.createMany({ data: scopes });
  await prisma.role.updateMany({ data: { isDefault: false } });
  await prisma.role.createMany({
    data: times(size, (index) => ({ id: made.roles[index], name: made.roles[index], isDefault: true })),
  });
  await prisma.organization.createMany({
    data: times(size, (index) => ({ id: made.organizations[index], name: 'Many' })),
  });
  await prisma.organizationUser.createMany({
    data: times(size, (index) => ({ organizationId: made.organizations[index], userId: w.other })),
  });
  return made;
}
type Crowd = Awaited<ReturnType<typeof crowd>>;

const changes: [string, (w: Records, made: Crowd) => Promise<Ran<unknown>>][] = [
  [
    'adding members',
    (w, { users }) => kernel.run(addOrganizationMembers, { organizationId: w.organization, userIds: users }),
  ],
  [
    'adding members with a role',
    (w, { users }) => {
      const organizationRoleIds = [w.organizationRole];
      return kernel.run(addOrganizationMembers, {
        organizationId: w.organization,
        userIds: users,
        organizationRoleIds,
      });
    },
  ],
  [
    'replacing members',
    (w, { users }) => kernel.run(replaceOrganizationMembers, { organizationId: w.organization, userIds: users }),
  ],
  ['adding scopes to a role', (w, { scopes }) => kernel.run(addRoleScopes, { roleId: w.role, scopeIds: scopes })],
  ['making a role with scopes', (w, { scopes }) => kernel.run(createRole, { name: `Many ${w.n}`, scopeIds: scopes })],
  ['making a role with users', (w, { users }) => kernel.run(createRole, { name: `Held ${w.n}`, userIds: users })],
  ['making a user with default roles', () => kernel.run(createUser, {})],
  ['deleting a user with organizations', (w) => kernel.run(deleteUser, { userId: w.other })],
];

test.each(changes)('%s takes the same number of statements for one item as for two hundred', async (_title, change) => {
  const counts: number[] = [];
  for (const size of [1, 200]) {
    const w = await makeRecords(kernel);
    const made = await crowd(w, size);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await change(w, made);
    counts.push(query.mock.calls.length);
    query.mockRestore();
  }
  expect(counts[0]).toBeGreaterThan(3);
  expect(counts[1]).toBe(counts[0]);
});
