import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import { lastUses, type UsedKind, writeLastUses } from '../store/last-uses.ts';
import { writeEachMinute, type Writer } from './each-minute.ts';

/** Notes in memory when applications, secrets and sessions are used, and writes it once a minute. */
export interface LastUses extends Writer {
  /** Costs a look-up, except for the first use in a day, or in five minutes of a session. */
  note(kind: UsedKind, id: string): void;
}

/** Ids of each kind that are remembered; beyond, uses are noted that were written already. */
const maxKnown = 100_000;
const kinds = Object.keys(lastUses) as UsedKind[];

interface Noted {
  /** When each was last used, to the step of its kind (ms since the epoch). */
  known: Map<string, number>;
  /** Those of them that are not written. */
  due: Map<string, number>;
}

const newNoted = (): Noted => ({ known: new Map(), due: new Map() });

interface Services {
  database: Pick<Database, 'pool'>;
  clock: Clock;
  logger: Logger;
}

export function openLastUses({ database, clock, logger }: Services): LastUses {
  const noted = { application: newNoted(), secret: newNoted(), session: newNoted() };

  /** The next use of what was not written is noted again. */
  const writeKind = async (kind: UsedKind): Promise<void> => {
    const { known, due } = noted[kind];
    if (!due.size) return;
    noted[kind].due = new Map();
    const forget = (ids: Iterable<string>): void => {
      for (const id of ids) known.delete(id);
    };
    try {
      forget(await writeLastUses(database, kind, due));
    } catch (err) {
      forget(due.keys());
      logger.warn({ err, kind }, 'last uses: not written, will retry after the next use');
    }
  };

  const writer = writeEachMinute(async () => {
    for (const kind of kinds) await writeKind(kind);
  });
  return {
    ...writer,
    note(kind, id) {
      const now = clock.now().getTime();
      const at = now - (now % lastUses[kind].step);
      const { known, due } = noted[kind];
      if (known.get(id) === at) return;
      if (known.size >= maxKnown) known.clear();
      known.set(id, at);
      if (due.size < maxKnown) due.set(id, at);
    },
  };
}
