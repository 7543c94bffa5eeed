import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { StoredExchange } from '../../store/exchanges/find-exchanges.ts';
import { lastNumber, readNumbered } from '../../store/exchanges/newest-exchanges.ts';

/** The end of the ledger. */
export interface Tail {
  /** Exchanges that were inserted since the last read, in order; the first read only finds the end. */
  read(): AsyncGenerator<StoredExchange[], void>;
}

/** Numbers that are read again, because rows with smaller ones can be committed later. */
const readAgain = 2000;
/** Numbers of a statement. */
const numbersOfPage = 5000;
/** Pages of new numbers in a read. With more, it goes on at the end: five times what a database records in a second. */
const mostPages = 20;

interface Place {
  last: number;
  /** Numbers of the rows that are read again, by id. */
  seen: Map<string, number>;
}

export function createTail(database: Pick<Database, 'prisma'>, clock: Clock, pageSize = numbersOfPage): Tail {
  const readRange = (after: number, until: number) => readNumbered(database, { after, until, now: clock.now() });
  let place: Place | undefined;
  const goToEnd = async (last: number): Promise<void> => {
    const end = { last, seen: new Map<string, number>() };
    note(end, await readRange(last - readAgain, last));
    place = end;
  };
  return {
    async *read() {
      const last = await lastNumber(database);
      // The ledger has lost what was read of it, as after a failover: numbers begin again before the place.
      if (!place || last < place.last - readAgain) {
        await goToEnd(last);
        return;
      }
      const current = place;
      const end = Math.min(last, current.last + mostPages * pageSize);
      // A range without rows is not the end: its numbers can belong to transactions that are in progress, or failed.
      for (let after = current.last - readAgain; after < end; after += pageSize) {
        const added = note(current, await readRange(after, Math.min(after + pageSize, end)));
        if (added.length) yield added;
      }
      if (end < last) await goToEnd(await lastNumber(database));
    },
  };
}

/** Goes on to the last of these rows. Returns those that are new. */
function note(place: Place, rows: Awaited<ReturnType<typeof readNumbered>>): StoredExchange[] {
  const added = rows.filter(({ id }) => !place.seen.has(id));
  for (const { id, sequence } of added) place.seen.set(id, sequence);
  place.last = Math.max(place.last, rows.at(-1)?.sequence ?? 0);
  for (const [id, sequence] of place.seen) if (sequence <= place.last - readAgain) place.seen.delete(id);
  return added;
}
