// SQL: rows of many exchanges in one statement that may be sent twice, on the connections of the ledger.
import type { Database } from '../../platform/database/database.ts';
import { preparedStatement } from '../../platform/database/prepared-statement.ts';
import type { ExchangeReason } from '../../vocabulary/exchanges/exchange-reasons.ts';
import { columnOf } from '../sql/columns.ts';

/** A row of the ledger; `exchanges` in the database describes the columns. */
export interface ExchangeRow {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  position: number | null;
  delegationId: number;
  userId: string | null;
  organizationId: string | null;
  sessionId: string | null;
  grantId: string | null;
  granted: string | null;
  dropped: string | null;
  carried: string | null;
  acr: string | null;
  /** Seconds since the epoch. */
  authenticatedAt: number | null;
  reason: ExchangeReason | null;
  txn: string | null;
  parent: string | null;
  /** 32 hex digits. */
  traceId: string | null;
  impersonatorId: string | null;
}

const types = {
  id: 'uuid',
  at: 'float8',
  position: 'int8',
  delegationId: 'int4',
  userId: 'text',
  organizationId: 'text',
  sessionId: 'text',
  grantId: 'text',
  granted: 'text',
  dropped: 'text',
  carried: 'text',
  acr: 'text',
  authenticatedAt: 'float8',
  reason: 'text',
  txn: 'uuid',
  parent: 'uuid',
  traceId: 'uuid',
  impersonatorId: 'text',
} as const satisfies Record<keyof ExchangeRow, string>;
const names = Object.keys(types) as (keyof ExchangeRow)[];

const times: Partial<Record<keyof ExchangeRow, string>> = {
  at: 'to_timestamp("at" / 1000)',
  authenticatedAt: 'to_timestamp("authenticated_at")',
};
const columns = names.map(columnOf).join(', ');

// Arrays: as JSON, rows would cost PostgreSQL nearly twice as much.
const insert = `
  INSERT INTO exchanges (${columns}) SELECT ${names.map((name) => times[name] ?? columnOf(name)).join(', ')}
  FROM unnest(${names.map((name, index) => `$${index + 1}::${types[name]}[]`).join(', ')}) AS given (${columns})
  ON CONFLICT (id) DO NOTHING`;

const last = names.length;
// The gap that was recorded while the writer was silent, but lived: what it had to write is written now, or will be.
const insertAndFlush = `
  WITH flushed AS (
    INSERT INTO exchange_writers (id, flushed_at) VALUES ($${last + 1}, $${last + 2})
    ON CONFLICT (id) DO UPDATE SET flushed_at = excluded.flushed_at
  ), closed AS (
    DELETE FROM exchange_gaps WHERE writer_id = $${last + 1} AND cause = 'ended'
  )
  ${insert}`;

/** A process that does not make answers wait for their rows. */
export interface Flush {
  writerId: string;
  /** Everything that it had to write before this time is written with these rows. */
  flushedAt: Date;
}

/** Inserts rows, and notes how far their writer is. Rows that exist are left as they are. */
export async function insertExchanges(
  database: Pick<Database, 'ledgerPool' | 'preparedStatements'>,
  rows: readonly ExchangeRow[],
  flush?: Flush,
): Promise<void> {
  const values: unknown[] = names.map((name) => rows.map((row) => row[name]));
  if (flush) values.push(flush.writerId, flush.flushedAt);
  const statement = flush
    ? preparedStatement(database, 'exchange_flush', insertAndFlush)
    : preparedStatement(database, 'exchange_insert', insert);
  await database.ledgerPool.query({ ...statement, values });
}
