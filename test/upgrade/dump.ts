import { writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start.ts';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { killAll, startPlatform, temporaryDataDir } from '../support/servers/platform-process.ts';
import { query } from '../support/query.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import type { Dump, Table } from './dumps.ts';
import { fill } from './installation.ts';
import { readAll } from './snapshot.ts';

// node test/upgrade/dump.ts   writes a filled database of the version in package.json to test/upgrade/dumps
// Run it once, when the version is released. npm test upgrades every dump (dumps.test.ts).

/** In the order in which rows can be inserted. `processes` is of those that run. */
const tablesInOrder = `
  WITH RECURSIVE tables AS (
    SELECT oid, relname FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT IN ('_prisma_migrations', 'processes')
  ), depths AS (
    SELECT oid, 0 AS depth FROM tables
    UNION ALL
    SELECT c.conrelid, d.depth + 1 FROM pg_constraint AS c JOIN depths AS d ON d.oid = c.confrelid WHERE c.contype = 'f'
  )
  SELECT t.relname AS name, (
    SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  ) AS columns, (
    SELECT attname::text FROM pg_attribute
    WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped AND pg_get_serial_sequence(t.relname, attname) IS NOT NULL
  ) AS serial
  FROM tables AS t JOIN depths AS d USING (oid) GROUP BY t.oid, t.relname ORDER BY max(d.depth), t.relname`;

async function dumpTables(url: string): Promise<Table[]> {
  const tables = await query<Omit<Table, 'rows'>>(url, tablesInOrder);
  const dumped: Table[] = [];
  for (const { name, columns, serial } of tables) {
    const list = columns.map((column) => `"${column}"`).join(', ');
    const rows = await query<{ row: unknown }>(url, `SELECT to_json(t) AS row FROM (SELECT ${list} FROM ${name}) AS t`);
    dumped.push({ name, columns, serial, rows: rows.map(({ row }) => row) });
  }
  return dumped;
}

async function dump(): Promise<Dump> {
  await using stack = new AsyncDisposableStack();
  const data = temporaryDataDir();
  stack.defer(data.remove);
  stack.defer(killAll);
  const postgres = await startEmbeddedPostgres(join(data.path, 'postgres'), { durable: false });
  const receiver = stack.use(await startReceiver());
  const client = { clientId: systemIds.next('application'), clientSecret: randomBytes(32).toString('base64url') };
  const secretsKey = randomBytes(32).toString('base64');
  const platform = await startPlatform({
    DATABASE_URL: postgres.url,
    SECRETS_KEY: secretsKey,
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    BOOTSTRAP_CLIENT_ID: client.clientId,
    BOOTSTRAP_CLIENT_SECRET: client.clientSecret,
  });
  await platform.ready;
  const url = platform.url.replace('127.0.0.1', 'localhost');
  const installation = await fill(url, client, receiver.url);
  const records = await readAll(url, client);
  platform.child.kill('SIGTERM');
  await platform.ended;
  const applied = await query<{ name: string }>(
    postgres.url,
    'SELECT migration_name AS name FROM _prisma_migrations ORDER BY migration_name',
  );
  return {
    secretsKey,
    client,
    installation,
    records,
    migrations: applied.map(({ name }) => name),
    tables: await dumpTables(postgres.url),
  };
}

const path = `test/upgrade/dumps/${packageJson.version}.json`;
writeFileSync(path, `${JSON.stringify(await dump(), null, 1)}\n`);
console.log(path);
process.exit();
