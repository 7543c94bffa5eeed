import { beforeAll, describe, expect, test } from 'vitest';
import { isPermissionIn, permissionNames } from '../../../src/vocabulary/permissions.ts';
import { openLiveClient } from '../../support/browsers/live-client.ts';
import { addUser } from '../../support/issuer.ts';
import { claimsOf, mint, signInRecords } from '../../support/exchanges/token-endpoint.ts';
import { startManagementExchanges } from './requests/management-exchanges.ts';

/** A person with every permission through a role, a member of Acme, with a token that is confined to it. */
const { endpoint, prisma, administrator, trusted, ordinary, ...fixture } = await startManagementExchanges();
const { exchange, graphql, scopeId } = fixture;
const { acme, globex, initech } = endpoint.records;
let token: string;

beforeAll(async () => {
  await prisma.organizationUser.create({ data: { organizationId: acme, userId: administrator.id } });
  token = (await exchange(trusted, ordinary, { organization_id: acme })).token;
});

const inOrganization = permissionNames.filter((name) => isPermissionIn(acme, name));
const written = (names: readonly string[]) =>
  names.toSorted().map((name) => name.toUpperCase().replaceAll(/[-:]/g, '_'));
const codesOf = async (query: string, variables: object = {}) =>
  ((await graphql(token, query, variables)).errors ?? []).map(({ extensions }) => extensions.code);
const rest = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, endpoint.on), {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });

describe('at the Management API, a token that is confined to an organization', () => {
  test('has the permissions of its person in that organization only, those held through roles included', async () => {
    const { data } = await graphql(token, '{ viewer { permissions organizations { organizationId permissions } } }');
    expect(data.viewer).toEqual({
      permissions: [],
      organizations: [{ organizationId: acme, permissions: written(inOrganization) }],
    });
  });

  test('has no permission that cannot be held in an organization', async () => {
    const others = permissionNames.filter((name) => !inOrganization.includes(name));
    const only = (await exchange(trusted, ordinary, { organization_id: acme, scope: others.join(' ') })).token;
    const { data, errors } = await graphql(only, '{ viewer { permissions organizations { organizationId } } }');
    expect([data.viewer, errors]).toEqual([{ permissions: [], organizations: [] }, undefined]);
    const own = 'mutation { updateMyPreferences(input: { document: { a: 1 } }) { version } }';
    expect((await graphql(only, own)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });

  test('starts no job, creates no user, and sets no password', async () => {
    expect(await codesOf('mutation { createUser(input: { username: "mallory" }) { user { id } } }')).toEqual([
      'FORBIDDEN',
    ]);
    expect(
      await codesOf('mutation { startJob(input: { operation: END_USER_SESSIONS, filter: {} }) { job { id } } }'),
    ).toEqual(['FORBIDDEN']);
    const set =
      'mutation ($id: ID!) { setUserPassword(input: { userId: $id, password: "correct horse" }) { user { id } } }';
    expect(await codesOf(set, { id: administrator.id })).toEqual(['FORBIDDEN']);
    for (const [path, body] of [
      ['/api/users', { username: 'mallory' }],
      ['/api/jobs', { operation: 'endUserSessions', filter: {} }],
      ['/api/users/import', {}],
    ] as const) {
      expect((await rest(path, { method: 'POST', body: JSON.stringify(body) })).status).toBe(403);
    }
    expect(await prisma.user.count({ where: { username: 'mallory' } })).toBe(0);
    expect(await prisma.job.count()).toBe(0);
  });

  test('reads and exports the members of that organization only', async () => {
    const members = await prisma.organizationUser.findMany({ where: { organizationId: acme } });
    const expected = members.map(({ userId }) => userId).sort();
    const { data } = await graphql(token, '{ users { nodes { id } } organizations { nodes { id } } }');
    expect(data.users.nodes.map(({ id }: { id: string }) => id).sort()).toEqual(expected);
    expect(data.organizations.nodes).toEqual([{ id: acme }]);
    const { items } = (await (await rest('/api/users')).json()) as { items: { id: string }[] };
    expect(items.map(({ id }) => id).sort()).toEqual(expected);
    const lines = (await (await rest('/api/export/users?format=ndjson')).text()).trim().split('\n');
    const exported = lines.flatMap((line) => (JSON.parse(line) as { id?: string }).id ?? []);
    expect(exported.sort()).toEqual(expected);
    expect((await rest('/api/export/roles')).status).toBe(403);
    expect((await rest(`/api/users/${endpoint.records.bob.id}`)).status).toBe(404);
  });

  test('changes that organization, and no other one', async () => {
    const rename = (id: string) =>
      graphql(
        token,
        'mutation ($id: ID!) { updateOrganization(input: { organizationId: $id, description: "x" }) { organization { id } } }',
        { id },
      );
    expect((await rename(acme)).errors).toBeUndefined();
    expect((await rename(globex)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect((await rename(initech)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(await codesOf('mutation { createOrganization(input: { name: "New" }) { organization { id } } }')).toEqual([
      'FORBIDDEN',
    ]);
  });

  test('gives in that organization only what its person may do there by it', async () => {
    const give = (names: string[]) => giveRole(names.map(scopeId));
    expect(await give(['users:read'])).toBeUndefined();
    // Of other permissions an organization role gives none.
    expect(await give(['users:write'])).toBeUndefined();
    const narrow = (await exchange(trusted, ordinary, { organization_id: acme, scope: 'organizations:write' })).token;
    expect(await giveRole([scopeId('users:read')], narrow)).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });

  async function giveRole(scopeIds: string[], by = token) {
    const id = `org_role_${String(await prisma.organizationRole.count()).padStart(26, '0')}`;
    const apiScopes = { create: scopeIds.map((one) => ({ scopeId: one })) };
    await prisma.organizationRole.create({ data: { id, name: id, apiScopes } });
    const query = `mutation ($input: SetOrganizationMemberRolesInput!) {
      setOrganizationMemberRoles(input: $input) { organization { id } }
    }`;
    const input = { organizationId: acme, userId: endpoint.records.ada.id, organizationRoleIds: [id] };
    return (await graphql(by, query, { input })).errors;
  }

  test('receives live events of that organization only', async () => {
    const live = openLiveClient({ url: new URL('/graphql', endpoint.on).href }, token);
    const watch = live.watch('subscription { events { ... on EventMessage { event { subject { id } } } } }');
    await watch.until(1);
    const everywhere = (await exchange(trusted, ordinary)).token;
    const update = (id: string, description: string) =>
      graphql(
        everywhere,
        'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { organization { id } } }',
        { input: { organizationId: id, description } },
      );
    await update(globex, 'not here');
    await update(acme, 'here');
    await watch.until(2);
    expect(watch.messages.slice(1)).toEqual([{ events: { event: { subject: { id: acme } } } }]);
    await live.client.dispose();
  });
});

test('the same person has every permission everywhere by a token that is not confined', async () => {
  expect(await fixture.call((await exchange(trusted, ordinary)).token)).toBe(permissionNames.length);
});

test('a confined token is refused once its person has left the organization', async () => {
  const { id } = await addUser(prisma, { scopeIds: [scopeId('users:read')] });
  await prisma.organizationUser.create({ data: { organizationId: acme, userId: id } });
  const subject = await mint(endpoint, claimsOf(endpoint, await signInRecords(endpoint, id, endpoint.records.shop.id)));
  const confined = (await exchange(trusted, subject, { organization_id: acme })).token;
  const ask = () => graphql(confined, '{ viewer { organizations { permissions } } }');
  expect((await ask()).data.viewer.organizations).toEqual([{ permissions: ['USERS_READ'] }]);
  await prisma.organizationUser.deleteMany({ where: { userId: id } });
  expect(await ask()).toMatchObject({
    errors: [{ message: 'The access token is confined to an organization that its user has left.' }],
  });
});

test('no request of this file caused an internal error', () => {
  expect(endpoint.faults).toEqual([]);
});
