import type { Database } from '../../platform/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { settleEvents } from '../../store/event-positions.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import {
  addDeliveries,
  beginWebhooks,
  findMatches,
  headPosition,
  lockCursor,
  lockStreams,
  type Match,
  moveCursor,
  type NewDelivery,
  saveStreams,
  skipWhatConcernsNobody,
  type Stream,
} from '../../store/webhook-fan-out.ts';
import type { Jobs } from './jobs.ts';

/** Events that one transaction takes. */
const page = 500n;

export interface FanOutServices {
  database: Pick<Database, 'pool'>;
  clock: Clock;
  ids: Ids;
  jobs: Pick<Jobs, 'wake'>;
}

/**
 * Makes a delivery of every event for every webhook that asks for it, in the order of the feed, each exactly once: deliveries, jobs and
 * the cursor are one transaction, and the lock of the cursor lets one process at a time do it. Returns when nothing is left that was
 * committed before the call; true when there was anything.
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
const fanOutPage = ({ database, clock, ids, jobs }: FanOutServices): Promise<string[] | undefined> =>
  inTransaction(database, async (client) => {
    const cursor = await lockCursor(client);
    const head = await headPosition(client);
    if (cursor >= head) return undefined;
    let due: string[] = [];
    const after = await skipWhatConcernsNobody(client, cursor);
    const upTo = head < after + page ? head : after + page;
    const span = { after, upTo };
    await beginWebhooks(client, span);
    const matches = await findMatches(client, span);
    if (matches.length) {
      const { deliveries, streams } = place(matches, await lockStreams(client, keysOf(matches)), ids);
      await saveStreams(client, streams);
      await addDeliveries(client, deliveries, clock.now());
      due = [...new Set(deliveries.filter(({ isFirst }) => isFirst).map(({ webhookId }) => webhookId))];
      await jobs.wake(due, client);
    }
    await moveCursor(client, upTo);
    return due;
  });

const keyOf = ({ webhookId, subjectKey }: Pick<Match, 'webhookId' | 'subjectKey'>): string =>
  `${webhookId} ${subjectKey}`;
const keysOf = (matches: readonly Match[]) => [...new Map(matches.map((match) => [keyOf(match), match])).values()];

/** Counts events about the same record, and gives the turn to the first of those of whom nobody has it. */
function place(matches: readonly Match[], known: readonly Stream[], ids: Ids) {
  const streams = new Map(known.map((stream) => [keyOf(stream), stream]));
  const deliveries = matches.map((match): NewDelivery => {
    const before = streams.get(keyOf(match));
    const sequence = (before?.sequence ?? 0n) + 1n;
    const head = before?.head ?? sequence;
    const { webhookId, subjectKey, eventId, position, occurredAt } = match;
    const stream = { webhookId, subjectKey, sequence, lastEventId: eventId, lastEventAt: occurredAt, head };
    streams.set(keyOf(match), stream);
    return {
      id: ids.next('webhookDelivery'),
      webhookId,
      eventId,
      position,
      subjectKey,
      sequence,
      previousId: before?.lastEventId ?? null,
      isFirst: head === sequence,
    };
  });
  return { deliveries, streams: [...streams.values()] };
}
