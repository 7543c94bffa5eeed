import { minute } from '../../domain/durations.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { extendOff } from '../../store/exchanges/gaps.ts';
import { writeEachMinute, type Writer } from '../each-minute.ts';

interface Services {
  database: Pick<Database, 'ledgerPool'>;
  clock: Clock;
  ids: Ids;
  logger: Logger;
}

/** Milliseconds from one note on for which it holds: the next one comes before, unless the process is killed. */
const ahead = 2 * minute;

/** Records, once a minute, that this process records no exchanges. Throws if that fails at the start. */
export async function noteOff({ database, clock, ids, logger }: Services): Promise<Writer> {
  const writerId = ids.uuid();
  const from = clock.now();
  const note = (holds: number): Promise<void> =>
    extendOff(database, writerId, { from, until: new Date(clock.now().getTime() + holds) });
  await note(ahead);
  let holds = ahead;
  const writer = writeEachMinute(() =>
    note(holds).catch((err: unknown) => logger.warn({ err }, 'exchange ledger: gap not recorded; will retry')),
  );
  return {
    write: writer.write,
    close() {
      holds = 0;
      return writer.close();
    },
  };
}
