import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/domain/failure.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import { type Permission, permissionNames } from '../../../src/vocabulary/permissions.ts';
import { type LiveClient, openLiveClient } from '../../support/browsers/live-client.ts';
import { makeRecords, type Records } from '../../support/records.ts';
import { type Api, codesOf, startApi, tokenFor } from '../api.ts';

/** The permissions of tokens, by the id of the caller; null if they are no longer accepted. */
const rights = new Map<string, readonly Permission[] | null>();

let api: Api;
beforeAll(async () => {
  api = await startApi((_kernel, authenticate) => ({
    authenticate: async (header): Promise<Actor> => {
      const actor = await authenticate(header);
      const left = rights.get(actor.id ?? '');
      if (left === null) throw new Failure('UNAUTHENTICATED', 'The access token is revoked.');
      return left ? { ...actor, permissions: new Set(left) } : actor;
    },
  }));
});
afterAll(() => api[Symbol.asyncDispose]());

const consoles: LiveClient[] = [];
afterEach(() => Promise.all(consoles.splice(0).map(async ({ client }) => client.dispose())));

const subscription = `subscription {
  viewer { permissions organizations { organizationId permissions } obtainablePermissions preferencesVersion }
}`;
function watch(id: string, permissions: readonly Permission[]) {
  const opened = openLiveClient(api, tokenFor(permissions, id));
  consoles.push(opened);
  return { ...opened, watched: opened.watch(subscription) };
}
const asUser = (id: string, query: string) => api.ask(query, {}, tokenFor(['users:read'], id));
const prefer = (id: string, document: string) =>
  asUser(id, `mutation { updateMyPreferences(input: { document: ${document} }) { document version } }`);

/** Gives a user a role with a permission of the Management API. */
async function assign(records: Records, userId: string): Promise<void> {
  const scope = await api.kernel.database.prisma.scope.findUniqueOrThrow({ where: { id: records.builtInScope } });
  expect(permissionNames).toContain(scope.name);
  const { createRole } = await api.ask(
    'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }',
    { input: { name: `Held ${userId}`, scopeIds: [records.builtInScope] } },
  );
  await api.ask('mutation ($input: AssignUserRolesInput!) { assignUserRoles(input: $input) { user { id } } }', {
    input: { userId, roleIds: [createRole.role.id] },
  });
}

describe('subscription { viewer }', () => {
  it('sends at once what the caller may do, and the version of its preferences', async () => {
    const { user } = await makeRecords(api.kernel);
    await prefer(user, '{ density: "compact" }');
    const { watched } = watch(user, ['users:read', 'roles:read']);
    await watched.until(1);
    expect(watched.messages[0].viewer).toEqual({
      permissions: ['ROLES_READ', 'USERS_READ'],
      organizations: [],
      obtainablePermissions: [],
      preferencesVersion: 2,
    });
  });

  it('sends a permission that the caller has lost or gained, without a new connection', async () => {
    const { user } = await makeRecords(api.kernel);
    const { watched } = watch(user, ['users:read', 'roles:read']);
    await watched.until(1);
    rights.set(user, ['users:read']);
    await api.ask('mutation { createRole(input: { name: "Any change of a role" }) { role { id } } }');
    await watched.until(2);
    expect(watched.messages[1].viewer.permissions).toEqual(['USERS_READ']);
  });

  it('sends what another access token could have after a role was assigned', async () => {
    const records = await makeRecords(api.kernel);
    await api.kernel.database.prisma.apiResource.update({
      where: { id: records.builtIn },
      data: { isBuiltIn: true },
    });
    const { watched } = watch(records.other, ['roles:read']);
    await watched.until(1);
    await assign(records, records.other);
    await watched.until(2);
    expect(watched.messages[1].viewer).toMatchObject({ permissions: ['ROLES_READ'] });
    expect(watched.messages[1].viewer.obtainablePermissions).toHaveLength(1);
    const { viewer } = await api.ask('{ viewer { obtainablePermissions } }', {}, tokenFor([], records.other));
    expect(viewer.obtainablePermissions).toEqual(watched.messages[1].viewer.obtainablePermissions);
  });

  it('sends the version of preferences that another tab has changed, and nothing about other people', async () => {
    const { user, other } = await makeRecords(api.kernel);
    const { watched } = watch(user, ['users:read']);
    await watched.until(1);
    await prefer(other, '{ density: "compact" }');
    await prefer(user, '{ density: "compact" }');
    await watched.until(2);
    await prefer(user, '{ density: "wide" }');
    await watched.until(3);
    expect(watched.messages.map(({ viewer }) => viewer.preferencesVersion)).toEqual([1, 2, 3]);
  });

  it('ends with the refusal when the token is no longer accepted', async () => {
    const { user } = await makeRecords(api.kernel);
    const { watched, closed } = watch(user, ['users:read']);
    await watched.until(1);
    rights.set(user, null);
    await api.ask('mutation { createRole(input: { name: "Another change of a role" }) { role { id } } }');
    await watched.end();
    expect(watched.messages.slice(1).every(({ viewer }) => viewer === undefined)).toBe(true);
    expect(closed.every(({ code }) => code === 4403)).toBe(true);
  });

  it('has no version of preferences for an application', async () => {
    const { service } = await makeRecords(api.kernel);
    const { watched } = watch(service, ['users:read']);
    await watched.until(1);
    expect(watched.messages[0].viewer.preferencesVersion).toBeNull();
  });
});

describe('viewer { preferences }', () => {
  it('are those of the caller; those of others cannot be read', async () => {
    const { user, other } = await makeRecords(api.kernel);
    expect((await prefer(user, '{ views: [{ name: "New", address: "/users" }] }')).updateMyPreferences).toEqual({
      document: { views: [{ name: 'New', address: '/users' }] },
      version: 2,
    });
    const query = '{ viewer { preferences { document version } } }';
    expect((await asUser(user, query)).viewer.preferences.version).toBe(2);
    expect((await asUser(other, query)).viewer.preferences).toEqual({ document: {}, version: 1 });
    const elsewhere = await api.call(`{ user(id: "${user}") { preferences { version } } }`);
    expect(elsewhere.errors[0]?.message).toMatch(/Cannot query field/);
  });

  it('are null for an application, which cannot change any', async () => {
    const { service } = await makeRecords(api.kernel);
    const token = tokenFor(['users:write'], service);
    expect((await api.ask('{ viewer { preferences { version } } }', {}, token)).viewer.preferences).toBeNull();
    const answer = await api.call(
      'mutation { updateMyPreferences(input: { document: { a: 1 } }) { version } }',
      {},
      token,
    );
    expect(codesOf(answer)).toEqual(['FORBIDDEN']);
  });

  it('preferences in a dry run are shown as they would be, and not stored', async () => {
    const { user } = await makeRecords(api.kernel);
    const { updateMyPreferences } = await asUser(
      user,
      `mutation { updateMyPreferences(dryRun: true, expectedVersion: 1, input: { document: { a: 1 } }) {
        version query { viewer { preferences { document version } } } events { typeName } } }`,
    );
    const preferences = { document: { a: 1 }, version: 2 };
    expect(updateMyPreferences).toEqual({
      version: 2,
      query: { viewer: { preferences } },
      events: [{ typeName: 'User.Preferences.Updated' }],
    });
    expect((await asUser(user, '{ viewer { preferences { version } } }')).viewer.preferences.version).toBe(1);
  });
});
