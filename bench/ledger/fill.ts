import type pg from 'pg';
import { day } from '../../src/domain/durations.ts';
import { startOfDay } from '../../src/domain/times.ts';
import { makePartitions } from '../../src/store/exchanges/partitions.ts';

/** Days of the ledger, of which the last one is today. */
export const days = 30;
const [users, organizations, applications, apiResources] = [100_000, 200, 20, 10] as const;

/** Ids as the rows have them. */
export const idOf = (prefix: string, number: number): string => `${prefix}_01bench${String(number).padStart(19, '0')}`;
const id = (prefix: string, number: string) => `'${prefix}_01bench' || lpad((${number})::text, 19, '0')`;

/** Each application exchanges tokens of one other for each API; every third path has an application in between. */
const delegations = `
  INSERT INTO delegations (application_id, subject_application_id, chain, subject_resource, api_resource_id, first_at, started_at)
  SELECT ${id('app', 'a')}, 'app_shop', CASE (a + r) % 3 WHEN 0 THEN ${id('app', '(a + 1) % 20')} ELSE '' END, 'urn:shop',
    ${id('res', 'r')}, $1, $1
  FROM generate_series(0, ${applications - 1}) AS a, generate_series(0, ${apiResources - 1}) AS r`;

/**
 * Rows of a day, evenly distributed, in the order of their time. One of a hundred is refused, one of ten is confined to
 * an organization, one of five continues the chain of the row before.
 */
const rows = `
  WITH numbered AS (
    SELECT n, to_timestamp(($1::float8 + n * 86400000.0 / $2) / 1000) AS at,
      lpad(to_hex(floor($1::float8 + n * 86400000.0 / $2)::bigint), 12, '0') AS ms,
      lpad(to_hex(floor($1::float8 + (n - 1) * 86400000.0 / $2)::bigint), 12, '0') AS ms_before
    FROM generate_series(1, $2) AS n WHERE n * 86400000.0 / $2 < $3
  ), given AS (
    SELECT *, (ms || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid AS id,
      (ms_before || '7' || substr(md5((n - 1)::text), 1, 3) || '8' || substr(md5((n - 1)::text), 4, 15))::uuid AS before
    FROM numbered
  )
  INSERT INTO exchanges (id, at, position, delegation_id, user_id, organization_id, session_id, granted, dropped, reason, txn, parent)
  SELECT id, at, n, 1 + n % ${applications * apiResources}, ${id('user', `(n::bigint * 7919) % ${users}`)},
    CASE WHEN n % 10 = 0 THEN ${id('org', `n % ${organizations}`)} END, 'bench-session-' || lpad(n::text, 20, '0'),
    CASE WHEN n % 100 <> 0 THEN 'orders:list orders:read' END, '', CASE WHEN n % 100 = 0 THEN 'SCOPE_NOT_HELD' END,
    CASE WHEN n % 5 = 0 THEN before END, CASE WHEN n % 5 = 0 THEN before END
  FROM given`;

/** Fills a migrated database with as many rows, over the last days. */
export async function fillLedger(client: pg.Client, total: number, now: Date): Promise<void> {
  const first = startOfDay(new Date(now.getTime() - (days - 1) * day));
  const starts = Array.from({ length: days }, (_, number) => new Date(first.getTime() + number * day));
  const pool = { query: client.query.bind(client), connect: async () => Object.assign(client, { release: () => {} }) };
  await makePartitions({ pool: pool as never }, starts);
  await client.query(delegations, [first]);
  for (const start of starts) {
    const end = Math.min(now.getTime() - start.getTime(), day);
    await client.query(rows, [start.getTime(), Math.ceil(total / days), end]);
  }
  await client.query('VACUUM (ANALYZE)');
}
