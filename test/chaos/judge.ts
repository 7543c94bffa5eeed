import { type Cells, type History, historyOf, type Told } from './cells.ts';
import type { Asked } from './client.ts';
import type { Message } from './receivers.ts';

/** An event as the log holds it. */
export interface LoggedEvent extends Told {
  id: string;
  position: number;
  subjectKind: string;
  organizationId: string | null;
}

/** Which events someone asked for, as the one who asked understands it. */
export type Wants = (event: LoggedEvent) => boolean;

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
  webhooks: readonly { name: string; wants: Wants; messages: readonly Message[] }[];
  subscribers: readonly { name: string; wants: Wants; told: readonly string[]; complaints: readonly string[] }[];
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
    ...evidence.webhooks.flatMap(({ name, wants, messages }) =>
      judgeWebhook(evidence.log.filter(wants), messages).map((difference) => `webhook ${name}: ${difference}`),
    ),
    ...evidence.subscribers.flatMap(({ name, wants, told, complaints }) =>
      [...complaints, ...judgeSubscriber(evidence.log.filter(wants), told)].map(
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

/** Each event is taken at least once; the first time of each in order about each record, with its number and what came before it. */
export function judgeWebhook(expected: readonly LoggedEvent[], messages: readonly Message[]): string[] {
  const differences = messages
    .filter(({ isSigned }) => !isSigned)
    .map(({ eventId }) => `${eventId} was not signed with its secret`);
  const first = new Map<string, Message>();
  for (const message of messages) {
    if (message.isTaken && !first.has(message.eventId)) first.set(message.eventId, message);
  }
  const wanted = new Map(expected.map((event) => [event.id, event]));
  const heard = new Set(messages.map(({ eventId }) => eventId));
  for (const id of heard) if (!wanted.has(id)) differences.push(`${id} was told, but not asked for`);
  for (const { id, type } of expected) if (!heard.has(id)) differences.push(`${id} (${type}) was never told`);
  for (const id of heard) if (!first.has(id)) differences.push(`${id} was given up before it was taken`);
  for (const [subject, events] of bySubject(expected)) {
    const order = events.filter(({ id }) => first.has(id)).map(({ id }) => id);
    const ids = new Set(order);
    const taken = [...first.keys()].filter((id) => ids.has(id));
    if (order.join() !== taken.join())
      differences.push(`about ${subject}, ${taken.join(', ')} were told instead of ${order.join(', ')}`);
    events.forEach(({ id }, index) => {
      const message = first.get(id);
      const previous = events[index - 1]?.id ?? null;
      if (message && (message.sequence !== index + 1 || message.previous !== previous))
        differences.push(
          `${id} is number ${message.sequence} after ${message.previous}, not ${index + 1} after ${previous}`,
        );
    });
  }
  return differences;
}

function bySubject(events: readonly LoggedEvent[]): Map<string, LoggedEvent[]> {
  return Map.groupBy(events, ({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`);
}

/** Each event exactly once, in the order of positions. */
export function judgeSubscriber(expected: readonly LoggedEvent[], told: readonly string[]): string[] {
  const wanted = new Map(expected.map((event) => [event.id, event]));
  const times = new Map<string, number>();
  for (const id of told) times.set(id, (times.get(id) ?? 0) + 1);
  const differences: string[] = [];
  for (const [id, count] of times) if (count > 1) differences.push(`${id} was told ${count} times`);
  for (const id of times.keys()) if (!wanted.has(id)) differences.push(`${id} was told, but not asked for`);
  for (const { id, type } of expected) if (!times.has(id)) differences.push(`${id} (${type}) was never told`);
  // What is missing or doubled was said above: here only what came before something that it should follow.
  const places = new Map(expected.map(({ id }, index) => [id, index]));
  let last = -1;
  for (const id of times.keys()) {
    const place = places.get(id) ?? last;
    if (place < last) differences.push(`${id} was told after what follows it`);
    last = Math.max(last, place);
  }
  return differences;
}
