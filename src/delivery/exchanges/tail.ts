import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { StoredExchange } from '../../store/exchanges/find-exchanges.ts';
import { lastNumber, readNumbered } from '../../store/exchanges/newest-exchanges.ts';

/** The end of the ledger. */
export interface Tail {
  /** What was inserted since the last read, in order; the first read only finds the end. */
  read(): AsyncGenerator<StoredExchange[], void>;
}

/** Numbers that are read again, because rows with smaller ones can be committed later. */
const readAgain = 2000;
/** Rows of a statement. */
const rowsOfPage = 5000;
/** Statements of a read. With more to read, it goes on at the end: five times what a database records in a second. */
const mostPages = 20;

interface Place {
  last: number;
  /** Numbers of the rows that are read again, by id. */
  seen: Map<string, number>;
}

export function createTail(database: Pick<Database, 'prisma'>, clock: Clock): Tail {
  const readAfter = (after: number) => readNumbered(database, { after, limit: rowsOfPage, now: clock.now() });
  let place: Place | undefined;
  const find = async (): Promise<Place> => {
    const last = await lastNumber(database);
    const end = { last, seen: new Map<string, number>() };
    note(end, await readAfter(last - readAgain));
    return end;
  };
  /** Whether the ledger has lost what was read of it, as after a failover: numbers begin again before the place. */
  const isLost = async ({ last }: Place): Promise<boolean> => (await lastNumber(database)) < last - readAgain;
  return {
    async *read() {
      if (!place) {
        place = await find();
        return;
      }
      const current = place;
      let after = current.last - readAgain;
      for (let page = 0; page < mostPages; page++) {
        const rows = await readAfter(after);
        if (page === 0 && rows.length === 0 && (await isLost(current))) break;
        const added = note(current, rows);
        if (added.length) yield added;
        if (rows.length < rowsOfPage) return;
        after = current.last;
      }
      place = await find();
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
