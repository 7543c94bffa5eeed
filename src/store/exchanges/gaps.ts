// SQL: silent processes, and the gap that each has left, in one statement; a gap that grows; a state that is set.
import { second } from '../../domain/durations.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ExchangeGapCause } from '../../vocabulary/token-exchange.ts';
import { keptDays } from './count-exchanges.ts';
import { firstDay } from './partitions.ts';

/** A process that does not make answers wait for their rows. */
export interface WriterState {
  writerId: string;
  /** Everything that it had to write before this time is written. */
  flushedAt: Date;
  seenAt: Date;
}

/** Milliseconds after which a process that is not seen has left a gap. It is seen every 15 seconds. */
const silence = 60 * second;

const find = `
  WITH silent AS (
    DELETE FROM exchange_writers WHERE greatest(flushed_at, seen_at) <= $1 RETURNING id, flushed_at
  )
  INSERT INTO exchange_gaps (writer_id, cause, "from", until) SELECT id, 'ended', flushed_at, $2 FROM silent`;

/** Records a gap for each process that ended without having written everything. Returns their number. */
export async function findGaps({ pool }: Pick<Database, 'pool'>, now: Date): Promise<number> {
  const { rowCount } = await pool.query(find, [new Date(now.getTime() - silence), now]);
  return rowCount ?? 0;
}

/** A time in which rows may be missing. */
export interface ExchangeGap {
  cause: ExchangeGapCause;
  from: Date;
  until: Date;
  /** The number of missing rows, at most. Null if nothing has counted them. */
  atMost: number | null;
}

/** Rows that a process could not write. */
export type LostRows = Pick<ExchangeGap, 'from' | 'until'> & { atMost: number };

type LedgerDatabase = Pick<Database, 'ledgerPool'>;

/** Records rows that a process could not write. */
export async function addLostRows(
  { ledgerPool }: LedgerDatabase,
  writerId: string,
  { from, until, atMost }: LostRows,
): Promise<void> {
  await ledgerPool.query(
    `INSERT INTO exchange_gaps (writer_id, cause, "from", until, at_most) VALUES ($1, 'lost', $2, $3, $4)`,
    [writerId, from, until, atMost],
  );
}

const extend = `
  WITH longer AS (
    UPDATE exchange_gaps SET until = $3 WHERE writer_id = $1 AND cause = 'off' RETURNING id
  )
  INSERT INTO exchange_gaps (writer_id, cause, "from", until) SELECT $1, 'off', $2, $3
  WHERE NOT EXISTS (SELECT FROM longer)`;

/** Records, or extends, the time in which a process records nothing. */
export async function extendOff(
  { ledgerPool }: LedgerDatabase,
  writerId: string,
  { from, until }: Pick<ExchangeGap, 'from' | 'until'>,
): Promise<void> {
  await ledgerPool.query(extend, [writerId, from, until]);
}

/**
 * Notes that a process lives that cannot write its rows, without the table of the rows: once it is taken for dead, what
 * waits would be lost outside of its gap if it is killed later.
 */
export async function noteAlive(
  { ledgerPool }: LedgerDatabase,
  { writerId, flushedAt, seenAt }: WriterState,
): Promise<void> {
  await ledgerPool.query(
    `INSERT INTO exchange_writers (id, flushed_at, seen_at) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
    [writerId, flushedAt, seenAt],
  );
}

/** Removes a process that has written everything. */
export async function removeWriter({ ledgerPool }: LedgerDatabase, writerId: string): Promise<void> {
  await ledgerPool.query('DELETE FROM exchange_writers WHERE id = $1', [writerId]);
}

/** Deletes the gaps of days of which neither rows nor sums are kept. Returns their number. */
export async function removeOldGaps(
  { prisma }: Pick<Database, 'prisma'>,
  now: Date,
  retentionDays: number,
): Promise<number> {
  const { count } = await prisma.exchangeGap.deleteMany({
    where: { until: { lt: firstDay(now, Math.max(retentionDays, keptDays)) } },
  });
  return count;
}
