import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccessPolicy, createAccessPolicy } from '../../src/oidc/access/access-policy.ts';
import { grantReference } from '../../src/oidc/tokens/access-token-claims.ts';
import type { PolicyQuery } from '../../src/oidc/access/policy-state.ts';
import { id, openPolicyDatabase, query } from './policy-database.ts';

let opened: Awaited<ReturnType<typeof openPolicyDatabase>>;
let database: (typeof opened)['database'];
let policy: AccessPolicy;
let now = new Date('2026-11-21T10:00:00Z');

beforeAll(async () => {
  opened = await openPolicyDatabase();
  ({ database } = opened);
  policy = createAccessPolicy({ database, clock: { now: () => now } });
});
afterAll(() => opened.close());

describe('the access policy', () => {
  test('reads everything about a token in one statement', async () => {
    expect(await policy.read(query(7))).toEqual({
      resource: 'urn:api:14',
      client: {
        version: 1,
        type: 'MACHINE_TO_MACHINE',
        isThirdParty: false,
        tokenExchangeAllowed: false,
        managementApiAllowed: false,
        isSuspended: false,
        sessionEpoch: 0,
      },
      user: 'active',
      grantClientId: id('app', 1),
      isSessionAlive: true,
      applications: { count: 1, anyThirdParty: false, anySuspended: false },
      anyEnded: false,
      accessTokenTtl: 114,
      accessTokenSigningAlg: 'ES256',
      apiResourceId: expect.stringMatching(/14$/),
      position: 0,
      isMember: false,
      scopes: ['s14'],
      signingKeyIds: new Set(),
      exchangeRules: null,
    });
  });

  test('reads the rules of the client, its target and whether it serves the API of the subject token', async () => {
    const rules = { subject_audience: 'SERVED', scope_rule: 'NEVER_WIDER', organization_rule: 'REQUIRED' };
    const columns = Object.entries(rules).map(([name, value]) => `${name} = '${value}'`);
    await database.pool.query(`
      UPDATE applications SET targets_restricted = true, exchange_organization_ids = '{${id('org', 5)}}', max_authentication_age = 300, required_acr = 'phr', ${columns.join()} WHERE id = '${id('app', 400)}';
      INSERT INTO application_targets VALUES ('${id('app', 400)}', '${id('res', 14)}', '{s14}', '[{"carried": "a", "allows": ["s14"]}]');
      INSERT INTO served_resources VALUES ('${id('app', 400)}', '${id('res', 3)}')`);
    const read = async (changed: Partial<PolicyQuery>) =>
      (await policy.read(query(7, { clientId: id('app', 400), ...changed }))).exchangeRules;
    const expected = {
      isOwnerActive: null,
      targetsRestricted: true,
      target: { scopes: ['s14'], mappings: [{ carried: 'a', allows: ['s14'] }] },
      subjectAudience: 'SERVED',
      isServed: true,
      scopeRule: 'NEVER_WIDER',
      mustNameOrganization: true,
      mayNameOrganization: false,
      maxAuthenticationAge: 300,
      requiredAcr: 'phr',
    };
    expect(await read({ subjectResource: 'urn:api:3' })).toEqual(expected);
    expect(await read({ subjectResource: 'urn:api:4', resource: 'urn:api:15' })).toEqual({
      ...expected,
      target: null,
      isServed: false,
    });
    expect(await read({ organizationId: id('org', 5) })).toMatchObject({ mayNameOrganization: true });
    expect(await read({ organizationId: id('org', 6) })).toMatchObject({ mayNameOrganization: false });
    for (const subjectResource of [undefined, '', 'urn:\0']) {
      expect(await read({ subjectResource })).toMatchObject({ isServed: false });
    }
  });

  test('reads whether the owner of the client is an active user, and takes a deleted one for inactive', async () => {
    const set = (assignments: string) =>
      database.pool.query(`UPDATE applications SET ${assignments} WHERE id = '${id('app', 402)}'`);
    const isOwnerActive = async () =>
      (await policy.read(query(7, { clientId: id('app', 402) }))).exchangeRules?.isOwnerActive;
    expect(await isOwnerActive()).toBeUndefined();
    await set(`owner_id = '${id('user', 8)}'`);
    expect(await isOwnerActive()).toBe(true);
    await database.pool.query(`UPDATE users SET suspended_at = now() WHERE id = '${id('user', 8)}'`);
    expect(await isOwnerActive()).toBe(false);
    await database.pool.query(`UPDATE users SET suspended_at = NULL WHERE id = '${id('user', 8)}'`);
    await set(`owner_id = 'user_deleted'`);
    expect(await isOwnerActive()).toBe(false);
  });

  test('takes an application that has expired by the injected clock for suspended, as the client and in a chain', async () => {
    const expired = id('app', 403);
    const at = (time: Date) =>
      database.pool.query(`UPDATE applications SET expires_at = '${time.toISOString()}' WHERE id = '${expired}'`);
    const read = async () => {
      const { client, applications } = await policy.read(query(7, { clientId: expired, applicationIds: [expired] }));
      return [client?.isSuspended, applications.anySuspended];
    };
    await at(new Date(now.getTime() + 1));
    expect(await read()).toEqual([false, false]);
    await at(now);
    expect(await read()).toEqual([true, true]);
  });

  test('counts every application in the actor chain, and the one that signed the user in', async () => {
    const applicationIds = [5, 6, 10, 11].map((number) => id('app', number));
    const applications = async () => (await policy.read(query(7, { applicationIds }))).applications;
    expect(await applications()).toEqual({ count: 5, anyThirdParty: false, anySuspended: false });
    await database.pool.query(`UPDATE applications SET suspended_at = now() WHERE id = '${id('app', 11)}'`);
    await database.pool.query(`UPDATE applications SET is_third_party = true WHERE id = '${id('app', 10)}'`);
    expect(await applications()).toEqual({ count: 5, anyThirdParty: true, anySuspended: true });
    await database.pool.query(`DELETE FROM applications WHERE id = '${id('app', 6)}'`);
    expect(await applications()).toMatchObject({ count: 4 });
  });

  test('gives each of 200 concurrent requests its own result', async () => {
    const states = await Promise.all(Array.from({ length: 200 }, (_, user) => policy.read(query(user))));
    states.forEach(({ scopes }, user) => expect(scopes).toContain(`s${(2 * user) % 1000}`));
    expect(new Set(states.map(({ scopes }) => scopes.join(' '))).size).toBe(200);
  });

  test('finds nothing for unknown records', async () => {
    const nowhere = { clientId: id('app', 9999), applicationIds: [id('app', 9999)], resource: 'urn:api:none' };
    const unknown = { userId: id('user', 99_999), grant: grantReference('x', 'x'), organizationId: id('org', 9999) };
    expect(await policy.read(query(0, { ...nowhere, ...unknown }))).toEqual({
      resource: 'urn:api:none',
      client: undefined,
      user: 'unknown',
      grantClientId: null,
      isSessionAlive: false,
      applications: { count: 0, anyThirdParty: false, anySuspended: false },
      anyEnded: false,
      accessTokenTtl: null,
      accessTokenSigningAlg: null,
      apiResourceId: null,
      position: 0,
      isMember: false,
      scopes: [],
      signingKeyIds: new Set(),
      exchangeRules: null,
    });
  });

  test('counts organization roles: of every organization, or of the named one only', async () => {
    const resource = 'urn:api:7';
    expect((await policy.read(query(7, { resource }))).scopes).toEqual(['s7']);
    const inside = await policy.read(query(7, { resource, organizationId: id('org', 7) }));
    expect([inside.isMember, inside.scopes]).toEqual([true, ['s7']]);
    const outside = await policy.read(query(7, { resource, organizationId: id('org', 8) }));
    expect([outside.isMember, outside.scopes]).toEqual([false, []]);
  });

  test('returns a scope once if it is held in two ways', async () => {
    // User 2525: role 25 holds scopes 50 and 51, organization role 25 scope 25. A second role holds scope 25 as well.
    await database.pool.query(`INSERT INTO role_scopes VALUES ('${id('role', 25)}', '${id('scope', 25)}')`);
    expect((await policy.read(query(2525, { resource: 'urn:api:25' }))).scopes).toEqual(['s25']);
  });

  test('ignores the grant of another user, and the session of another user or grant', async () => {
    const ofEight = grantReference('grant-8', 'uid-8');
    expect(await policy.read(query(7, { grant: ofEight }))).toMatchObject({
      grantClientId: null,
      isSessionAlive: false,
    });
    const mixed = grantReference('grant-7', 'uid-8');
    expect(await policy.read(query(7, { grant: mixed }))).toMatchObject({ isSessionAlive: false });
  });

  test('ends grants and sessions by the injected clock', async () => {
    const present = now;
    now = new Date('2099-01-01T00:00:00Z');
    expect(await policy.read(query(7))).toMatchObject({ grantClientId: null, isSessionAlive: false });
    now = present;
  });

  test('counts the roles of an application for that application only', async () => {
    const own = { userId: null, grant: null, applicationIds: [], clientId: id('app', 3), resource: 'urn:api:6' };
    expect((await policy.read(query(0, own))).scopes).toEqual(['s6']);
    expect(await policy.scopesOfApplication(id('app', 3), 'urn:api:6')).toEqual(['s6']);
    expect((await policy.read(query(1, { clientId: id('app', 3), resource: 'urn:api:6' }))).scopes).toEqual([]);
  });

  test('gives no scopes to a suspended user or application', async () => {
    expect(await policy.scopesOfUser(id('user', 9), 'urn:api:18')).toEqual(['s18']);
    await database.pool.query(`UPDATE users SET suspended_at = now() WHERE id = '${id('user', 9)}'`);
    await database.pool.query(`UPDATE applications SET suspended_at = now() WHERE id = '${id('app', 9)}'`);
    expect(await policy.scopesOfUser(id('user', 9), 'urn:api:18')).toEqual([]);
    expect(await policy.scopesOfApplication(id('app', 9), 'urn:api:18')).toEqual([]);
  });

  test('returns the settings of a resource', async () => {
    const { scopes, ...rest } = (await policy.resource('urn:api:3')) ?? { scopes: [] };
    expect([rest, scopes.length, scopes[0]]).toEqual([
      { indicator: 'urn:api:3', accessTokenTtl: 103, accessTokenSigningAlg: 'ES256' },
      20,
      's103',
    ]);
    for (const unknown of ['urn:api:none', 'x', 'urn:\0', '']) expect(await policy.resource(unknown)).toBeUndefined();
  });

  test('ignores text that PostgreSQL refuses, without an effect on other requests in the statement', async () => {
    const odd = ['urn:\0', '\ud800', '{"a"}', "'; DROP TABLE users; --", 'NULL', 'x'.repeat(100_000)];
    const requested = [...odd.map((resource) => query(7, { resource, organizationId: resource })), query(7)];
    const states = await Promise.all(requested.map(policy.read));
    expect(states.map(({ accessTokenTtl }) => accessTokenTtl)).toEqual([...odd.map(() => null), 114]);
  });
});
