// SQL: processes that are silent, and the gap that each has left, in one statement.
import { day, second } from '../../domain/durations.ts';
import type { Database } from '../../platform/database/database.ts';

/** Rows that wait in a process at most. */
export const maxWaiting = 20_000;

/** Milliseconds after which a process that writes nothing has left a gap. It writes every 15 seconds. */
const silence = 60 * second;

const find = `
  WITH silent AS (DELETE FROM exchange_writers WHERE flushed_at <= $1 RETURNING id, flushed_at)
  INSERT INTO exchange_gaps (writer_id, "from", until, at_most) SELECT id, flushed_at, $2, ${maxWaiting} FROM silent`;

/** Records a gap for each process that ended without having written everything. Returns their number. */
export async function findGaps({ pool }: Pick<Database, 'pool'>, now: Date): Promise<number> {
  const { rowCount } = await pool.query(find, [new Date(now.getTime() - silence), now]);
  return rowCount ?? 0;
}

/** A time in which rows may be missing. */
export interface ExchangeGap {
  from: Date;
  until: Date;
  /** The number of missing rows, at most. */
  atMost: number;
}

/** Records rows that a process could not write. */
export async function addGap(
  { pool }: Pick<Database, 'pool'>,
  writerId: string,
  { from, until, atMost }: ExchangeGap,
): Promise<void> {
  await pool.query('INSERT INTO exchange_gaps (writer_id, "from", until, at_most) VALUES ($1, $2, $3, $4)', [
    writerId,
    from,
    until,
    atMost,
  ]);
}

/** Removes a process that has written everything. */
export async function removeWriter({ pool }: Pick<Database, 'pool'>, writerId: string): Promise<void> {
  await pool.query('DELETE FROM exchange_writers WHERE id = $1', [writerId]);
}

/** Gaps of an answer at most. */
const maxGaps = 1000;

/** The last gaps, the newest first. */
export const readGaps = (prisma: Pick<Database['prisma'], 'exchangeGap'>): Promise<ExchangeGap[]> =>
  prisma.exchangeGap.findMany({
    select: { from: true, until: true, atMost: true },
    orderBy: [{ from: 'desc' }, { id: 'desc' }],
    take: maxGaps,
  });

/** Deletes the gaps of days whose rows are no longer kept. Returns their number. */
export async function removeOldGaps(
  { prisma }: Pick<Database, 'prisma'>,
  now: Date,
  retentionDays: number,
): Promise<number> {
  const { count } = await prisma.exchangeGap.deleteMany({
    where: { until: { lt: new Date(now.getTime() - retentionDays * day) } },
  });
  return count;
}
