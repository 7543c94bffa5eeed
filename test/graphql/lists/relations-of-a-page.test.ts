import { beforeAll, describe, expect, test } from 'vitest';
import { idOf } from '../../../bench/management/fixture/people.ts';
import { perFile } from '../../support/per-file.ts';
import { codesOf, startApi, tokenFor } from '../api.ts';

const api = perFile(startApi);
const users = [1, 2, 3].map((number) => idOf('user', number));

beforeAll(async () => {
  const { prisma } = api.kernel.database;
  const named = (kind: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: idOf(kind, n), name: `${kind} ${n}` }));
  await prisma.user.createMany({ data: users.map((id) => ({ id, name: id })) });
  await prisma.role.createMany({ data: named('role', 3) });
  await prisma.organization.createMany({ data: named('org', 25) });
  // The first user has three roles and 25 organizations, the second one of each, the third none.
  await prisma.userRole.createMany({
    data: [0, 1, 2].map((role) => ({ userId: idOf('user', 1), roleId: idOf('role', role) })),
  });
  await prisma.userRole.create({ data: { userId: idOf('user', 2), roleId: idOf('role', 1) } });
  await prisma.organizationUser.createMany({
    data: Array.from({ length: 25 }, (_, n) => ({ userId: idOf('user', 1), organizationId: idOf('org', n) })),
  });
  await prisma.organizationUser.create({ data: { userId: idOf('user', 2), organizationId: idOf('org', 3) } });
});

const cursors = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const member = 'joinedAt organization { id name createdAt }';

/** Selections of a user's relations. */
const selections = [
  `roles { id name } organizations { nodes { ${member} } }`,
  `organizations { edges { cursor node { ${member} } } ${cursors} }`,
  `organizations(first: 2) { totalCount edges { cursor node { organization { id } } } ${cursors} }`,
  `organizations(first: 25) { ${cursors} nodes { organization { id } } }`,
  `organizations(last: 2) { ${cursors} nodes { organization { id } } }`,
  `organizations(last: 1) { ${cursors} nodes { organization { id } } }`,
  'organizations { totalCount }',
  `few: organizations(first: 1) { nodes { organization { id } } } many: organizations(first: 3) { ${cursors} nodes { organization { name } } }`,
  'one: organizations { nodes { organization { id } } } two: organizations { nodes { organization { name description } } }',
  'one: roles { id } two: roles { name isDefault version scopes { name } }',
  'organizations { nodes { organization { id members { totalCount nodes { user { id roles { name } } } } } } }',
  'organizations { nodes { user { id name } roles { name } } }',
];

describe('the relations of a page of users', () => {
  test.each(selections)('equal those of each user alone: %s', async (selection) => {
    const { users: page } = await api.ask(`{ users { nodes { id ${selection} } } }`);
    const alone = await api.ask(
      `{ ${users.map((id, n) => `u${n}: user(id: "${id}") { id ${selection} }`).join(' ')} }`,
    );
    expect(page.nodes).toEqual(Object.values(alone));
  });

  test('equal those of each user alone, page by page', async () => {
    const selection = (after: string) =>
      `organizations(first: 10, after: ${after}) { nodes { organization { id } } pageInfo { endCursor } }`;
    const seen: string[] = [];
    for (let after = 'null', rest = 3; rest > 0; rest--) {
      const { users: page } = await api.ask(`{ users(first: 1) { nodes { ${selection(after)} } } }`);
      const { nodes, pageInfo } = page.nodes[0].organizations;
      seen.push(...nodes.map(({ organization }: { organization: { id: string } }) => organization.id));
      after = JSON.stringify(pageInfo.endCursor);
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => idOf('org', n)));
  });
});

test('a relation of a page requires its permission', async () => {
  const query = '{ users { nodes { id roles { id } organizations { nodes { organization { id } } } } } }';
  const answer = await api.call(query, {}, tokenFor(['users:read', 'organizations:read']));
  expect(codesOf(answer)).toEqual(users.map(() => 'FORBIDDEN'));
  expect(answer.data.users.nodes.map(({ roles }: { roles: unknown }) => roles)).toEqual([null, null, null]);
  expect(answer.data.users.nodes[0].organizations.nodes).toHaveLength(20);
});

test('a page of a hundred users with roles and organizations takes three statements', async () => {
  const query =
    '{ users(first: 100) { nodes { id roles { id name } organizations { nodes { organization { id name } } } } } }';
  expect(await api.statementsOf(() => api.ask(query))).toBe(3);
});
