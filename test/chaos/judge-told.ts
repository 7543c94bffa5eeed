import { differingParts } from './contents.ts';
import type { Heard, LoggedEvent, Tells } from './judge.ts';
import type { Message } from './receivers.ts';

/** What someone has to be told: these events in the order of positions, each with this. */
export interface Expected {
  events: readonly LoggedEvent[];
  tells: Tells;
}

/** Each event is taken at least once; the first time of each in order about each record, with its number and what came before it. */
export function judgeWebhook({ events: expected, tells }: Expected, messages: readonly Message[]): string[] {
  const differences = messages
    .filter(({ isSigned }) => !isSigned)
    .map(({ eventId }) => `${eventId} was not signed with its secret`);
  differences.push(...judgeContents({ events: expected, tells }, messages));
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

/** Whoever is told of an event is told what the log holds, every time. What was not asked for is said elsewhere. */
function judgeContents({ events, tells }: Expected, told: readonly Heard[]): string[] {
  const wanted = new Map(events.map((event) => [event.id, event]));
  const differences = new Set<string>();
  for (const { eventId, contents } of told) {
    const event = wanted.get(eventId);
    const parts = event ? differingParts(tells(event), contents) : [];
    if (parts.length)
      differences.add(`${eventId} (${event?.type}) was told with another ${parts.join(', ')} than the log has`);
  }
  return [...differences];
}

function bySubject(events: readonly LoggedEvent[]): Map<string, LoggedEvent[]> {
  return Map.groupBy(events, ({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`);
}

/** Each event exactly once, in the order of positions. */
export function judgeSubscriber({ events: expected, tells }: Expected, told: readonly Heard[]): string[] {
  const wanted = new Map(expected.map((event) => [event.id, event]));
  const times = new Map<string, number>();
  for (const { eventId } of told) times.set(eventId, (times.get(eventId) ?? 0) + 1);
  const differences = judgeContents({ events: expected, tells }, told);
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
