import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccessPolicy, createAccessPolicy } from '../../src/oidc/access/access-policy.ts';
import type { PolicyQuery } from '../../src/oidc/access/policy-state.ts';
import { grantReference } from '../../src/oidc/tokens/access-token-claims.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { ownDatabase } from '../support/servers/database.ts';

/** Enough rows to make a sequential scan expensive. Ids are numbers in the form of ids. */
const users = 3000;
const id = (kind: string, number: number): string => `${kind}_${String(number).padStart(26, '0')}`;
const sql = (kind: string, number: string): string => `'${kind}_' || lpad((${number})::text, 26, '0')`;
const key = (text: string): string => `translate(rtrim(encode(sha256((${text})::bytea), 'base64'), '='), '+/', '-_')`;

/**
 * User u holds role u mod 500 and is in organization u mod 200 with organization role u mod 50. Role r holds scopes 2r
 * and 2r + 1 (mod 1000), organization role o scope o. Scope s belongs to resource s mod 50. All sign-ins are by
 * application 1. Resources 30 to 49 are targets of every application, which serves them; their rules are off.
 */
const seed = `
  INSERT INTO users (id, updated_at) SELECT ${sql('user', 'i')}, now() FROM generate_series(0, ${users - 1}) i;
  INSERT INTO roles (id, name, updated_at) SELECT ${sql('role', 'i')}, i, now() FROM generate_series(0, 499) i;
  INSERT INTO api_resources (id, name, indicator, access_token_ttl, updated_at)
    SELECT ${sql('res', 'i')}, i, 'urn:api:' || i, 100 + i, now() FROM generate_series(0, 49) i;
  INSERT INTO scopes (id, api_resource_id, name, updated_at)
    SELECT ${sql('scope', 'i')}, ${sql('res', 'i % 50')}, 's' || i, now() FROM generate_series(0, 999) i;
  INSERT INTO role_scopes SELECT ${sql('role', 'i')}, ${sql('scope', '(2 * i + j) % 1000')} FROM generate_series(0, 499) i, generate_series(0, 1) j;
  INSERT INTO user_roles SELECT ${sql('user', 'i')}, ${sql('role', 'i % 500')} FROM generate_series(0, ${users - 1}) i;
  INSERT INTO organizations (id, name, updated_at) SELECT ${sql('org', 'i')}, i, now() FROM generate_series(0, 199) i;
  INSERT INTO organization_roles (id, name, updated_at) SELECT ${sql('org_role', 'i')}, i, now() FROM generate_series(0, 49) i;
  INSERT INTO organization_role_api_scopes SELECT ${sql('org_role', 'i')}, ${sql('scope', 'i')} FROM generate_series(0, 49) i;
  INSERT INTO organization_users SELECT ${sql('org', 'i % 200')}, ${sql('user', 'i')} FROM generate_series(0, ${users - 1}) i;
  INSERT INTO organization_user_roles SELECT ${sql('org', 'i % 200')}, ${sql('user', 'i')}, ${sql('org_role', 'i % 50')} FROM generate_series(0, ${users - 1}) i;
  INSERT INTO applications (id, name, type, updated_at) SELECT ${sql('app', 'i')}, i, 'MACHINE_TO_MACHINE', now() FROM generate_series(0, 499) i;
  INSERT INTO application_roles SELECT ${sql('app', 'i')}, ${sql('role', 'i')} FROM generate_series(0, 499) i;
  INSERT INTO application_targets SELECT ${sql('app', 'i')}, ${sql('res', 'j')} FROM generate_series(0, 499) i, generate_series(30, 49) j;
  INSERT INTO served_resources SELECT ${sql('app', 'i')}, ${sql('res', 'j')} FROM generate_series(0, 499) i, generate_series(30, 49) j;
  INSERT INTO oidc_records (model, key, payload, user_id, client_id, expires_at)
    SELECT 'Grant', ${key("'grant-' || i")}, '{}', ${sql('user', 'i')}, ${sql('app', '1')}, '2099-01-01' FROM generate_series(0, ${users - 1}) i;
  INSERT INTO oidc_records (model, key, payload, user_id, uid, expires_at)
    SELECT 'Session', ${key("'session-' || i")},
      jsonb_build_object('authorizations', jsonb_build_object(${sql('app', '1')}, jsonb_build_object('grantId', 'grant-' || i))),
      ${sql('user', 'i')}, 'uid-' || i, '2099-01-01' FROM generate_series(0, ${users - 1}) i;
  ANALYZE`;

let own: Awaited<ReturnType<typeof ownDatabase>>;
let database: ReturnType<typeof openDatabase>;
let policy: AccessPolicy;
let now = new Date('2026-11-21T10:00:00Z');

beforeAll(async () => {
  own = await ownDatabase();
  database = openDatabase(await reachDatabase(own.url), { max: 1 });
  await database.pool.query(seed);
  policy = createAccessPolicy({ database, clock: { now: () => now } });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const query = (user: number, changed: Partial<PolicyQuery> = {}): PolicyQuery => ({
  clientId: id('app', 2),
  userId: id('user', user),
  grant: grantReference(`grant-${user}`, `uid-${user}`),
  applicationIds: [id('app', 1)],
  resource: `urn:api:${(2 * user) % 50}`,
  organizationId: null,
  ...changed,
});

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

describe('its statement', () => {
  test('is planned once, for one request as for 64', async () => {
    for (const count of [1, 1, 1, 1, 1, 1, 64, 1, 64, 64, 1]) {
      await Promise.all(Array.from({ length: count }, (_, user) => policy.read(query(user))));
    }
    // One statement at a time uses a single connection.
    const { rows } = await database.tokenPool.query<{ custom: number; generic: number }>(
      `SELECT custom_plans::int AS custom, generic_plans::int AS generic FROM pg_prepared_statements WHERE name = 'access_policy'`,
    );
    expect(rows[0]?.custom).toBeLessThanOrEqual(5);
    expect(rows[0]?.generic).toBeGreaterThan(5);
  });

  test.each([1, 64])('reads for %d requests only the relevant rows, through indexes', async (count) => {
    const requested = Array.from({ length: count }, (_, user) => [
      id('app', 2),
      id('user', user),
      `grant-${user}`,
      grantReference(`grant-${user}`, null).key,
      `uid-${user}`,
      [1, 2, 3, 4].map((number) => id('app', number)),
      `urn:api:${user % 50}`,
      id('org', user % 200),
    ]);
    const { rows } = await database.tokenPool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN EXECUTE access_policy ('2026-11-21', '${JSON.stringify(requested)}')`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    // PostgreSQL reads tables of one or two pages sequentially in any case.
    const small = /Seq Scan on (event_head|api_resources|organization_role_api_scopes|signing_keys)/;
    const scans = plan.split('\n').filter((line) => line.includes('Seq Scan') && !small.test(line));
    expect(scans).toEqual([]);
    expect(plan).toContain('Index Scan using users_pkey');
  });

  test('does not look for rules of a client that has none', async () => {
    await database.pool.query(
      `UPDATE applications SET targets_restricted = true, subject_audience = 'SERVED' WHERE id = '${id('app', 401)}'`,
    );
    const lookUps = async (client: number) => {
      const one = JSON.stringify([
        [id('app', client), id('user', 7), null, null, null, [], 'urn:api:14', null, null, 'urn:api:3'],
      ]);
      const { rows } = await database.tokenPool.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) EXECUTE access_policy ('2026-11-21', '${one}')`,
      );
      return rows
        .map((row) => row['QUERY PLAN'])
        .filter((line) => /on (application_targets|served_resources)/.test(line));
    };
    const [without, ruled] = [await lookUps(2), await lookUps(401)];
    expect(without).toHaveLength(2);
    for (const line of without) expect(line).toContain('never executed');
    for (const line of ruled) expect(line).not.toContain('never executed');
  });

  test('is unnamed where prepared statements are not supported', async () => {
    const pooled = { ...database, preparedStatements: false };
    await database.tokenPool.query('DEALLOCATE ALL');
    await createAccessPolicy({ database: pooled, clock: { now: () => now } }).read(query(7));
    const { rows } = await database.tokenPool.query('SELECT name FROM pg_prepared_statements');
    expect(rows).toEqual([]);
  });
});
