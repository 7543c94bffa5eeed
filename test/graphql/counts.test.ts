import { beforeAll, describe, expect, it } from 'vitest';
import { perFile } from '../support/per-file.ts';
import { startApi } from './api.ts';

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

const totalOf = async (upTo: number | null): Promise<number> =>
  (await api.ask('query ($upTo: Int) { users { totalCount(upTo: $upTo) } }', { upTo })).users.totalCount;

describe('the count of a list', () => {
  it('stops at the bound', async () => {
    expect([await totalOf(1), await totalOf(4), await totalOf(5), await totalOf(6), await totalOf(null)]).toEqual([
      1, 4, 5, 5, 5,
    ]);
  });

  it('counts what matches the filter, beside a page of any size', async () => {
    const { users } = await api.ask(
      '{ users(first: 1, search: "user", filter: { isSuspended: false }) { nodes { username } totalCount(upTo: 3) } }',
    );
    expect(users).toEqual({ nodes: [{ username: 'user0' }], totalCount: 3 });
  });

  it('has a bound of at least 1', async () => {
    for (const upTo of [0, -1]) {
      const { errors } = await api.call(`{ users { totalCount(upTo: ${upTo}) } }`);
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        problems: [{ path: ['upTo'], code: 'TOO_SMALL', message: 'Must be an integer of at least 1.' }],
      });
    }
  });
});

describe('the count of records below another one', () => {
  it('stops at the bound, for one record and for many', async () => {
    const { role, roles } = await api.ask(
      `query ($id: ID!) { role(id: $id) { users { few: totalCount(upTo: 3) all: totalCount(upTo: 9) } }
        roles { nodes { users { few: totalCount(upTo: 3) all: totalCount } } } }`,
      { id: roleId },
    );
    expect(role.users).toEqual({ few: 3, all: 4 });
    expect(roles.nodes.map(({ users }: { users: object }) => users)).toEqual([
      { few: 3, all: 4 },
      { few: 3, all: 4 },
    ]);
  });
});
