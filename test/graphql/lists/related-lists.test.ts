import { beforeAll, describe, expect, it } from 'vitest';
import { constantName } from '../../../src/graphql/schema/enums.ts';
import { lists } from '../../../src/reads/index.ts';
import type { Permission } from '../../../src/vocabulary/permissions.ts';
import { perFile } from '../../support/per-file.ts';
import { codesOf, type Data, problemPaths, startApi, tokenFor } from '../api.ts';
import { fill, type Filled } from '../inputs/fill.ts';
import { fillAround } from '../inputs/fill-around.ts';
import { linkToFirst, makeEqualOrEmpty } from '../inputs/linked-records.ts';

const records = 13;
const api = perFile(startApi);
let there: Filled;
beforeAll(async () => {
  there = await fill(api, records);
  await fillAround(api, there);
  await linkToFirst(api, there);
  await makeEqualOrEmpty(api);
});

interface Related {
  /** The parent: a field of Query with the id of a record. */
  parent: string;
  id(): string | undefined;
  field: string;
  /** The list of Query, and the filter field that selects the same records. */
  root: string;
  by: string;
  type: string;
  identity: string;
  /** A search that matches some of them, and the same in the list of Query, if it has one. */
  search: string;
  rootSearch?: false;
  /** A filter that matches some of them. */
  filter: () => object;
}

const member = 'organization { id } user { id }';
const machine = 'organization { id } application { id }';
const table: Related[] = [
  {
    parent: 'role',
    id: () => there.roles[0],
    field: 'users',
    root: 'users',
    by: 'roleId',
    type: 'User',
    identity: 'id',
    search: 'ada 1',
    filter: () => ({ organizationId: there.organizations[2] }),
  },
  {
    parent: 'role',
    id: () => there.roles[0],
    field: 'applications',
    root: 'applications',
    by: 'roleId',
    type: 'Application',
    identity: 'id',
    search: 'backend 1',
    filter: () => ({ organizationId: there.organizations[2] }),
  },
  {
    parent: 'apiResource',
    id: () => there.resource,
    field: 'scopes',
    root: 'scopes',
    by: 'apiResourceId',
    type: 'Scope',
    identity: 'id',
    search: 'scope0-1',
    filter: () => ({ roleId: there.roles[3] }),
  },
  {
    parent: 'organization',
    id: () => there.organizations[0],
    field: 'members',
    root: 'organizationMembers',
    by: 'organizationId',
    type: 'OrganizationMember',
    identity: member,
    search: 'ada 1',
    filter: () => ({ organizationRoleId: there.organizationRoles[0] }),
  },
  {
    parent: 'organization',
    id: () => there.organizations[0],
    field: 'applications',
    root: 'organizationApplications',
    by: 'organizationId',
    type: 'OrganizationApplication',
    identity: machine,
    search: 'backend 1',
    filter: () => ({ applicationId: there.applications[4] }),
  },
  {
    parent: 'organization',
    id: () => there.organizations[0],
    field: 'invitations',
    root: 'organizationInvitations',
    by: 'organizationId',
    type: 'OrganizationInvitation',
    identity: 'id',
    search: 'invited1',
    filter: () => ({ inviterId: there.users[5] }),
  },
  {
    parent: 'user',
    id: () => there.users[0],
    field: 'organizations',
    root: 'organizationMembers',
    by: 'userId',
    type: 'OrganizationMember',
    identity: member,
    search: 'customer 1',
    rootSearch: false,
    filter: () => ({ organizationRoleId: there.organizationRoles[0] }),
  },
  {
    parent: 'application',
    id: () => there.applications[0],
    field: 'organizations',
    root: 'organizationApplications',
    by: 'applicationId',
    type: 'OrganizationApplication',
    identity: machine,
    search: 'customer 1',
    rootSearch: false,
    filter: () => ({ organizationId: there.organizations[1] }),
  },
];
const named = table.map((related) => [`${related.parent}.${related.field}`, related] as const);

const variables = (type: string) =>
  `$first: Int, $last: Int, $after: String, $before: String, $search: String, $filter: ${type}Filter, $orderBy: ${type}Order`;
const given =
  'first: $first, last: $last, after: $after, before: $before, filter: $filter, search: $search, orderBy: $orderBy';
const shown = (identity: string) =>
  `totalCount nodes { ${identity} } edges { node { ${identity} } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`;

async function below({ parent, id, field, type, identity }: Related, requested: object): Promise<Data> {
  const query = `query ($id: ID!, ${variables(type)}) { ${parent}(id: $id) { ${field}(${given}) { ${shown(identity)} } } }`;
  return (await api.ask(query, { id: id(), ...requested }))[parent][field];
}

/** The same records from the list of Query, which test/graphql/lists/list-orders.test.ts tests. */
async function atRoot(
  { root, by, id, type, identity }: Related,
  { filter = {}, ...requested }: { filter?: object },
): Promise<Data> {
  const query = `query (${variables(type)}) { ${root}(${given}) { ${shown(identity)} } }`;
  return (await api.ask(query, { first: 100, ...requested, filter: { ...filter, [by]: id() } }))[root];
}

async function walk(related: Related, orderBy: object | undefined, way: 'first' | 'last'): Promise<object[]> {
  const seen: object[] = [];
  const [cursor, start] = way === 'first' ? (['after', 'endCursor'] as const) : (['before', 'startCursor'] as const);
  for (let place: string | null = null, more = true; more; ) {
    const page: Data = await below(related, { orderBy, [way]: 4, [cursor]: place });
    expect(page.edges.map(({ node }: Data) => node)).toEqual(page.nodes);
    expect(page.totalCount).toBe(records);
    seen.splice(way === 'first' ? seen.length : 0, 0, ...page.nodes);
    place = page.pageInfo[start];
    more = way === 'first' ? page.pageInfo.hasNextPage : page.pageInfo.hasPreviousPage;
  }
  return seen;
}

describe.each(named)('%s', (_name, related) => {
  const list = lists.find(({ name }) => name === related.root);
  const orders = (list?.orderFields ?? []).flatMap((field) =>
    ['ASC', 'DESC'].map((direction) => ({ field: constantName(field), direction })),
  );

  it.each([undefined, ...orders])(
    'equals the list of Query in the order %o, page by page in both directions',
    async (orderBy) => {
      const { nodes } = await atRoot(related, { orderBy } as object);
      expect(nodes).toHaveLength(records);
      expect(await walk(related, orderBy, 'first')).toEqual(nodes);
      expect(await walk(related, orderBy, 'last')).toEqual(nodes);
    },
  );

  it('has its filter, and its total counts the matches', async () => {
    const filter = related.filter();
    const { nodes, totalCount } = await atRoot(related, { filter });
    expect(totalCount).toBeGreaterThan(0);
    expect(totalCount).toBeLessThan(records);
    const found = await below(related, { filter, orderBy: orders[0] });
    expect([found.totalCount, found.nodes]).toEqual([
      totalCount,
      (await atRoot(related, { filter, orderBy: orders[0] } as object)).nodes,
    ]);
    expect((await below(related, { filter })).nodes).toEqual(nodes);
  });

  it('can be searched', async () => {
    const { search } = related;
    const found = await below(related, { search, first: 100 });
    expect(found.totalCount).toBeGreaterThan(0);
    expect(found.totalCount).toBeLessThan(records);
    expect(found.nodes).toHaveLength(found.totalCount);
    if (related.rootSearch !== false) expect(found.nodes).toEqual((await atRoot(related, { search } as object)).nodes);
    const [order] = orders;
    const ordered = await below(related, { search, orderBy: order, last: 100 });
    const byIdentity = (nodes: object[]) => nodes.map((node) => JSON.stringify(node)).sort();
    expect(byIdentity(ordered.nodes)).toEqual(byIdentity(found.nodes));
  });

  it('reports an invalid argument with its path, and resolves the other fields', async () => {
    const { parent, id, field, type } = related;
    const refused = async (requested: object) => {
      const query = `query ($id: ID!, ${variables(type)}) { ${parent}(id: $id) { id ${field}(${given}) { totalCount nodes { __typename } } } }`;
      const answer = await api.call(query, { id: id(), ...requested });
      expect(answer.data[parent]).toEqual({ id: id(), [field]: null });
      expect(answer.errors[0]?.path).toEqual([parent, field]);
      return [codesOf(answer), problemPaths(answer)];
    };
    const [first, second] = orders;
    const cursor = (await below(related, { orderBy: first, first: 1 })).pageInfo.endCursor;
    const [name = ''] = Object.keys(related.filter());
    expect(await refused({ filter: { [name]: 'x' } })).toEqual([['BAD_USER_INPUT'], [`filter.${name}`]]);
    expect(await refused({ search: 'x'.repeat(257) })).toEqual([['BAD_USER_INPUT'], ['search']]);
    expect(await refused({ after: cursor, orderBy: second })).toEqual([['INVALID_CURSOR'], ['after']]);
    expect(await refused({ before: cursor })).toEqual([['INVALID_CURSOR'], ['before']]);
    expect(await refused({ after: 'nonsense' })).toEqual([['INVALID_CURSOR'], ['after']]);
    for (const size of [-1, 0, 101]) expect(await refused({ first: size })).toEqual([['BAD_USER_INPUT'], ['first']]);
    expect(await refused({ last: 101 })).toEqual([['BAD_USER_INPUT'], ['last']]);
    expect(await refused({ first: 1, last: 1 })).toEqual([['BAD_USER_INPUT'], ['last']]);
  });
});

it('two related lists in one query are resolved separately', async () => {
  const { role } = await api.ask(
    `query ($id: ID!) { role(id: $id) {
      all: users { totalCount nodes { id } }
      some: users(search: "ada 1", orderBy: { field: EMAIL, direction: DESC }) { totalCount nodes { id } }
      last: users(last: 2) { nodes { id } }
    } }`,
    { id: there.roles[0] },
  );
  expect([role.all.totalCount, role.all.nodes.length]).toEqual([records, records]);
  expect(role.some.totalCount).toBeLessThan(records);
  expect(role.some.nodes).toHaveLength(role.some.totalCount);
  expect(role.last.nodes).toEqual(role.all.nodes.slice(-2));
});

it('the totals of several related lists of several records are not mixed up', async () => {
  const { organizations } = await api.ask(
    `{ organizations { nodes {
      id members { totalCount } few: members(search: "ada 1") { totalCount } applications { totalCount } invitations { totalCount }
    } } }`,
  );
  const totals = organizations.nodes.map(({ id, members, few, applications, invitations }: Data) => [
    id,
    members.totalCount,
    applications.totalCount,
    invitations.totalCount,
    few.totalCount < members.totalCount,
  ]);
  expect(totals).toEqual(
    there.organizations.map((id, index) =>
      index === 0 ? [id, records, records, records, true] : [id, 2, 2, 0, expect.any(Boolean)],
    ),
  );
});

describe('a filter by a link below a record', () => {
  const ask = (filter: object, ...permissions: Permission[]) =>
    api.call(
      'query ($id: ID!, $filter: OrganizationMemberFilter) { organization(id: $id) { members(filter: $filter) { totalCount } } }',
      { id: there.organizations[0], filter },
      tokenFor(permissions),
    );

  it('requires the permission of the linked kind', async () => {
    const filter = { userId: there.users[3] };
    expect(codesOf(await ask(filter, 'organizations:read'))).toEqual(['FORBIDDEN']);
    const answer = await ask(filter, 'organizations:read', 'users:read');
    expect(answer.data.organization.members.totalCount).toBe(1);
  });
});

describe('the number of statements', () => {
  it.each(named)(
    'the statements for %s are as many for one record as for many, with every argument, but for the totals',
    async (_name, related) => {
      const { parent, field, type, identity } = related;
      const query = `query ($size: Int, ${variables(type)}) { ${parent}s(first: $size) { nodes { ${field}(${given}) { ${shown(identity).replace('totalCount', '')} } } } }`;
      const list = lists.find(({ name }) => name === related.root);
      const orderBy = { field: constantName(list?.orderFields[0] ?? ''), direction: 'DESC' };
      const requested = { filter: related.filter(), search: related.search, orderBy, first: 2 };
      const counted = (size: number) => api.statementsOf(() => api.ask(query, { ...requested, size }));
      const one = await counted(1);
      expect(await counted(records)).toBe(one);
      expect(one).toBeLessThanOrEqual(5);
    },
  );
});
