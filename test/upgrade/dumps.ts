import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../src/platform/database/migrate.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { query } from '../support/query.ts';
import type { Client, Installation } from './installation.ts';
import type { Snapshot } from './snapshot.ts';

/** The rows of a table, as JSON. */
export interface Table {
  name: string;
  /** Columns that are not generated. */
  columns: string[];
  /** The column whose values are from a sequence. */
  serial: string | null;
  rows: unknown[];
}

/** A filled database of a version. The secrets are of no other one. */
export interface Dump {
  secretsKey: string;
  client: Client;
  installation: Installation;
  /** The results of the lists of the version. */
  records: Snapshot;
  migrations: string[];
  /** In the order in which rows can be inserted. */
  tables: Table[];
}

export const dumps = 'test/upgrade/dumps';

export const readDump = (file: string): Dump => JSON.parse(readFileSync(join(dumps, file), 'utf8')) as Dump;

/** Brings an empty database to the version of the dump, by its migrations. */
export async function restore({ migrations, tables }: Dump, url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-migrations-'));
  try {
    for (const name of migrations) cpSync(`prisma/migrations/${name}`, join(folder, name), { recursive: true });
    await migrate(await reachDatabase(url), { folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
  const cleared = tables.toReversed().map(({ name }) => `DELETE FROM ${name}`);
  await query(url, ...cleared, ...tables.map(insert), ...tables.flatMap(goOn));
}

function insert({ name, columns, rows }: Table): string {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const text = JSON.stringify(rows).replaceAll("'", "''");
  return `INSERT INTO ${name} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${name}, '${text}')`;
}

/** Makes the sequence of a column go on behind the rows. */
const goOn = ({ name, serial }: Table): string[] =>
  serial === null
    ? []
    : [`SELECT setval(pg_get_serial_sequence('${name}', '${serial}'), (SELECT max("${serial}") FROM ${name}))`];
