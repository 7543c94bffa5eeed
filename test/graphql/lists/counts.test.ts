import { beforeAll, describe, expect, it } from 'vitest';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { perFile } from '../../support/per-file.ts';
import { startApi } from '../api.ts';

const api = perFile(startApi);
let roleId: string;
beforeAll(async () => {
  const roles = await api.ask(`mutation {
    one: createRole(input: { name: "One" }) { role { id } }
    other: createRole(input: { name: "Other" }) { role { id } }
  }`);
  roleId = roles.one.role.id;
  const roleIds = [roleId, roles.other.role.id];
  for (let index = 0; index < 5; index++)
    await api.ask('mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', {
      input: { username: `user${index}`, roleIds: index < 4 ? roleIds : [] },
    });
});

const total = 'totalCount(upTo: $upTo) totalCountIsExact(upTo: $upTo)';
const totalOf = async (upTo: number | null): Promise<[number, boolean]> => {
  const { users } = await api.ask(`query ($upTo: Int) { users { ${total} } }`, { upTo });
  return [users.totalCount, users.totalCountIsExact];
};

describe('the total of a list', () => {
  it('stops at the bound, and shows whether it is exact', async () => {
    expect([await totalOf(1), await totalOf(4), await totalOf(5), await totalOf(6), await totalOf(null)]).toEqual([
      [1, false],
      [4, false],
      [5, true],
      [5, true],
      [5, true],
    ]);
  });

  it('counts what matches the filter, beside a page of any size', async () => {
    const { users } = await api.ask(
      `query ($upTo: Int) {
        users(first: 1, search: "user", filter: { isSuspended: false }) { nodes { username } ${total} }
      }`,
      { upTo: 3 },
    );
    expect(users).toEqual({ nodes: [{ username: 'user0' }], totalCount: 3, totalCountIsExact: false });
  });

  it('is counted once for both fields', async () => {
    expect(await api.statementsOf(() => api.ask('{ users { totalCount totalCountIsExact } }'))).toBe(1);
  });

  it.each([
    [0, 'TOO_SMALL'],
    [-1, 'TOO_SMALL'],
    [1_000_001, 'TOO_LARGE'],
  ])('has a bound of 1 to 1000000: not %s', async (upTo, code) => {
    const { errors } = await api.call(`{ users { totalCount(upTo: ${upTo}) } }`);
    const problem = { path: ['upTo'], code, message: 'Must be 1 to 1000000.', minimum: 1, maximum: 1_000_000 };
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', problems: [problem] });
  });
});

describe('the total of records below another one', () => {
  it('stops at the bound, for one record and for many, with a filter and without', async () => {
    const totals = `
      few: totalCount(upTo: 3) fewIsExact: totalCountIsExact(upTo: 3) all: totalCount allIsExact: totalCountIsExact`;
    const users = `users { ${totals} } found: users(search: "user") { ${totals} }`;
    const { role, roles } = await api.ask(
      `query ($id: ID!) { role(id: $id) { ${users} } roles { nodes { ${users} } } }`,
      { id: roleId },
    );
    const expected = { few: 3, fewIsExact: false, all: 4, allIsExact: true };
    expect(role).toEqual({ users: expected, found: expected });
    expect(roles.nodes).toEqual([
      { users: expected, found: expected },
      { users: expected, found: expected },
    ]);
  });

  it('takes one statement for a page of records, and one for each with a filter', async () => {
    const statements = (users: string) =>
      api.statementsOf(() => api.ask(`{ roles { nodes { ${users} { totalCount totalCountIsExact } } } }`));
    expect([await statements('users'), await statements('users(search: "user")')]).toEqual([2, 3]);
  });
});

it('every list stops counting at 1,000 unless a caller requests more', async () => {
  const { prisma } = api.kernel.database;
  await prisma.user.createMany({ data: Array.from({ length: 1100 }, () => ({ id: ids.next('user') })) });
  const listed = await api.ask('{ users { totalCount totalCountIsExact } }');
  expect(listed.users).toEqual({ totalCount: 1000, totalCountIsExact: false });
  expect(await totalOf(1105)).toEqual([1105, true]);
  const rows = (await prisma.user.findMany({ select: { id: true } })).map(({ id: userId }) => ({ userId, roleId }));
  await prisma.userRole.createMany({ data: rows, skipDuplicates: true });
  const { role } = await api.ask('query ($id: ID!) { role(id: $id) { users { totalCount totalCountIsExact } } }', {
    id: roleId,
  });
  expect(role.users).toEqual({ totalCount: 1000, totalCountIsExact: false });
});
