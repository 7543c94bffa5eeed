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

/**
 * Maximum number of ids of each kind that wait to be written, and of those that are known: 4 MB. When as many wait,
 * they are written at once; while the database does not respond, further uses are not noted. When as many are known,
 * the set is emptied, and their next uses are written again.
 */
const maxInMemory = 50_000;
/** Rows of one statement, which are locked until it ends: 10 to 20 ms. */
const rowsPerStatement = 1000;
const kinds = Object.keys(lastUses) as UsedKind[];

/** The uses within one step of time. */
interface Uses {
  /** Counted since the epoch. */
  step: number;
  idsOfStep: Set<string>;
  /** The uses that are not written. */
  due: string[];
}

interface Services {
  database: Pick<Database, 'pool'>;
  clock: Clock;
  logger: Logger;
}

export function openLastUses({ database, clock, logger }: Services): LastUses {
  /** By kind, the current step last. Earlier ones are kept until they are written. */
  const noted: Record<UsedKind, Uses[]> = { application: [], secret: [], session: [] };

  const usesNow = (kind: UsedKind): Uses => {
    const step = Math.floor(clock.now().getTime() / lastUses[kind].step);
    const last = noted[kind].at(-1);
    if (last?.step === step) return last;
    const uses: Uses = { step, idsOfStep: new Set(), due: [] };
    noted[kind].push(uses);
    return uses;
  };

  /** The next use of what was not written is noted again. */
  const writeUses = async (kind: UsedKind, { step, idsOfStep, due }: Uses): Promise<void> => {
    const at = new Date(step * lastUses[kind].step);
    const ids = due.splice(0);
    try {
      while (ids.length > 0) {
        const missed = await writeLastUses(database, kind, ids.slice(-rowsPerStatement), at);
        ids.length -= Math.min(ids.length, rowsPerStatement);
        for (const id of missed) idsOfStep.delete(id);
      }
    } catch (err) {
      for (const id of ids) idsOfStep.delete(id);
      logger.warn({ err, kind }, 'last uses: not written; will retry after the next use');
    }
  };

  const writer = writeEachMinute(async () => {
    for (const kind of kinds) {
      for (const uses of noted[kind].splice(0, noted[kind].length - 1)) await writeUses(kind, uses);
      for (const uses of noted[kind]) await writeUses(kind, uses);
    }
  });
  return {
    ...writer,
    note(kind, id) {
      const { idsOfStep, due } = usesNow(kind);
      const before = idsOfStep.size;
      if (due.length >= maxInMemory || idsOfStep.add(id).size === before) return;
      due.push(id);
      if (due.length >= maxInMemory) void writer.write();
      if (before >= maxInMemory) idsOfStep.clear();
    },
  };
}
