import { second } from '../../domain/durations.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { addGap, removeWriter } from '../../store/exchanges/gaps.ts';
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
  database: Pick<Database, 'pool'>;
  clock: Clock;
  logger: Logger;
  writerId: string;
  writeRows: WriteRows;
  onLost(count: number): void;
}

/** Registers its process before the first row: one that is killed leaves a gap only if it is known. */
export async function openRowQueue(services: Services): Promise<RowQueue> {
  const { database, clock, writerId } = services;
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
  await write();
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
  let flushedAt = clock.now();

  const writeBatch = async (): Promise<void> => {
    const batch = buffer.take();
    const from = (buffer.oldest() ?? clock.now().getTime()) - signing;
    const flush = { writerId, flushedAt: new Date(from), before: flushedAt };
    try {
      await writeRows(batch, { flush });
      ({ flushedAt } = flush);
    } catch (error) {
      // Rows that PostgreSQL refuses would be refused again, and no later ones written.
      if (isRefusal(error)) buffer.lose(batch);
      else buffer.putBack(batch);
      throw error;
    }
    const gap = buffer.gap();
    if (!gap) return;
    await addGap(database, writerId, gap);
    buffer.recorded(gap);
  };
  return async () => {
    try {
      do await writeBatch();
      while (buffer.size());
      return true;
    } catch (error) {
      logFailure(error, { waiting: buffer.size(), lost: buffer.gap()?.atMost ?? 0 });
      return false;
    }
  };
}

/** SQLSTATE classes of data exceptions and constraints. */
const isRefusal = (error: unknown): boolean => /^2[23]/.test((error as { code?: string }).code ?? '');
