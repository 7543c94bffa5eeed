// SQL: the clock of the database.
import type pg from 'pg';
import { type Clock, sharingDates } from '../clock.ts';
import type { Logger } from '../logger.ts';

/** The difference between the database's clock and the machine's, and how exactly it is known. Milliseconds. */
export interface Offset {
  offset: number;
  precision: number;
}

/** The time of the database, for comparisons with stored times: the clock of a machine may be wrong. */
export interface DatabaseTime {
  /** The machine's time plus the offset that was measured last. */
  clock: Clock;
  /** Measures the offset, and returns the current time of the database. Rejects if the database does not respond. */
  measure(): Promise<Date>;
  /**
   * Whether the machine's clock is off by more than five minutes. The process is then not ready, and deletes nothing by
   * age.
   */
  isWrong(): boolean;
  /** Stops the regular measurements. */
  close(): void;
}

/** Milliseconds by which the corrected time may differ from the database's before it is corrected again. */
const tolerance = 1000;
/** Offset in milliseconds from which a process is not ready. */
const wrongFrom = 5 * 60_000;
/** Steps back of up to this many milliseconds are made by pausing the clock; larger ones at once. */
const longestPause = 5000;
/** Milliseconds between two checks whether the machine's clock was set, and checks per measurement. */
const checkInterval = 1000;
const checksPerMeasurement = 10;

interface DatabaseTimeServices {
  /** The machine's clock. */
  machine: Clock;
  measureOffset: () => Promise<Offset>;
  logger: Logger;
}

/** Measures now, every ten seconds, and as soon as the machine's clock was set. */
export async function openDatabaseTime(services: DatabaseTimeServices): Promise<DatabaseTime> {
  const { machine, measureOffset, logger } = services;
  const correction = createCorrection();
  let isWrong = false;
  let last = 0;
  const clock = sharingDates(() => {
    const present = machine.now().getTime() + correction.get();
    last = present < last && last - present < longestPause ? last : present;
    return last;
  });
  const measure = async () => {
    const measured = await measureOffset();
    correction.follow(measured);
    const offsetSeconds = Math.round(measured.offset / 1000);
    const wasWrong = isWrong;
    isWrong = Math.abs(measured.offset) > wrongFrom + measured.precision;
    if (isWrong && !wasWrong)
      logger.error({ offsetSeconds }, 'machine clock: off by more than five minutes; not ready, maintenance paused');
    if (wasWrong && !isWrong) logger.info({ offsetSeconds }, 'machine clock: correct again');
    return new Date(machine.now().getTime() + measured.offset);
  };
  await measure();
  const timer = setInterval(createCheck(measure), checkInterval).unref();
  return { clock, measure, isWrong: () => isWrong, close: () => clearInterval(timer) };
}

/** The correction of the machine's time. It follows the measured offset, except for jitter. */
function createCorrection() {
  let applied = 0;
  return {
    get: () => applied,
    follow({ offset, precision }: Offset): void {
      if (Math.abs(offset - applied) <= tolerance + precision) return;
      applied = Math.abs(offset) <= tolerance + precision ? 0 : offset;
    },
  };
}

/** Measures at every tenth check, and if the machine's clock was set: it then differs from the monotonic clock. */
function createCheck(measure: () => Promise<unknown>): () => void {
  const difference = () => Date.now() - performance.now();
  let lastDifference = difference();
  let checks = 0;
  return () => {
    const wasSet = Math.abs(difference() - lastDifference) > tolerance;
    lastDifference = difference();
    checks += 1;
    // After a failure, the next check measures; the last offset applies until then.
    if (wasSet || checks % checksPerMeasurement === 0) measure().catch(() => (checks = checksPerMeasurement - 1));
  };
}

const selectNow = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now';

/** Reads the time of the database, which is taken in the middle of the round trip. */
export const measureOffset = (pool: Pick<pg.Pool, 'connect'>) => async (): Promise<Offset> => {
  // Waiting for a connection is not part of the round trip.
  const client = await pool.connect();
  try {
    const sentAt = Date.now();
    const start = performance.now();
    const { rows } = await client.query<{ now: number }>(selectNow);
    const roundTrip = performance.now() - start;
    if (Math.abs(Date.now() - sentAt - roundTrip) > tolerance)
      throw new Error('the clock was set during the measurement');
    const precision = roundTrip / 2;
    return { offset: (rows[0]?.now ?? sentAt) - sentAt - precision, precision };
  } finally {
    client.release();
  }
};

/** No offset: for tests, which set both clocks at once. */
export const noOffset = (): Promise<Offset> => Promise.resolve({ offset: 0, precision: 0 });
