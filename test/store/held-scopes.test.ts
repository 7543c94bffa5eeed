import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { heldScopes, type HeldScopesQuery } from '../../src/store/access/held-scopes.ts';
import { ownDatabase } from '../support/servers/database.ts';

/** Enough rows that reading a whole table is expensive. */
const users = 20_000;
const id = (kind: string, number: number): string => `${kind}_${String(number).padStart(26, '0')}`;
const sql = (kind: string, number: string): string => `'${kind}_' || lpad((${number})::text, 26, '0')`;

/**
 * User u holds the roles u and u + 1 (mod 500), and in the organizations u and u + 1 (mod 200) the organization role u
 * mod 100. Role r holds the scopes 4r to 4r + 3, organization role o the scopes o and o + 100. Scope s belongs to
 * resource s mod 50. Application a holds role a.
 */
const seed = `
  INSERT INTO users (id, updated_at) SELECT ${sql('user', 'i')}, now() FROM generate_series(0, ${users - 1}) i;
  INSERT INTO roles (id, name, updated_at) SELECT ${sql('role', 'i')}, i, now() FROM generate_series(0, 499) i;
  INSERT INTO api_resources (id, name, indicator, updated_at)
    SELECT ${sql('res', 'i')}, i, 'urn:api:' || i, now() FROM generate_series(0, 49) i;
  INSERT INTO scopes (id, api_resource_id, name, updated_at)
    SELECT ${sql('scope', 'i')}, ${sql('res', 'i % 50')}, 's' || i, now() FROM generate_series(0, 1999) i;
  INSERT INTO role_scopes SELECT ${sql('role', 'i')}, ${sql('scope', '4 * i + j')} FROM generate_series(0, 499) i, generate_series(0, 3) j;
  INSERT INTO user_roles SELECT ${sql('user', 'i')}, ${sql('role', '(i + j) % 500')} FROM generate_series(0, ${users - 1}) i, generate_series(0, 1) j;
  INSERT INTO organizations (id, name, updated_at) SELECT ${sql('org', 'i')}, i, now() FROM generate_series(0, 199) i;
  INSERT INTO organization_roles (id, name, updated_at) SELECT ${sql('org_role', 'i')}, i, now() FROM generate_series(0, 99) i;
  INSERT INTO organization_role_api_scopes
    SELECT ${sql('org_role', 'i')}, ${sql('scope', 'i + 100 * j')} FROM generate_series(0, 99) i, generate_series(0, 1) j;
  INSERT INTO organization_users
    SELECT ${sql('org', '(i + j) % 200')}, ${sql('user', 'i')} FROM generate_series(0, ${users - 1}) i, generate_series(0, 1) j;
  INSERT INTO organization_user_roles
    SELECT ${sql('org', '(i + j) % 200')}, ${sql('user', 'i')}, ${sql('org_role', 'i % 100')} FROM generate_series(0, ${users - 1}) i, generate_series(0, 1) j;
  INSERT INTO applications (id, name, type, updated_at) SELECT ${sql('app', 'i')}, i, 'MACHINE_TO_MACHINE', now() FROM generate_series(0, 499) i;
  INSERT INTO application_roles SELECT ${sql('app', 'i')}, ${sql('role', 'i')} FROM generate_series(0, 499) i;
  ANALYZE`;

let own: Awaited<ReturnType<typeof ownDatabase>>;
let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  own = await ownDatabase();
  // One connection, so that its prepared statements can be read.
  database = openDatabase(await reachDatabase(own.url), { max: 1 });
  await database.pool.query(seed);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const question = (holderId: string, changed: Partial<HeldScopesQuery> = {}): HeldScopesQuery => ({
  holderId,
  resource: null,
  organizationId: null,
  ...changed,
});
const ask = async (...questions: HeldScopesQuery[]) => heldScopes(database.prisma, questions);
const roleWay = (scope: number, role: number) => ({
  scopeId: id('scope', scope),
  name: `s${scope}`,
  apiResourceId: id('res', scope % 50),
  roleId: id('role', role),
  organizationRoleId: null,
  organizationId: null,
});
const organizationWay = (scope: number, organizationRole: number, organization: number) => ({
  ...roleWay(scope, 0),
  roleId: null,
  organizationRoleId: id('org_role', organizationRole),
  organizationId: id('org', organization),
});

describe('held scopes', () => {
  test('include every way in which they are held, sorted by resource and name', async () => {
    const [held] = await ask(question(id('user', 2)));
    expect(held).toEqual([
      organizationWay(102, 2, 2),
      organizationWay(102, 2, 3),
      organizationWay(2, 2, 2),
      organizationWay(2, 2, 3),
      ...[8, 9, 10, 11].map((scope) => roleWay(scope, 2)),
      ...[12, 13, 14, 15].map((scope) => roleWay(scope, 3)),
    ]);
  });

  test('can be limited to an API resource; an unknown one has none', async () => {
    const answers = await ask(
      question(id('user', 2), { resource: 'urn:api:2' }),
      question(id('user', 2), { resource: 'urn:api:9' }),
      question(id('user', 2), { resource: 'urn:api:none' }),
    );
    const inBoth = [
      organizationWay(102, 2, 2),
      organizationWay(102, 2, 3),
      organizationWay(2, 2, 2),
      organizationWay(2, 2, 3),
    ];
    expect(answers).toEqual([inBoth, [roleWay(9, 2)], []]);
  });

  test('can be limited to the organization roles of one organization', async () => {
    const resource = 'urn:api:2';
    const answers = await ask(
      question(id('user', 2), { resource, organizationId: id('org', 3) }),
      question(id('user', 2), { resource, organizationId: id('org', 4) }),
      question(id('user', 2), { resource: 'urn:api:9', organizationId: id('org', 4) }),
    );
    expect(answers).toEqual([[organizationWay(102, 2, 3), organizationWay(2, 2, 3)], [], [roleWay(9, 2)]]);
  });

  test('an application holds the scopes of its roles', async () => {
    const [held] = await ask(question(id('app', 7)));
    expect(held).toEqual([28, 29, 30, 31].map((scope) => roleWay(scope, 7)));
  });

  test('are returned in the order of the queries, also for repeated queries and holders without scopes', async () => {
    const holders = [id('user', 5), id('user', users), id('app', 3), id('user', 5)];
    const answers = await ask(...holders.map((holder) => question(holder)));
    expect(answers.map((ways) => ways.length)).toEqual([12, 0, 4, 12]);
    expect(await ask()).toEqual([]);
  });
});

describe('the statement of held scopes', () => {
  /** The prepared statement, and how often it had custom and generic plans. */
  const prepared = async () => {
    const { rows } = await database.pool.query<{ name: string; custom: number; generic: number }>(
      `SELECT name, custom_plans::int AS custom, generic_plans::int AS generic
       FROM pg_prepared_statements WHERE statement LIKE '%held.role_id%' AND statement NOT LIKE '%pg_prepared_statements%'`,
    );
    return rows[0] ?? { name: '', custom: 0, generic: 0 };
  };

  test('is planned once, for one holder as for a thousand', async () => {
    const holders = Array.from({ length: 1000 }, (_, user) => question(id('user', user)));
    for (const count of [1, 1, 1, 1, 1, 1, 100, 1, 1000, 100, 1]) await ask(...holders.slice(0, count));
    const { custom, generic } = await prepared();
    expect(custom).toBeLessThanOrEqual(5);
    expect(generic).toBeGreaterThan(5);
  });

  test.each([1, 100])('reads for %d holders only what they hold, through indexes', async (count) => {
    const { name } = await prepared();
    const queries = Array.from({ length: count }, (_, user) => [id('user', user), 'urn:api:1', null]);
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN EXECUTE ${name} ('${JSON.stringify(queries)}')`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    // Tables with a page or two may be read completely.
    const small = /Seq Scan on (api_resources|organization_role_api_scopes|role_scopes|scopes)\b/;
    expect(plan.split('\n').filter((line) => line.includes('Seq Scan') && !small.test(line))).toEqual([]);
    for (const index of ['user_roles_pkey', 'organization_user_roles_user_id', 'application_roles_pkey']) {
      expect(plan).toContain(index);
    }
  });
});
