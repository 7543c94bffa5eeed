import { differingParts } from './contents.ts';
import type { ReceivedEvent, LoggedEvent, ExpectedContents } from './judge.ts';
import type { Message } from '../receivers.ts';

/** The expected events in order of position, and their expected contents. */
export interface Expected {
  events: readonly LoggedEvent[];
  expectedContents: ExpectedContents;
}

/**
 * Each event is accepted at least once: for the first time in order per record, with its number and the previous event.
 */
export function judgeWebhook({ events: expected, expectedContents }: Expected, messages: readonly Message[]): string[] {
  const differences = messages
    .filter(({ isSigned }) => !isSigned)
    .map(({ eventId }) => `${eventId} is not signed with the secret of the webhook`);
  differences.push(...judgeContents({ events: expected, expectedContents }, messages));
  const first = new Map<string, Message>();
  for (const message of messages) {
    if (message.isAccepted && !first.has(message.eventId)) first.set(message.eventId, message);
  }
  const wanted = new Map(expected.map((event) => [event.id, event]));
  const receivedIds = new Set(messages.map(({ eventId }) => eventId));
  for (const id of receivedIds)
    if (!wanted.has(id)) differences.push(`${id} was received, but does not match the filter`);
  for (const { id, type } of expected) if (!receivedIds.has(id)) differences.push(`${id} (${type}) was never received`);
  for (const id of receivedIds) if (!first.has(id)) differences.push(`${id} was given up before it was accepted`);
  for (const [subject, events] of bySubject(expected)) {
    const order = events.filter(({ id }) => first.has(id)).map(({ id }) => id);
    const ids = new Set(order);
    const accepted = [...first.keys()].filter((id) => ids.has(id));
    if (order.join() !== accepted.join())
      differences.push(`about ${subject}, ${accepted.join(', ')} were received instead of ${order.join(', ')}`);
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

/**
 * Every received event equals the one in the log, each time. Events that do not match the filter are reported
 * elsewhere.
 */
function judgeContents({ events, expectedContents }: Expected, received: readonly ReceivedEvent[]): string[] {
  const wanted = new Map(events.map((event) => [event.id, event]));
  const differences = new Set<string>();
  for (const { eventId, contents } of received) {
    const event = wanted.get(eventId);
    const parts = event ? differingParts(expectedContents(event), contents) : [];
    if (parts.length) differences.add(`${eventId} (${event?.type}) differs from the log in ${parts.join(', ')}`);
  }
  return [...differences];
}

function bySubject(events: readonly LoggedEvent[]): Map<string, LoggedEvent[]> {
  return Map.groupBy(events, ({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`);
}

/** Each event exactly once, in the order of positions. */
export function judgeSubscriber(
  { events: expected, expectedContents }: Expected,
  received: readonly ReceivedEvent[],
): string[] {
  const wanted = new Map(expected.map((event) => [event.id, event]));
  const times = new Map<string, number>();
  for (const { eventId } of received) times.set(eventId, (times.get(eventId) ?? 0) + 1);
  const differences = judgeContents({ events: expected, expectedContents }, received);
  for (const [id, count] of times) if (count > 1) differences.push(`${id} was received ${count} times`);
  for (const id of times.keys())
    if (!wanted.has(id)) differences.push(`${id} was received, but does not match the filter`);
  for (const { id, type } of expected) if (!times.has(id)) differences.push(`${id} (${type}) was never received`);
  // Missing and duplicate events are reported above; here only those that come after a later one.
  const indexes = new Map(expected.map(({ id }, index) => [id, index]));
  let last = -1;
  for (const id of times.keys()) {
    const index = indexes.get(id) ?? last;
    if (index < last) differences.push(`${id} was received after a later event`);
    last = Math.max(last, index);
  }
  return differences;
}
