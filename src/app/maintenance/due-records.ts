import { isFailure } from '../../domain/failure.ts';
import type { Services } from '../services.ts';

export type DueServices = Pick<Services, 'execute' | 'ids' | 'logger'>;

/** Records per query. */
export const batchSize = 100;

/** The place in the order of records that are due: by time, then by id. */
interface Place {
  dueAt: Date;
  id: string;
}

interface DueRecord extends Place {
  version: number;
}

interface DueChange {
  /** The next records that are due, at most `batchSize`. */
  next: (after: Place) => Promise<DueRecord[]>;
  /** Changes a record, unless its version is another by now. */
  change: (record: DueRecord) => Promise<unknown>;
  /** Logs a failure. The record is tried again in the next run. */
  warn: (failure: { err: unknown; id: string }) => void;
}

/**
 * Changes the records that are due, in order. Returns the number of changed ones. Each change is a transaction: it can
 * stop anywhere, and several processes can do it at once.
 */
export async function changeDue({ next, change, warn }: DueChange): Promise<number> {
  let changed = 0;
  for (let last: Place = { dueAt: new Date(0), id: '' }; ; ) {
    const due = await next(last);
    for (const record of due) {
      try {
        await change(record);
        changed++;
      } catch (err) {
        // Another process has changed it, or a person has.
        if (!isFailure(err, 'NOT_FOUND', 'VERSION_MISMATCH')) warn({ err, id: record.id });
      }
    }
    const final = due.at(-1);
    if (!final || due.length < batchSize) return changed;
    last = final;
  }
}
