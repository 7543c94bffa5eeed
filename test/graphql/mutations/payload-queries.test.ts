import { beforeAll, describe, expect, it } from 'vitest';
import { getNamedType } from 'graphql';
import { flowCalls } from '../../../src/kernel/my-flows.ts';
import { accountOperations } from '../../../src/operations/index.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { permissionNames } from '../../../src/vocabulary/permissions.ts';
import { administratorOf, type Caller, holder, startManagementApi } from '../../support/management-api.ts';
import { waitingForLocks } from '../../support/servers/database.ts';
import { perFile } from '../../support/per-file.ts';
import { makeOrders, orders } from '../lists/orders.ts';

const api = perFile(startManagementApi);
let records: Awaited<ReturnType<typeof makeOrders>>;
let writer: string;
const everything = holder(...permissionNames);

beforeAll(async () => {
  records = await makeOrders(api.kernel.database);
  writer = await newRole('Writer', ['orders:delete']);
});

async function newRole(name: string, scopes: readonly string[], indicator = orders): Promise<string> {
  const found = await api.kernel.database.prisma.scope.findMany({
    where: { name: { in: [...scopes] }, resource: { indicator } },
  });
  const input = { name, scopeIds: found.map(({ id }) => id) };
  const { data } = await api.graphql(
    'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }',
    everything,
    { input },
  );
  return data.createRole.role.id;
}

const assign = (fields: string, dryRun = true) =>
  `mutation ($userId: ID!, $roleIds: [ID!]!) {
    assignUserRoles(dryRun: ${dryRun}, input: { userId: $userId, roleIds: $roleIds }) { ${fields} } }`;
const explanation = () => `explainTokenExchange(input: {
  applicationId: "${records.backend.id}", userId: "${records.ada.id}", resource: "${orders}", scopes: ["orders:delete"]
}) { outcome { isGranted } scopes { isGranted through { role { name } } } }`;

describe('the field `query` of a payload', () => {
  it('belongs to the payload of every mutation of the Management API, and leads to no other mutation', () => {
    const ofAccount = [...accountOperations, ...Object.values(flowCalls)].map(({ name }): string => name);
    const payloads = Object.values(schema.getMutationType()?.getFields() ?? {})
      .filter(({ name }) => !ofAccount.includes(name))
      .map(({ type }) => getNamedType(type));
    const without = payloads.filter(
      (type) => !('getFields' in type) || String(type.getFields()['query']?.type) !== 'Query!',
    );
    expect(without).toEqual([]);
    const leading = Object.values(schema.getQueryType()?.getFields() ?? {}).map(({ type }) => getNamedType(type).name);
    expect(leading.filter((name) => name === 'Mutation' || name === 'Query' || name.endsWith('Payload'))).toEqual([]);
  });

  it('shows what would hold after a dry run: explanations, lists and counts', async () => {
    const fields = `query { ${explanation()} role(id: "${writer}") { users { totalCount nodes { id } } } roles { totalCount } }`;
    const variables = { userId: records.ada.id, roleIds: [writer] };
    const { data, codes } = await api.graphql(assign(fields), everything, variables);
    expect(codes).toEqual([]);
    expect(data.assignUserRoles.query).toMatchObject({
      explainTokenExchange: {
        outcome: { isGranted: true },
        scopes: [{ isGranted: true, through: [{ role: { name: 'Writer' } }] }],
      },
      role: { users: { totalCount: 1, nodes: [{ id: records.ada.id }] } },
    });
    const now = await api.graphql(`{ ${explanation()} role(id: "${writer}") { users { totalCount } } }`, everything);
    expect(now.data).toMatchObject({
      explainTokenExchange: { outcome: { isGranted: false }, scopes: [{ isGranted: false }] },
      role: { users: { totalCount: 0 } },
    });
  });

  it('shows in a dry run of the exchange rules which exchange they would refuse', async () => {
    const { data, codes } = await api.graphql(
      `mutation { setApplicationExchangePolicy(dryRun: true, input: { applicationId: "${records.backend.id}", targets: [] }) {
        application { exchangePolicy { targets { scopes } scopeRule } }
        query { explainTokenExchange(input: {
          applicationId: "${records.backend.id}", userId: "${records.ada.id}", resource: "${orders}"
        }) { outcome { reason } rules { rule applies isMet } } } } }`,
      everything,
    );
    expect(codes).toEqual([]);
    expect(data.setApplicationExchangePolicy).toMatchObject({
      application: { exchangePolicy: { targets: [], scopeRule: 'HELD' } },
      query: {
        explainTokenExchange: {
          outcome: { reason: 'TARGET_NOT_ALLOWED' },
          rules: [{ rule: 'OWNER', applies: false }, { rule: 'TARGETS', applies: true, isMet: false }, {}, {}, {}, {}],
        },
      },
    });
  });

  it('shows in a dry run of deleteRole that its holders lose it', async () => {
    const { roleId } = await api.kernel.database.prisma.userRole.findFirstOrThrow({
      where: { userId: records.ada.id, role: { name: 'Auditor' } },
    });
    const { data, codes } = await api.graphql(
      `mutation { deleteRole(dryRun: true, input: { roleId: "${roleId}" }) {
        query { role(id: "${roleId}") { id } user(id: "${records.ada.id}") { roles { name } } } } }`,
      everything,
    );
    expect([codes, data.deleteRole.query]).toEqual([[], { role: null, user: { roles: [{ name: 'Reader' }] } }]);
  });

  it('explains a sign-in by what would hold after a dry run', async () => {
    const { data, codes } = await api.graphql(
      `mutation { deleteUser(dryRun: true, input: { userId: "${records.sam.id}" }) {
        query { explainSignIn(input: { userId: "${records.sam.id}" }) { userId } } } }`,
      everything,
    );
    expect([codes, data.deleteUser.query.explainSignIn.userId]).toEqual([[], null]);
  });

  it('is read after the commit of a mutation that is no dry run', async () => {
    const document =
      'mutation { createRole(input: { name: "Committed" }) { role { id } query { roles(search: "Committed") { nodes { id } } } } }';
    const { data, codes } = await api.graphql(document, everything);
    expect([codes, data.createRole.query.roles.nodes]).toEqual([[], [data.createRole.role]]);
  });

  it('shows each mutation of a document what the earlier ones would change', async () => {
    const { data } = await api.graphql(
      `mutation {
        a: createRole(dryRun: true, input: { name: "First" }) { query { roles(search: "First") { totalCount } } }
        b: createUsers(dryRun: true, input: { items: [{ username: "second" }] }) { query { roles(search: "First") { totalCount } users(search: "second") { totalCount } } }
      }`,
      everything,
    );
    const one = { totalCount: 1 };
    expect(data).toEqual({ a: { query: { roles: one } }, b: { query: { roles: one, users: one } } });
  });

  it('counts for the limits of depth and fields', async () => {
    const wide = 'users(first: 100) { nodes { roles { scopes { roles { users(first: 100) { nodes { id } } } } } } }';
    const { codes } = await api.graphql(
      `mutation { createRole(dryRun: true, input: { name: "Wide" }) { query { ${wide} } } }`,
      everything,
    );
    expect(codes).toEqual(['TOO_COMPLEX']);
  });
});

describe('the permissions below `query`', () => {
  const codesOf = async (query: string, caller: Caller) => (await api.graphql(query, caller)).codes;

  it('are those of the caller, not those that a dry run would give it', async () => {
    const { user, role } = api.ours;
    const caller: Caller = { id: user, permissions: ['users:write', 'roles:write', 'resources:write'] };
    const document = `mutation {
      assignUserRoles(dryRun: true, input: { userId: "${user}", roleIds: ["${role}"] }) {
        user { id } query { users { nodes { id } } viewer { permissions } }
      } }`;
    const { data, codes } = await api.graphql(document, caller);
    expect(codes).toEqual(['FORBIDDEN']);
    expect(data.assignUserRoles.query).toMatchObject({ users: null });
  });

  it('do not include what a payload shows of the changed record', async () => {
    const { user } = api.ours;
    const document = (dryRun: boolean) => `mutation {
      setUserSuspended(dryRun: ${dryRun}, input: { userId: "${user}", isSuspended: false }) {
        user { username } query { user(id: "${user}") { username } node(id: "${user}") { id } }
      } }`;
    for (const dryRun of [true, false]) {
      expect(await codesOf(document(dryRun), holder('users:write'))).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    }
  });

  it('let an administrator of an organization see its own organization only', async () => {
    const { organization, user } = api.ours;
    const document = `mutation { updateOrganization(dryRun: true, input: { organizationId: "${organization}", name: "Renamed" }) {
      query { organizations { nodes { name } } organization(id: "${api.theirs.organization}") { id } users { nodes { id } } } } }`;
    const { data, codes, text } = await api.graphql(document, administratorOf(api.ours));
    expect(codes).toEqual([]);
    expect(data.updateOrganization.query).toMatchObject({
      organizations: { nodes: [{ name: 'Renamed' }] },
      organization: null,
    });
    expect([text.includes(user), text.includes(api.theirs.user)]).toEqual([true, false]);
  });

  it('do not let a dry run show a user by making it a member of an organization of the caller', async () => {
    const { organization } = api.ours;
    const caller: Caller = { ...administratorOf(api.ours), permissions: ['organizations:write'] };
    const document = `mutation {
      addOrganizationMembers(dryRun: true, input: { organizationId: "${organization}", userIds: ["${api.theirs.user}"] }) { organization { id } }
      updateOrganization(dryRun: true, input: { organizationId: "${organization}", name: "Larger" }) {
        query { users { nodes { email username } } }
      } }`;
    const { data, codes, text } = await api.graphql(document, caller);
    expect([codes, data.updateOrganization]).toEqual([['FORBIDDEN'], null]);
    expect(text).not.toContain(`user_${api.theirs.n}@`);
  });
});

describe('a read that takes too long', () => {
  it.each([
    ['a dry run', '', 'dryRun: true,'],
    ['an atomic operation', '@atomic', ''],
  ])('is refused with TOO_COMPLEX in %s, and nothing is stored', async (_, directive, argument) => {
    const { pool } = api.kernel.database;
    const blocker = await pool.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE webhooks');
      const answer = api.graphql(
        `mutation ${directive} {
          a: createRole(${argument} input: { name: "Slow" }) { query { webhooks { nodes { id } } } }
          b: createRole(${argument} input: { name: "Later" }) { role { id } }
        }`,
        everything,
      );
      // As the statement timeout does, but at once.
      await expect.poll(() => waitingForLocks(api.kernel.database), { interval: 5 }).toBe(1);
      await pool.query(
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(new Set((await answer).codes)).toEqual(new Set(['TOO_COMPLEX']));
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    expect(await api.kernel.database.prisma.role.count({ where: { name: { in: ['Slow', 'Later'] } } })).toBe(0);
  });
});
