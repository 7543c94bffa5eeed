import { type Cells, type History, historyOf, type Told } from './cells.ts';
import type { Asked } from './client.ts';
import type { Contents } from './contents.ts';
import { judgeOrder } from './judge-order.ts';
import { judgeSubscriber, judgeWebhook } from './judge-told.ts';
import type { Message } from './receivers.ts';

/** An event as the log holds it. */
export interface LoggedEvent extends Told {
  id: string;
  position: number;
  /** Which row it is in the order in which they were written. */
  sequence: number;
  occurredAt: Date;
  actor: { kind: string; id: string | null };
  cause: { operation: string; requestId: string; channel: string };
  subjectKind: string;
  organizationId: string | null;
}

/** Which events someone asked for, as the one who asked understands it. */
export type Wants = (event: LoggedEvent) => boolean;

/** What someone is to be told of an event that it asked for. */
export type Tells = (event: LoggedEvent) => Contents;

/** What a subscriber was told, one message after the other. */
export interface Heard {
  eventId: string;
  contents: Contents;
}

/** Someone who is told of events, as it asked for it. */
interface Listener {
  name: string;
  wants: Wants;
  tells: Tells;
}

/** What was done, told and heard in one run, each as seen by those outside. */
export interface Evidence {
  /** How users, roles and organizations stood before the first event. */
  begin: Cells;
  /** How the tables say they stand now. */
  end: Cells;
  /** Everything the log holds since then, in the order of positions. */
  log: readonly LoggedEvent[];
  /** Events without a place in the feed: there must be none when everything is quiet. */
  unplaced: number;
  asked: readonly Asked[];
  /** What the answers of mutations promise. */
  promised: readonly Told[];
  webhooks: readonly (Listener & { messages: readonly Message[] })[];
  subscribers: readonly (Listener & { told: readonly Heard[]; complaints: readonly string[] })[];
  /** Whatever else must not be, found on the way. */
  complaints: readonly string[];
}

/** Everything that does not hold, in words that name it; empty when all is well. */
export function judge(evidence: Evidence): string[] {
  return [
    ...evidence.complaints,
    ...evidence.asked.flatMap(({ operation, trouble }) => (trouble ? [`a client: ${operation} ${trouble}`] : [])),
    ...judgeState(evidence),
    ...judgePromises(evidence),
    ...judgeOrder(evidence.log, evidence.asked),
    ...evidence.webhooks.flatMap(({ name, wants, tells, messages }) =>
      judgeWebhook({ events: evidence.log.filter(wants), tells }, messages).map(
        (difference) => `webhook ${name}: ${difference}`,
      ),
    ),
    ...evidence.subscribers.flatMap(({ name, wants, tells, told, complaints }) =>
      [...complaints, ...judgeSubscriber({ events: evidence.log.filter(wants), tells }, told)].map(
        (difference) => `subscriber ${name}: ${difference}`,
      ),
    ),
  ];
}

/** Every committed change has its event, and no event lacks its change: what the events say is how the tables stand. */
function judgeState({ begin, end, log, unplaced }: Evidence): string[] {
  const told = historyOf(log, begin);
  const differing = [...new Set([...end.keys(), ...told.end.keys()])].filter(
    (cell) => end.get(cell) !== told.end.get(cell),
  );
  return [
    ...(unplaced ? [`the log: ${unplaced} events have no place in the feed`] : []),
    ...told.idle.map((idle) => `the log: ${idle}`),
    ...differing.map(
      (cell) => `the tables: ${cell} is ${end.get(cell) ?? null}, the events say ${told.end.get(cell) ?? null}`,
    ),
  ];
}

/** Every acknowledged mutation has its change, once, and nothing was changed that nobody asked for. */
function judgePromises({ log, asked, promised }: Evidence): string[] {
  const known = new Set(log.map(({ id }) => id));
  const missing = asked.flatMap(({ operation, eventIds }) =>
    eventIds.filter((id) => !known.has(id)).map((id) => `the log: ${id}, which ${operation} answered, is not there`),
  );
  return [...missing, ...compareCourses(historyOf(promised), historyOf(log))];
}

function compareCourses(promised: History, told: History): string[] {
  const differences: string[] = [];
  for (const cell of new Set([...promised.courses.keys(), ...told.courses.keys()])) {
    const [expected, actual] = [promised, told].map(({ courses }) => JSON.stringify(courses.get(cell) ?? []));
    if (expected !== actual) differences.push(`the log: ${cell} went through ${actual}, clients were told ${expected}`);
  }
  return differences;
}
