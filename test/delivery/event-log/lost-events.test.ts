import { describe, expect, it } from 'vitest';
import { createEventLog, type EventLog } from '../../../src/delivery/event-log/event-log.ts';
import type { LivePayload } from '../../../src/delivery/event-log/subscribe.ts';
import { appendEvents } from '../../../src/kernel/append-events.ts';
import { createAdmission } from '../../../src/platform/admission/admission.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { startKernel } from '../../support/kernel.ts';
import { causedAt, roleCreated } from './role-events.ts';
import { perFile } from '../../support/per-file.ts';
import { until } from '../../support/until.ts';

/** A log whose last events are lost, as by a failover to a standby that did not have them yet. */
const kernel = perFile(startKernel);

const commit = (...names: string[]) =>
  kernel.database.prisma.$transaction((tx) =>
    appendEvents(
      tx,
      names.map((name) => roleCreated(name)),
      causedAt(kernel.now()),
    ),
  );
const loseAfter = async (position: number): Promise<void> => {
  await kernel.database.pool.query('DELETE FROM events WHERE position > $1', [position]);
  await kernel.database.pool.query('UPDATE event_head SET position = $1', [position]);
};

function startLog() {
  const eventLog = createEventLog({ ...kernel, admission: createAdmission(), logger: createLogger('error') });
  return { eventLog, [Symbol.asyncDispose]: () => eventLog.close() };
}

/** A subscriber, and what it has received. Pauses after each event until `ready`. */
function follow(eventLog: EventLog, after: number, ready?: Promise<void>) {
  const stop = new AbortController();
  const received: string[] = [];
  const send = (payload: LivePayload) => {
    received.push(payload.kind === 'event' ? payload.event.subjectId : payload.kind);
    return payload.kind === 'event' ? ready : undefined;
  };
  const ended = eventLog.subscribe({ after, filter: () => true, caller: 'a', signal: stop.signal }, send);
  return { received, ended, stop: () => (stop.abort(), ended) };
}

describe('a subscriber of a log that has lost events that it was sent', () => {
  it.each([
    ['the log has become shorter', 0],
    ['the log has become longer again meanwhile', 3],
  ])('receives cursorExpired, and no more (%s)', async (_title, later) => {
    await using running = startLog();
    const start = await running.eventLog.head();
    const follower = follow(running.eventLog, start);
    await until(() => follower.received.length === 1);
    await commit('kept', 'lost');
    await until(() => follower.received.length === 3);
    await loseAfter(start + 1);
    await commit(...Array.from({ length: later }, (_, index) => `of another history ${index}`));
    await follower.ended;
    expect(follower.received).toEqual(['caughtUp', 'kept', 'lost', 'cursorExpired']);
  });

  it('receives it also if it has paused meanwhile', async () => {
    await using running = startLog();
    const start = await running.eventLog.head();
    const goOn = Promise.withResolvers<void>();
    const [paused, other] = [follow(running.eventLog, start, goOn.promise), follow(running.eventLog, start)];
    await commit('lost', 'lost, too');
    await until(() => other.received.length === 3);
    await loseAfter(start);
    await other.ended;
    await commit('other', 'events');
    goOn.resolve();
    await paused.ended;
    expect(paused.received.at(-1)).toBe('cursorExpired');
    expect(paused.received).not.toContain('events');
  });

  it('starts again with the log as it is', async () => {
    await using running = startLog();
    const start = await running.eventLog.head();
    const first = follow(running.eventLog, start);
    await commit('lost');
    await until(() => first.received.length === 2);
    await loseAfter(start);
    await first.ended;
    const second = follow(running.eventLog, start);
    await until(() => second.received.length === 1);
    await commit('new');
    await until(() => second.received.length === 2);
    expect(second.received).toEqual(['caughtUp', 'new']);
    await second.stop();
  });
});

it('the last event that retention removes is no loss: subscribers go on', async () => {
  await using running = startLog();
  const start = await running.eventLog.head();
  const follower = follow(running.eventLog, start);
  await until(() => follower.received.length === 1);
  await commit('old');
  await until(() => follower.received.length === 2);
  await kernel.database.pool.query('DELETE FROM events WHERE position > $1', [start]);
  await commit('new');
  await until(() => follower.received.length === 3);
  expect(follower.received).toEqual(['caughtUp', 'old', 'new']);
  await follower.stop();
});

it('a reader, such as webhooks, reads what replaces lost events', async () => {
  await using running = startLog();
  const reader = running.eventLog.openReader();
  const start = await running.eventLog.head();
  await reader.refresh();
  await commit('lost', 'lost, too');
  await reader.refresh();
  const { history } = reader;
  await loseAfter(start);
  await commit('other');
  await reader.refresh();
  expect(reader.history).toBe(history + 1);
  expect((await reader.after(start)).map(({ subjectId }) => subjectId)).toEqual(['other']);
  reader.close();
});
