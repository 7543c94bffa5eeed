import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { settleEvents } from '../../store/event-positions.ts';
import { inTransaction } from '../../store/sql/in-transaction.ts';
import { batchSize } from '../../store/webhook-batches.ts';
import {
  addBatches,
  beginWebhooks,
  headPosition,
  lockCursor,
  moveCursor,
  skipWhatConcernsNobody,
} from '../../store/webhook-fan-out.ts';
import type { Jobs } from './jobs.ts';

/** Events that one transaction takes. */
const page = BigInt(4 * batchSize);

export interface FanOutServices {
  database: Pick<Database, 'pool'>;
  clock: Clock;
  jobs: Pick<Jobs, 'wake'>;
}

/**
 * Hands every event to every webhook that asks for it, in the order of the feed, each exactly once: batches, jobs and the cursor are one
 * transaction, and the lock of the cursor lets one process at a time do it. Returns when nothing is left that was committed before the
 * call; true when there was anything.
 */
export async function fanOut(services: FanOutServices): Promise<boolean> {
  await settleEvents(services.database);
  let moved = false;
  for (let due = await fanOutPage(services); due; due = await fanOutPage(services)) {
    moved = true;
    // Said again now that everybody sees what is due: where a job waited already, the one above was none, and that may have been done before the commit.
    await services.jobs.wake(due);
  }
  return moved;
}

/** Webhooks that have something to do now; undefined when there was nothing to fan out. */
const fanOutPage = ({ database, clock, jobs }: FanOutServices): Promise<string[] | undefined> =>
  inTransaction(database, async (client) => {
    const cursor = await lockCursor(client);
    const head = await headPosition(client);
    if (cursor >= head) return undefined;
    const after = await skipWhatConcernsNobody(client, cursor);
    const upTo = head < after + page ? head : after + page;
    await beginWebhooks(client, { after, upTo });
    const due = await addBatches(client, { after, upTo }, clock.now());
    await jobs.wake(due, client);
    await moveCursor(client, upTo);
    return due;
  });
