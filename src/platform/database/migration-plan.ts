// SQL: sizes of tables, from the catalog of PostgreSQL.
import type pg from 'pg';
import { readState } from './migration-records.ts';
import { isBreaking, type Migration, readMigrations, shippedMigrations } from './migrations.ts';
import { countServing, withStartingClient } from './other-processes.ts';
import type { ReachedDatabase } from './reach.ts';

/** The effects of a migration. */
export interface PlannedMigration {
  name: string;
  isBreaking: boolean;
  /** The tables that it reads or writes as a whole, the largest first. */
  tables: { name: string; bytes: number }[];
  /** An estimate for the case that every row changes. */
  seconds: number;
}

export interface MigrationPlan {
  migrations: PlannedMigration[];
  /** Connections of processes that serve requests; undefined if that is unknown. */
  serving: number | undefined;
}

/** The effects of `migrate`. Changes nothing, and throws `DatabaseUnusable` as `migrate` would. */
export function planMigrations(database: ReachedDatabase, folder = shippedMigrations): Promise<MigrationPlan> {
  return withStartingClient(database, async (client) => {
    await client.query('BEGIN READ ONLY');
    const { pending } = await readState(client, readMigrations(folder));
    const sizes = await readSizes(client);
    const serving = await countServing(client, database);
    await client.query('COMMIT');
    return { migrations: pending.map((migration) => plan(migration, sizes)), serving };
  });
}

/** Sizes of tables in bytes, with and without their indexes. */
type Sizes = ReadonlyMap<string, { all: number; rows: number }>;

async function readSizes(client: pg.Client): Promise<Sizes> {
  const { rows } = await client.query<{ name: string; all: number; rows: number }>(
    `SELECT relname AS name, pg_total_relation_size(oid)::float8 AS all, pg_table_size(oid)::float8 AS rows
     FROM pg_class WHERE relkind = 'r' AND pg_table_is_visible(oid)`,
  );
  return new Map(rows.map(({ name, ...sizes }) => [name, sizes]));
}

/** Bytes per second on a slow machine: rows are written with their indexes and the write-ahead log. */
const rates = { write: 8_000_000, read: 40_000_000 };

function plan({ name, sql }: Migration, sizes: Sizes): PlannedMigration {
  const passes = passesOf(sql).flatMap(({ table, kind }) => {
    const size = sizes.get(table);
    return size ? [{ table, bytes: size.all, seconds: (kind === 'write' ? size.all : size.rows) / rates[kind] }] : [];
  });
  const tables = new Map(passes.map(({ table, bytes }) => [table, bytes]));
  return {
    name,
    isBreaking: isBreaking(name),
    tables: Array.from(tables, ([table, bytes]) => ({ name: table, bytes })).sort((a, b) => b.bytes - a.bytes),
    seconds: passes.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

/** One reading or writing of all rows of a table. */
interface Pass {
  table: string;
  kind: 'read' | 'write';
}

/** The passes of statements that take longer for larger tables. The first group is the name of the table. */
const patterns: readonly [Pass['kind'], RegExp][] = [
  ['write', /\bUPDATE\s+(?:ONLY\s+)?"?(\w+)"?\s+(?:(?:AS\s+)?(?!SET\b)"?\w+"?\s+)?SET\b/gi],
  ['write', /\bDELETE\s+FROM\s+(?:ONLY\s+)?"?(\w+)"?/gi],
  ['write', /\bALTER\s+TABLE\s+(?:ONLY\s+)?"?(\w+)"?\s[^;]*\b(?:TYPE|STORED)\b/gi],
  [
    'read',
    /\bALTER\s+TABLE\s+(?:ONLY\s+)?"?(\w+)"?\s[^;]*\b(?:CHECK|FOREIGN\s+KEY|PRIMARY\s+KEY|UNIQUE|SET\s+NOT\s+NULL)\b/gi,
  ],
  ['read', /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s[^;]*?\bON\s+(?:ONLY\s+)?"?(\w+)"?/gi],
  ['write', /\bINSERT\s+INTO\s[^;]*?\b(?:FROM|JOIN)\s+(?:ONLY\s+)?"?(\w+)"?/gi],
];

function passesOf(sql: string): Pass[] {
  const code = sql.replaceAll(/--[^\n]*/g, '');
  return patterns.flatMap(([kind, pattern]) =>
    Array.from(code.matchAll(pattern), ([, table = '']): Pass => ({ table, kind })),
  );
}
