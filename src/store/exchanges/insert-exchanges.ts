// SQL: rows of many exchanges in one statement that may be sent twice, on the connections of the ledger.
import type { Database } from '../../platform/database/database.ts';
import { preparedStatement } from '../../platform/database/prepared-statement.ts';
import type { ExchangeReason } from '../../vocabulary/exchanges/exchange-reasons.ts';
import { columnOf } from '../sql/columns.ts';
import type { KnownDelegation } from './delegations.ts';
import type { WriterState } from './gaps.ts';

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
const last = names.length;

// Delegations are remembered, and a failover can lose them: then nothing is written.
const parts = {
  present: `
    present AS (
      SELECT count(*) = cardinality($${last + 1}::int4[]) AS are
      FROM unnest($${last + 1}::int4[], $${last + 2}::timestamptz[]) AS used (id, first_at)
      JOIN delegations USING (id, first_at)
    )`,
  // Arrays: as JSON, rows would cost PostgreSQL nearly twice as much.
  inserted: `
    inserted AS (
      INSERT INTO exchanges (${columns}) SELECT ${names.map((name) => times[name] ?? columnOf(name)).join(', ')}
      FROM unnest(${names.map((name, index) => `$${index + 1}::${types[name]}[]`).join(', ')}) AS given (${columns})
      WHERE (SELECT are FROM present) ON CONFLICT (id) DO NOTHING
    )`,
  flushed: `
    flushed AS (
      INSERT INTO exchange_writers (id, flushed_at, seen_at) SELECT $${last + 3}, $${last + 4}, $${last + 5}
      WHERE (SELECT are FROM present)
      ON CONFLICT (id) DO UPDATE SET flushed_at = excluded.flushed_at, seen_at = excluded.seen_at
    )`,
  // The gap that was recorded while the writer was silent, but lived: what it had to write is written now, or will be.
  closed: `
    closed AS (
      DELETE FROM exchange_gaps WHERE writer_id = $${last + 3} AND cause = 'ended' AND (SELECT are FROM present)
    )`,
};
const insert = `WITH ${parts.present}, ${parts.inserted} SELECT are FROM present`;
const insertAndFlush = `WITH ${Object.values(parts).join(', ')} SELECT are FROM present`;

/** A row, with the delegation that has its id. */
type RowOfDelegation = ExchangeRow & { delegation: KnownDelegation };

/**
 * Inserts rows, and notes how far their writer is. Rows that exist are left as they are. False if the database has
 * other delegations: then nothing is written.
 */
export async function insertExchanges(
  database: Pick<Database, 'ledgerPool' | 'preparedStatements'>,
  rows: readonly RowOfDelegation[],
  flush?: WriterState,
): Promise<boolean> {
  // Of two with the same id, only one exists.
  const delegations = [...new Set(rows.map(({ delegation }) => delegation))];
  const values: unknown[] = names.map((name) => rows.map((row) => row[name]));
  values.push(
    delegations.map(({ id }) => id),
    delegations.map(({ firstAt }) => firstAt),
  );
  if (flush) values.push(flush.writerId, flush.flushedAt, flush.seenAt);
  const statement = flush
    ? preparedStatement(database, 'exchange_flush', insertAndFlush)
    : preparedStatement(database, 'exchange_insert', insert);
  const result = await database.ledgerPool.query<{ are: boolean }>({ ...statement, values });
  return result.rows[0]?.are ?? false;
}
