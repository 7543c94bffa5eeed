import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccessPolicy, createAccessPolicy } from '../../src/oidc/access/access-policy.ts';
import { grantReference } from '../../src/oidc/tokens/access-token-claims.ts';
import { id, openPolicyDatabase, query } from './policy-database.ts';

let opened: Awaited<ReturnType<typeof openPolicyDatabase>>;
let database: (typeof opened)['database'];
let policy: AccessPolicy;
const now = new Date('2026-11-21T10:00:00Z');

beforeAll(async () => {
  opened = await openPolicyDatabase();
  ({ database } = opened);
  policy = createAccessPolicy({ database, clock: { now: () => now } });
});
afterAll(() => opened.close());

describe('the statement of the access policy', () => {
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
      `UPDATE applications SET targets_restricted = true, subject_audience = 'SERVED', owner_id = '${id('user', 9)}' WHERE id = '${id('app', 401)}'`,
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
        .filter((line) => /on (application_targets|served_resources|users users_1)/.test(line));
    };
    const [without, ruled] = [await lookUps(2), await lookUps(401)];
    expect(without).toHaveLength(3);
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
