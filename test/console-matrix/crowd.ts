import type { App } from '../../src/app/create.ts';

/** Names as a large platform has them: equal, long, without a space, from right to left, and made to deceive. */
const names = [
  'Joan Clarke',
  'Maximiliana Wilhelmine Freifrau von und zu Hohenlohe-Waldenburg-Schillingsfürst',
  'Donaudampfschifffahrtsgesellschaft'.repeat(3),
  'عبد الله محمد بن موسى الخوارزمي',
  '<img src=x onerror=alert(1)>',
  'Evil \u202Egnp.exe',
];

const people = 20_000;

/** One whose name has no space. */
export const oneOfCrowd = `user_${'2'.padStart(26, '0')}`;

/** 20,000 people who came before all others, in an organization and with a role. */
export async function addCrowd(
  { services }: App,
  to: Readonly<Record<'organization' | 'role', string>>,
): Promise<void> {
  const { pool } = services.database;
  await pool.query(
    `INSERT INTO users (id, name, username, email, suspended_at, last_sign_in_at, created_at, updated_at)
     SELECT 'user_' || lpad(n::text, 26, '0'), ($1::text[])[1 + n % $2], 'crowd_' || n,
       CASE WHEN n % 4 > 0 THEN repeat('name.', n % 7) || n || '@a-long-part.of-the-address.example' END,
       CASE WHEN n % 9 = 0 THEN now() END, CASE WHEN n % 3 > 0 THEN now() - n * interval '1 minute' END, at, at
     FROM generate_series(1, $3) AS n, LATERAL (SELECT now() - interval '1 year' - n * interval '1 minute' AS at) AS age`,
    [names, names.length, people],
  );
  const joined = `SELECT $1, id FROM users WHERE username LIKE 'crowd%'`;
  await pool.query(`INSERT INTO organization_users (organization_id, user_id) ${joined}`, [to.organization]);
  await pool.query(`INSERT INTO user_roles (role_id, user_id) ${joined}`, [to.role]);
  await pool.query('ANALYZE');
}

const named = ['users', 'applications', 'organizations', 'roles', 'organization_roles', 'api_resources', 'webhooks'];

/** Gives records such names: those of a kind another one each, in addition to theirs. */
export async function nameLikeCrowd({ services }: App, records: Readonly<Record<string, unknown>>): Promise<void> {
  const ids = Object.values(records).filter((value) => typeof value === 'string');
  for (const [index, table] of named.entries()) {
    await services.database.pool.query(
      `UPDATE ${table} SET name = $1 || coalesce(' ' || name, '') WHERE id = ANY ($2)`,
      [names[(index + 1) % names.length], ids],
    );
  }
}
