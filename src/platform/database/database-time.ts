import type pg from 'pg';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';

/** How far the machine's clock is from the database's: what to add to it, and how exactly that is known. Milliseconds. */
export interface Offset {
  offset: number;
  precision: number;
}

/** Rows are judged by one time, the database's: that of a process may be wrong. */
export interface DatabaseTime {
  /** The machine's time, corrected by the last offset that was measured. */
  clock: Clock;
  /** Measures the offset again, and returns the database's current time. Rejects when the database does not answer. */
  measure(): Promise<Date>;
  /** Whether the machine's clock is off by more than five minutes: then the process is not ready, and deletes nothing. */
  isWrong(): boolean;
  /** Ends the measuring at intervals. */
  close(): void;
}

/** Milliseconds by which the corrected time may differ from the database's: less is not worth a jump. */
const tolerance = 1000;
/** Milliseconds of an offset with which a process is not ready. */
const wrongFrom = 5 * 60_000;
/** Milliseconds that the corrected time goes back at most by standing still; a larger step is taken at once. */
const standstill = 5000;
/** Milliseconds between two looks whether the machine's clock was set, and looks from one measurement to the next. */
const lookEvery = 1000;
const looksPerMeasurement = 10;

export interface DatabaseTimeServices {
  /** The machine's clock. */
  machine: Clock;
  measureOffset: () => Promise<Offset>;
  logger: Logger;
}

/** Measures once, and from then on every ten seconds, and as soon as the machine's clock was set. */
export async function openDatabaseTime(services: DatabaseTimeServices): Promise<DatabaseTime> {
  const { machine, measureOffset, logger } = services;
  const correction = createCorrection();
  let isWrong = false;
  let last = 0;
  const now = () => {
    const present = machine.now().getTime() + correction.get();
    last = present < last && last - present < standstill ? last : present;
    return new Date(last);
  };
  const measure = async () => {
    const measured = await measureOffset();
    correction.follow(measured);
    const offsetSeconds = Math.round(measured.offset / 1000);
    const wasWrong = isWrong;
    isWrong = Math.abs(measured.offset) > wrongFrom + measured.precision;
    if (isWrong && !wasWrong) logger.error({ offsetSeconds }, 'machine clock: wrong; not ready and no maintenance');
    if (wasWrong && !isWrong) logger.info({ offsetSeconds }, 'machine clock: right again');
    return new Date(machine.now().getTime() + measured.offset);
  };
  await measure();
  const timer = setInterval(createLook(measure), lookEvery).unref();
  return { clock: { now }, measure, isWrong: () => isWrong, close: () => clearInterval(timer) };
}

/** What is added to the machine's time. It follows what was measured without taking part in its jitter. */
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

/** Measures at every tenth look, and at one that finds the machine's clock set: it then differs from the one that only counts on. */
function createLook(measure: () => Promise<unknown>): () => void {
  const lead = () => Date.now() - performance.now();
  let known = lead();
  let looks = 0;
  return () => {
    const wasSet = Math.abs(lead() - known) > tolerance;
    known = lead();
    looks += 1;
    // What cannot be measured now is measured at the next look: the last offset holds until then.
    if (wasSet || looks % looksPerMeasurement === 0) measure().catch(() => (looks = looksPerMeasurement - 1));
  };
}

const presentOfDatabase = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now';

/** Asks the database for its time, which is that of the middle of the round trip. */
export const measureOffset = (pool: Pick<pg.Pool, 'connect'>) => async (): Promise<Offset> => {
  // The wait for a connection is no part of the round trip.
  const client = await pool.connect();
  try {
    const sentAt = Date.now();
    const sent = performance.now();
    const { rows } = await client.query<{ now: number }>(presentOfDatabase);
    const roundTrip = performance.now() - sent;
    if (Math.abs(Date.now() - sentAt - roundTrip) > tolerance)
      throw new Error('the clock was set during the measurement');
    const precision = roundTrip / 2;
    return { offset: (rows[0]?.now ?? sentAt) - sentAt - precision, precision };
  } finally {
    client.release();
  }
};

/** A machine whose clock is the database's: for tests, which move both at once. */
export const noOffset = (): Promise<Offset> => Promise.resolve({ offset: 0, precision: 0 });
