import type { Database } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import {
  type Batch,
  type Head,
  type NewDelivery,
  type StreamSoFar,
  streamsSoFar,
} from '../../store/webhook-batches.ts';
import type { EventText, ReadEventTexts } from '../../store/webhook-events.ts';
import type { LockedStream } from '../../store/webhook-streams.ts';
import type { Turn } from '../../store/webhook-turns.ts';
import { type Attempted, loggedOf, standingOf } from './attempt.ts';

export interface BatchServices {
  database: Pick<Database, 'pool' | 'preparedStatements'>;
  ids: Ids;
}

/** Events that a webhook is told of for the first time, and that have no deliveries yet. */
export interface OpenBatch {
  /** The batches in the tables that it is made of. */
  positions: readonly number[];
  /** One for each event, in the order of the feed. */
  turns: readonly Turn[];
  /** Those that nothing before holds back: of each record, one after the other. */
  chains: readonly (readonly Turn[])[];
}

/** Reads the events of batches. */
export const eventsOf = (batches: readonly Batch[], read: ReadEventTexts): Promise<EventText[]> =>
  read(batches.flatMap(({ positions }) => positions));

/** Counts each event among those about the same record. What was told before has to be written down already. */
export async function openBatch(
  { database, ids }: BatchServices,
  webhookId: string,
  batches: readonly Batch[],
  events: readonly EventText[],
): Promise<OpenBatch> {
  const subjectKeys = [...new Set(events.map(({ subjectKey }) => subjectKey))];
  const known = await streamsSoFar(database, webhookId, subjectKeys);
  const streams = new Map(known.map((stream) => [stream.subjectKey, stream]));
  const chains = new Map<string, Turn[]>();
  const turns = events.map((event) => {
    const turn = nextTurn(streams, event, ids);
    const chain = chains.get(event.subjectKey);
    if (chain) chain.push(turn);
    else if (!streams.get(event.subjectKey)?.isHeld) chains.set(event.subjectKey, [turn]);
    return turn;
  });
  return { positions: batches.map(({ position }) => position), turns, chains: [...chains.values()] };
}

function nextTurn(streams: Map<string, StreamSoFar>, event: EventText, ids: Ids): Turn {
  const { subjectKey } = event;
  const before = streams.get(subjectKey);
  const sequence = `${Number(before?.sequence ?? 0) + 1}`;
  streams.set(subjectKey, { subjectKey, sequence, lastEventId: event.id, isHeld: before?.isHeld ?? false });
  const previousId = before?.lastEventId ?? null;
  return {
    id: ids.next('webhookDelivery'),
    sequence,
    previousId,
    attempts: 0,
    tries: 0,
    firstAttemptAt: null,
    isResend: false,
    event,
  };
}

/** What became of the events of a batch. */
export interface Course {
  attempted: readonly Attempted[];
  /** Number of the last attempt of the webhook before these. */
  attemptsBefore: bigint;
  /** Where the streams stand whose events are not finished; locked. */
  streams: readonly LockedStream[];
  now: Date;
}

/** The deliveries that come of a batch, and whose turn it is then. What was not attempted is due, or waits for what is before it. */
export function outcomeOf(
  batch: OpenBatch,
  { attempted, attemptsBefore, streams, now }: Course,
): { deliveries: NewDelivery[]; heads: Head[] } {
  const held = new Set(streams.flatMap(({ subjectKey, head }) => (head === null ? [] : [subjectKey])));
  const places = new Map(attempted.map(({ turn }, place) => [turn, place]));
  const heads: Head[] = [];
  const deliveries = batch.turns.map((turn) => {
    const { subjectKey } = turn.event;
    const isHeld = held.has(subjectKey);
    const place = places.get(turn);
    const made = place === undefined ? undefined : attempted[place];
    const delivery = made
      ? attemptedDelivery(made, attemptsBefore + BigInt((place ?? 0) + 1))
      : untouchedDelivery(turn, isHeld ? null : now);
    if (delivery.status === 'pending' && !isHeld) {
      held.add(subjectKey);
      heads.push({ subjectKey, sequence: turn.sequence, heldUntil: made?.holdsUntil ?? null });
    }
    return delivery;
  });
  return { deliveries, heads };
}

const attemptedDelivery = (made: Attempted, number: bigint): NewDelivery => {
  const { status, nextAttemptAt, finishedAt } = standingOf(made);
  return {
    turn: made.turn,
    status,
    nextAttemptAt,
    finishedAt,
    logged: loggedOf(made),
    lastAttempt: number,
  };
};

const untouchedDelivery = (turn: Turn, dueAt: Date | null): NewDelivery => ({
  turn,
  status: dueAt ? 'pending' : 'waiting',
  nextAttemptAt: dueAt,
  finishedAt: null,
  logged: undefined,
  lastAttempt: null,
});
