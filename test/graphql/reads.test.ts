import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, type Api, codesOf, problemPaths, startApi, tokenFor } from './api.ts';
import { fill, type Filled } from './fill.ts';

let api: Api;
let there: Filled;
beforeAll(async () => {
  api = await startApi();
  there = await fill(api, 25);
});
afterAll(() => api[Symbol.asyncDispose]());

interface Page {
  totalCount: number;
  nodes: { id: string; name?: string | null }[];
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
}

const page =
  'totalCount nodes { id } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const users = `query ($first: Int, $last: Int, $after: String, $before: String, $search: String) {
  users(first: $first, last: $last, after: $after, before: $before, search: $search) { ${page} }
}`;
const idsOf = ({ nodes }: Page): string[] => nodes.map(({ id }) => id);

/** All ids of a connection, page by page forwards. */
async function walk(step: (after: string | null) => Promise<Page>): Promise<string[]> {
  const seen: string[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const current = await step(after);
    seen.push(...idsOf(current));
    after = current.pageInfo.endCursor;
    more = current.pageInfo.hasNextPage;
  }
  return seen;
}

describe('a list', () => {
  it('comes in pages of 20 in the order of creation, with the total', async () => {
    const first: Page = (await api.ask(users)).users;
    expect(first.totalCount).toBe(25);
    expect(idsOf(first)).toEqual(there.users.slice(0, 20));
    expect(first.edges.map(({ node }) => node.id)).toEqual(idsOf(first));
    expect(first.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: first.edges[0]?.cursor,
      endCursor: first.edges[19]?.cursor,
    });
  });

  it('can be walked forwards and backwards without missing or repeating a record', async () => {
    expect(await walk(async (after) => (await api.ask(users, { first: 7, after })).users)).toEqual(there.users);
    const last: Page = (await api.ask(users, { last: 10 })).users;
    expect(idsOf(last)).toEqual(there.users.slice(15));
    const previous: Page = (await api.ask(users, { last: 10, before: last.pageInfo.startCursor })).users;
    expect(idsOf(previous)).toEqual(there.users.slice(5, 15));
  });

  it('holds at most 100 records on a page, however many are asked for', async () => {
    await fill(api, 90);
    const { nodes, totalCount }: Page = (await api.ask(users, { first: 1_000_000 })).users;
    expect([nodes.length, totalCount]).toEqual([100, 115]);
  });

  it('tells the total alone, and an empty page', async () => {
    expect((await api.ask('{ users { totalCount } }')).users.totalCount).toBeGreaterThanOrEqual(25);
    expect((await api.ask('{ users(first: 0) { nodes { id } pageInfo { endCursor } } }')).users).toEqual({
      nodes: [],
      pageInfo: { endCursor: null },
    });
  });

  it.each([
    ['no cursor at all', { after: 'nonsense' }, 'after'],
    ['an empty text', { after: '' }, 'after'],
    ['a cursor with U+0000 in it', { after: Buffer.from('GPC:S:user_\0').toString('base64') }, 'after'],
    ['a cursor that holds a number', { before: Buffer.from('GPC:N:5').toString('base64') }, 'before'],
    [
      'a cursor of a connection through two records',
      { after: Buffer.from('GPC:T:["S:a","S:b"]').toString('base64') },
      'after',
    ],
    ['a cursor that holds an object', { after: Buffer.from('GPC:O:{"not":1}').toString('base64') }, 'after'],
  ])('refuses %s', async (_, variables, path) => {
    const answer = await api.call(users, variables);
    expect([codesOf(answer), problemPaths(answer)]).toEqual([['BAD_USER_INPUT'], [path]]);
  });

  it.each([{ first: -1 }, { last: -1 }, { first: 1, last: 1, after: 'R1BDOlM6YQ==', before: 'R1BDOlM6YQ==' }])(
    'refuses page sizes that make no sense: %o',
    async (variables) => {
      expect(codesOf(await api.call(users, variables))).toEqual(['BAD_USER_INPUT']);
    },
  );

  it('answers an empty page after a cursor of a record that is gone', async () => {
    const after = Buffer.from('GPC:S:user_00000000000000000000000000').toString('base64');
    expect((await api.ask(users, { after })).users.nodes).toEqual([]);
  });
});

describe('a search', () => {
  const found = async (search: string): Promise<string[]> => idsOf((await api.ask(users, { search })).users);

  it('finds users by the beginning of an identifier or a part of the name, in any case and Unicode form', async () => {
    const ada = (
      await api.ask(
        'mutation { createUser(input: { email: "Ada.Lovelace@example.org", username: "countess", phone: "+4930901820", name: "Ada Lovelace" }) { user { id } } }',
      )
    ).createUser.user.id;
    for (const text of ['ADA.love', 'Count', '+49309', 'LOVELACE', 'ａｄａ.lovelace', ' lovelace ']) {
      expect([text, await found(text)]).toEqual([text, [ada]]);
    }
    expect(await found('example.org')).toEqual([]);
  });

  it('takes % and _ and \\ for themselves', async () => {
    const { id } = (await api.ask('mutation { createUser(input: { name: "100%_\\\\o/" }) { user { id } } }')).createUser
      .user;
    for (const text of ['0%', '%_', '_\\', '\\o']) expect([text, await found(text)]).toEqual([text, [id]]);
    expect(await found('1%o')).toEqual([]);
  });

  it('is offered for roles, API resources, applications, organizations and their roles as well', async () => {
    const query = (search: string) => `{
      roles(search: "${search}") { nodes { name } }
      apiResources(search: "${search}") { nodes { name } }
      applications(search: "${search}") { nodes { name } }
      organizations(search: "${search}") { nodes { name } }
      organizationRoles(search: "${search}") { nodes { name } }
      organizationScopes(search: "${search}") { nodes { name } }
    }`;
    const names = async (search: string) =>
      Object.values<{ nodes: { name: string }[] }>(await api.ask(query(search))).map(({ nodes }) => nodes.length);
    expect(await names('nothing is called so')).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await names('')).toEqual([20, 2, 20, 20, 20, 20]);
    expect(await names('0-0')).toEqual([1, 0, 1, 1, 1, 1]);
  });
});

describe('a record', () => {
  it('that does not exist, or whose id is of another kind or none, is null', async () => {
    const fields = [
      'user',
      'role',
      'apiResource',
      'scope',
      'application',
      'organization',
      'organizationRole',
      'organizationScope',
    ];
    for (const id of [
      'user_00000000000000000000000000',
      'evt_00000000000000000000000000',
      'nonsense',
      '',
      "'; DROP TABLE users",
    ]) {
      const query = `query ($id: ID!) { ${fields.map((field) => `${field}(id: $id) { id }`).join(' ')} node(id: $id) { id } }`;
      expect(Object.values(await api.ask(query, { id }))).toEqual(Array.from({ length: 9 }, () => null));
    }
  });

  it('of any kind is found by its id alone', async () => {
    const event = (await api.ask('{ events(first: 1) { nodes { id } } }')).events.nodes[0].id;
    const ids = [
      there.users[0],
      there.roles[0],
      there.resource,
      there.scopes[0],
      there.applications[0],
      there.organizations[0],
      there.organizationRoles[0],
      there.organizationScopes[0],
      event,
    ];
    const { nodes } = await api.ask('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }', {
      ids: [...ids, 'nobody', ids[0]],
    });
    expect(nodes.slice(0, -2)).toEqual(
      [
        'User',
        'Role',
        'ApiResource',
        'Scope',
        'Application',
        'Organization',
        'OrganizationRole',
        'OrganizationScope',
        'Event',
      ].map((__typename, index) => ({ __typename, id: ids[index] })),
    );
    expect(nodes.slice(-2)).toEqual([null, { __typename: 'User', id: ids[0] }]);
    const { node } = await api.ask('query ($id: ID!) { node(id: $id) { ... on User { email } } }', { id: ids[0] });
    expect(node.email).toBe('user0-0@example.com');
  });

  it('may be one of at most 100 that are looked up together', async () => {
    const answer = await api.call('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: Array(101).fill('user_x'),
    });
    expect([codesOf(answer), problemPaths(answer)]).toEqual([['BAD_USER_INPUT'], ['ids']]);
  });
});

describe('what records lead to', () => {
  it('a user has roles with scopes, and organizations with roles there', async () => {
    const query = `query ($id: ID!) { user(id: $id) {
      roles { id scopes { id name resource { indicator } } }
      organizations { totalCount nodes { joinedAt organization { id } roles { id organizationScopes { id } scopes { id } } } }
    } }`;
    const { user } = await api.ask(query, { id: there.users[3] });
    expect(user.roles).toEqual([
      {
        id: there.roles[3],
        scopes: [{ id: there.scopes[3], name: 'scope0-3', resource: { indicator: 'https://api0.example.com' } }],
      },
    ]);
    expect(user.organizations).toMatchObject({
      totalCount: 1,
      nodes: [
        {
          organization: { id: there.organizations[3] },
          roles: [
            {
              id: there.organizationRoles[3],
              organizationScopes: [{ id: there.organizationScopes[3] }],
              scopes: [{ id: there.scopes[3] }],
            },
          ],
        },
      ],
    });
  });

  it('an organization has users and applications as members, each with their roles', async () => {
    const query = `query ($id: ID!) { organization(id: $id) {
      members { totalCount nodes { user { id } roles { id } } edges { node { user { id } } } }
      applications { totalCount nodes { application { id } roles { id } } }
    } }`;
    const { organization } = await api.ask(query, { id: there.organizations[2] });
    expect(organization).toEqual({
      members: {
        totalCount: 1,
        nodes: [{ user: { id: there.users[2] }, roles: [{ id: there.organizationRoles[2] }] }],
        edges: [{ node: { user: { id: there.users[2] } } }],
      },
      applications: { totalCount: 1, nodes: [{ application: { id: there.applications[2] }, roles: [] }] },
    });
  });

  it('a role has its holders in pages, users and applications apart', async () => {
    const roleIds = [there.roles[0]];
    for (const userId of there.users.slice(1, 6)) {
      await api.ask('mutation ($input: AssignUserRolesInput!) { assignUserRoles(input: $input) { user { id } } }', {
        input: { userId, roleIds },
      });
    }
    const query = `query ($id: ID!, $after: String) { role(id: $id) {
      users(first: 4, after: $after) { ${page} } applications { totalCount nodes { id } }
    } }`;
    const holders = await walk(async (after) => (await api.ask(query, { id: there.roles[0], after })).role.users);
    expect(holders).toEqual(there.users.slice(0, 6));
    expect((await api.ask(query, { id: there.roles[0] })).role).toMatchObject({
      users: { totalCount: 6 },
      applications: { totalCount: 1, nodes: [{ id: there.applications[0] }] },
    });
    const other = await api.call(query, { id: there.roles[0], after: Buffer.from('GPC:S:user_x').toString('base64') });
    expect([codesOf(other), problemPaths(other)]).toEqual([['BAD_USER_INPUT'], ['after']]);
  });

  it('an API resource has its scopes in pages', async () => {
    const query = `query ($id: ID!, $after: String) { apiResource(id: $id) { scopes(first: 10, after: $after) { ${page} } } }`;
    expect(
      await walk(async (after) => (await api.ask(query, { id: there.resource, after })).apiResource.scopes),
    ).toEqual(there.scopes);
  });
});

describe('the viewer', () => {
  const viewer = '{ viewer { kind id permissions user { id email roles { id } } application { id name } } }';

  it('is whom the token stands for, with the permissions it has', async () => {
    const answer = await api.call(viewer, {}, tokenFor(['roles:read', 'users:write'], there.users[7]));
    expect(answer.data.viewer).toEqual({
      kind: 'USER',
      id: there.users[7],
      permissions: ['ROLES_READ', 'USERS_WRITE'],
      user: { id: there.users[7], email: 'user0-7@example.com', roles: [{ id: there.roles[7] }] },
      application: null,
    });
  });

  it('may see its own record without any permission, and nothing further', async () => {
    const answer = await api.call(viewer, {}, tokenFor([], there.applications[1]));
    expect(answer.data.viewer).toMatchObject({
      kind: 'APPLICATION',
      permissions: [],
      user: null,
      application: { id: there.applications[1], name: 'Application 0-1' },
    });
    expect(answer.errors).toEqual([]);
    const further = await api.call('{ viewer { user { email roles { id } } } }', {}, tokenFor([], there.users[1]));
    expect(further.data.viewer.user).toEqual({ email: 'user0-1@example.com', roles: null });
    expect(codesOf(further)).toEqual(['FORBIDDEN']);
    expect(admin).not.toBe(there.users[1]);
  });
});

describe('signing keys', () => {
  it('tell their place in the rotation, which time changes', async () => {
    await using other = await startApi();
    const rotate =
      'mutation { rotateSigningKeys(input: { delaySeconds: 60 }) { signingKey { id state publishedUntil } } }';
    const keys = async (): Promise<string[]> =>
      (await other.ask('{ signingKeys { nodes { state algorithm publicJwk } } }')).signingKeys.nodes.map(
        ({ state }: { state: string }) => state,
      );
    await other.ask(rotate);
    other.kernel.advance(61);
    expect(await keys()).toEqual(['CURRENT']);
    const { rotateSigningKeys } = await other.ask(rotate);
    expect(rotateSigningKeys.signingKey).toMatchObject({ state: 'NEXT', publishedUntil: null });
    expect(await keys()).toEqual(['CURRENT', 'NEXT']);
    other.kernel.advance(61);
    expect(await keys()).toEqual(['PREVIOUS', 'CURRENT']);
    other.kernel.advance(2 * 86_400);
    expect(await keys()).toEqual(['RETIRED', 'CURRENT']);
  });
});
