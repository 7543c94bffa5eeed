import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { query } from '../query.ts';
import { createSchema } from '../schema.ts';

export interface OwnDatabase {
  /** For the role that owns the database, no superuser. */
  url: string;
  /** For the superuser: for tests that need more than the platform may see. */
  superuserUrl: string;
  drop(): Promise<void>;
}

/** A new empty, migrated database: a copy of the template of the run. */
export async function ownDatabase(): Promise<OwnDatabase> {
  const template = new URL(inject('template'));
  return createDatabase(`TEMPLATE ${template.pathname.slice(1)}`);
}

/** A new database without tables; with options of CREATE DATABASE, one that is not like the template. */
export async function emptyDatabase(options?: string): Promise<OwnDatabase> {
  const own = await createDatabase(options === undefined ? '' : `TEMPLATE template0 ${options}`);
  await createSchema(own.url);
  return own;
}

async function createDatabase(options: string): Promise<OwnDatabase> {
  const owner = new URL(inject('template'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copied as files, not block by block through the log: half the time.
  await asSuperuser(`CREATE DATABASE ${name} OWNER ${owner.username} ${options} STRATEGY FILE_COPY`);
  return {
    url: withDatabase(owner.href, name),
    superuserUrl: withDatabase(inject('postgres'), name),
    drop: () => asSuperuser(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** The number of connections to a database that wait for a lock. */
export async function waitingForLocks({ pool }: { pool: pg.Pool }): Promise<number> {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function asSuperuser(sql: string): Promise<void> {
  await query(inject('postgres'), sql);
}
