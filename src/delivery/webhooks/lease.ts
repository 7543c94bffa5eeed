import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { putOffTurns } from '../../store/webhook-turns.ts';

/** Milliseconds after which what was taken is due again, unless whoever took it says that it is at work on it. */
export const leaseMs = 10_000;
/** Milliseconds between two times that it says so: twice it may fail to, when the database is away for a moment. */
const pause = 3000;

/** What was taken, for as long as it is worked on. */
export interface Lease {
  /** No more is said, and nothing is under way that says it. */
  end(): Promise<void>;
}

/** Keeps deliveries, which were taken until `takenUntil`, from being due again: what a killed process held soon is, what an endpoint is slow to answer is not. */
export function keepLease(
  { database, clock }: { database: Pick<Database, 'pool'>; clock: Clock },
  ids: readonly string[],
  takenUntil: Date,
): Lease {
  let until = takenUntil;
  let saying = Promise.resolve();
  const sayOnce = async (): Promise<void> => {
    const next = new Date(clock.now().getTime() + leaseMs);
    await putOffTurns(database, ids, { from: until, to: next });
    until = next;
  };
  const timer = setInterval(() => {
    // It is said again in time, or what was taken is due again and sent once more.
    saying = saying.then(sayOnce).catch(() => undefined);
  }, pause);
  return {
    end() {
      clearInterval(timer);
      return saying;
    },
  };
}
