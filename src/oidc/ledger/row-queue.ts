import { second } from '../../domain/durations.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { addLostRows, noteAlive, removeWriter, type WriterState } from '../../store/exchanges/gaps.ts';
import type { NewExchange } from './exchange-row.ts';
import { createFailureLog } from './failure-log.ts';
import { batchSize, createRowBuffer, type RowBuffer } from './row-buffer.ts';
import type { WriteRows } from './write-rows.ts';

/** Rows that wait to be written, while their answers are sent. */
interface RowQueue {
  add(exchange: NewExchange): void;
  /** Writes all that wait, unless that fails. */
  write(): Promise<void>;
  /** Milliseconds that the oldest row has waited. */
  delay(): number;
  close(): Promise<void>;
}

/** Milliseconds from the first row to the statement, after a failure, and between two statements without rows. */
const [pause, retryAfter, interval] = [200, second, 15 * second];
/** Milliseconds from the time of a token to its row, at most: it is signed meanwhile. */
const signing = second;

interface Services {
  database: Pick<Database, 'ledgerPool'>;
  clock: Clock;
  logger: Logger;
  writerId: string;
  writeRows: WriteRows;
  onLost(count: number): void;
}

/** Registers its process before the first row: one that is killed leaves a gap only if it is known. */
export async function openRowQueue(services: Services): Promise<RowQueue> {
  const { database, clock, writerId, writeRows } = services;
  const buffer = createRowBuffer(services.onLost);
  const writeAll = createWriteAll(services, buffer);
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const schedule = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void write(), milliseconds);
    timer.unref();
  };
  /** One statement at a time. */
  const write = (): Promise<void> => {
    writing ??= writeAll().then((isDone) => {
      writing = undefined;
      schedule(isDone ? (buffer.size() ? pause : interval) : retryAfter);
    });
    return writing;
  };
  await writeRows([], { flush: { writerId, flushedAt: clock.now(), seenAt: clock.now() } });
  schedule(interval);
  return {
    add(exchange) {
      buffer.add(exchange);
      if (writing) return;
      if (buffer.size() >= batchSize) void write();
      else if (buffer.size() === 1) schedule(pause);
    },
    async write() {
      await writing;
      await write();
    },
    delay: () => Math.max(clock.now().getTime() - (buffer.oldest() ?? Number.POSITIVE_INFINITY), 0),
    async close() {
      await writing;
      clearTimeout(timer);
      if (await writeAll()) await removeWriter(database, writerId).catch(() => {});
    },
  };
}

/** A function that writes until nothing waits, and returns whether that succeeded. */
function createWriteAll(
  { database, clock, logger, writerId, writeRows }: Services,
  buffer: RowBuffer,
): () => Promise<boolean> {
  const logFailure = createFailureLog(logger);
  const failed = (error: unknown): void =>
    logFailure(error, { waiting: buffer.size(), lost: buffer.gap()?.atMost ?? 0 });
  let size = batchSize;
  let before = clock.now().getTime();

  /** The state that is written after the rows that do not wait any more. */
  const state = (): WriterState => {
    const now = clock.now();
    // Rows that wait, those that are lost in a gap that is not recorded yet, and those that were being signed when the
    // process stopped.
    const bounds = [buffer.oldest(), buffer.gap()?.from.getTime(), before, now.getTime()];
    const flushedAt = Math.min(...bounds.filter((bound) => bound !== undefined)) - signing;
    return { writerId, flushedAt: new Date(flushedAt), seenAt: now };
  };
  const writeBatch = async (): Promise<void> => {
    const batch = buffer.take(size);
    const flush = state();
    before = flush.seenAt.getTime();
    try {
      await writeRows(batch, { flush });
    } catch (error) {
      if (!isRefusal(error) || !batch.length) {
        buffer.putBack(batch);
        throw error;
      }
      // A row that PostgreSQL refuses would be refused again, and no later one written: by halves, it is found.
      if (batch.length === 1) buffer.lose(batch);
      else buffer.putBack(batch);
      size = Math.ceil(batch.length / 2);
      return failed(error);
    }
    size = batchSize;
    const lost = buffer.gap();
    if (!lost) return;
    await addLostRows(database, writerId, lost);
    buffer.recorded(lost);
  };
  return async () => {
    try {
      do await writeBatch();
      while (buffer.size() || buffer.gap());
      return true;
    } catch (error) {
      failed(error);
      await noteAlive(database, state()).catch(() => {});
      return false;
    }
  };
}

/** SQLSTATE classes of data exceptions and constraints. */
const isRefusal = (error: unknown): boolean => /^2[23]/.test((error as { code?: string }).code ?? '');
