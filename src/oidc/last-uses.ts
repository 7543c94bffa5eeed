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
const maxKnown = 10_000;
/** Uses that are written before the minute has passed, so that memory does not grow with the number of users. */
const maxDue = 1000;
/** Uses of each kind that wait while the database does not respond; beyond, they are not noted. */
const maxWaiting = 20_000;
const kinds = Object.keys(lastUses) as UsedKind[];

/** A step of a kind of record, counted since the epoch: small integers take no memory of their own. */
type Step = number;

interface Noted {
  /** The step in which each was last used. */
  known: Map<string, Step>;
  /** Those that are not written, by step. */
  due: Map<Step, string[]>;
  /** How many they are. */
  waiting: number;
}

const newNoted = (): Noted => ({ known: new Map(), due: new Map(), waiting: 0 });

interface Services {
  database: Pick<Database, 'pool'>;
  clock: Clock;
  logger: Logger;
}

export function openLastUses({ database, clock, logger }: Services): LastUses {
  const noted = { application: newNoted(), secret: newNoted(), session: newNoted() };

  /** The next use of what was not written is noted again. */
  const writeKind = async (kind: UsedKind): Promise<void> => {
    const { due } = noted[kind];
    noted[kind].due = new Map();
    for (const [step, ids] of due) {
      const missed = await writeLastUses(database, kind, ids, new Date(step * lastUses[kind].step)).catch(
        (err: unknown) => {
          logger.warn({ err, kind }, 'last uses: not written, will retry after the next use');
          return ids;
        },
      );
      noted[kind].waiting -= ids.length;
      for (const id of missed) noted[kind].known.delete(id);
    }
  };

  const writer = writeEachMinute(async () => {
    for (const kind of kinds) await writeKind(kind);
  });
  return {
    ...writer,
    note(kind, id) {
      const of = noted[kind];
      const step = Math.floor(clock.now().getTime() / lastUses[kind].step);
      if (of.known.get(id) === step || of.waiting >= maxWaiting) return;
      if (of.known.size >= maxKnown) of.known.clear();
      of.known.set(id, step);
      const ids = of.due.get(step);
      if (ids) ids.push(id);
      else of.due.set(step, [id]);
      of.waiting += 1;
      if (of.waiting % maxDue === 0) void writer.write();
    },
  };
}
