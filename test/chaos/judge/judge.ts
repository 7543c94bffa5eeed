import { type Cells, type History, historyOf, type StateEvent } from './cells.ts';
import type { MutationRecord } from '../load/client.ts';
import type { Contents } from './contents.ts';
import { judgeOrder } from './judge-order.ts';
import { judgeSubscriber, judgeWebhook } from './judge-received.ts';
import type { Message } from '../receivers.ts';

/** A stored event. */
export interface LoggedEvent extends StateEvent {
  id: string;
  position: number;
  /** The sequence number: the order of insertion. */
  sequence: number;
  occurredAt: Date;
  actor: { kind: string; id: string | null; label: string | null };
  cause: { operation: string; requestId: string; channel: string };
  subjectKind: string;
  subjectLabel: string | null;
  organizationId: string | null;
}

/** Whether an event matches the filter of a webhook or subscriber, by our own implementation. */
export type EventFilter = (event: LoggedEvent) => boolean;

/** The contents that a webhook or subscriber must receive of an event. */
export type ExpectedContents = (event: LoggedEvent) => Contents;

/** An event that was received. */
export interface ReceivedEvent {
  eventId: string;
  contents: Contents;
}

/** A webhook or subscriber. */
interface Listener {
  name: string;
  matches: EventFilter;
  expectedContents: ExpectedContents;
}

/** Everything that clients, webhooks and subscribers observed in a run. */
export interface Evidence {
  /** The state of users, roles and organizations before the first event. */
  begin: Cells;
  /** The state in the tables at the end. */
  end: Cells;
  /** The log since then, in order of position. */
  log: readonly LoggedEvent[];
  /** Events without a position: none may be left at the end. */
  withoutPosition: number;
  mutations: readonly MutationRecord[];
  /** The events that the responses of mutations imply. */
  promised: readonly StateEvent[];
  webhooks: readonly (Listener & { messages: readonly Message[] })[];
  subscribers: readonly (Listener & { received: readonly ReceivedEvent[]; complaints: readonly string[] })[];
  /** Other failures during the run. */
  complaints: readonly string[];
}

/** All differences, as sentences; empty if there are none. */
export function judge(evidence: Evidence): string[] {
  return [
    ...evidence.complaints,
    ...evidence.mutations.flatMap(({ operation, trouble }) => (trouble ? [`a client: ${operation} ${trouble}`] : [])),
    ...judgeState(evidence),
    ...judgePromises(evidence),
    ...judgeOrder(evidence.log, evidence.mutations),
    ...evidence.webhooks.flatMap(({ name, matches, expectedContents, messages }) =>
      judgeWebhook({ events: evidence.log.filter(matches), expectedContents }, messages).map(
        (difference) => `webhook ${name}: ${difference}`,
      ),
    ),
    ...evidence.subscribers.flatMap(({ name, matches, expectedContents, received, complaints }) =>
      [...complaints, ...judgeSubscriber({ events: evidence.log.filter(matches), expectedContents }, received)].map(
        (difference) => `subscriber ${name}: ${difference}`,
      ),
    ),
  ];
}

/** Every committed change has its event and vice versa: the events result in the state of the tables. */
function judgeState({ begin, end, log, withoutPosition }: Evidence): string[] {
  const logged = historyOf(log, begin);
  const differing = [...new Set([...end.keys(), ...logged.end.keys()])].filter(
    (cell) => end.get(cell) !== logged.end.get(cell),
  );
  return [
    ...(withoutPosition ? [`the log: ${withoutPosition} events have no position`] : []),
    ...logged.idle.map((idle) => `the log: ${idle}`),
    ...differing.map(
      (cell) => `the tables: ${cell} is ${end.get(cell) ?? null}, the events result in ${logged.end.get(cell) ?? null}`,
    ),
  ];
}

/** Every acknowledged mutation was applied once, and no other change was made. */
function judgePromises({ log, mutations, promised }: Evidence): string[] {
  const known = new Set(log.map(({ id }) => id));
  const missing = mutations.flatMap(({ operation, eventIds }) =>
    eventIds.filter((id) => !known.has(id)).map((id) => `the log: ${id}, which ${operation} returned, is missing`),
  );
  return [...missing, ...compareCourses(historyOf(promised), historyOf(log))];
}

function compareCourses(promised: History, logged: History): string[] {
  const differences: string[] = [];
  for (const cell of new Set([...promised.courses.keys(), ...logged.courses.keys()])) {
    const [expected, actual] = [promised, logged].map(({ courses }) => JSON.stringify(courses.get(cell) ?? []));
    if (expected !== actual) differences.push(`the log: ${cell} went through ${actual}, clients expect ${expected}`);
  }
  return differences;
}
