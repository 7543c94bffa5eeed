import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEventLog, type EventLog } from '../../../src/delivery/event-log/event-log.ts';
import type { LivePayload } from '../../../src/delivery/event-log/subscribe.ts';
import { appendEvents } from '../../../src/kernel/append-events.ts';
import { createAdmission } from '../../../src/platform/admission/admission.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import type { Nudge, Nudges } from '../../../src/platform/nudges.ts';
import type { PositionedEvent } from '../../../src/store/logged-event.ts';
import { startKernel } from '../../support/kernel.ts';
import { causedAt, roleCreated } from './role-events.ts';
import { perFile } from '../../support/per-file.ts';
import { until } from '../../support/until.ts';

const kernel = perFile(startKernel);

const commit = (...names: string[]) =>
  kernel.database.prisma.$transaction((tx) =>
    appendEvents(
      tx,
      names.map((name) => roleCreated(name)),
      causedAt(kernel.now()),
    ),
  );

/** A transaction that has written its events and stays open. */
async function open(...names: string[]) {
  const written = Promise.withResolvers<void>();
  const decision = Promise.withResolvers<'commit' | 'roll back'>();
  const rolledBack = new Error('rolled back');
  const done = kernel.database.prisma
    .$transaction(async (tx) => {
      await appendEvents(
        tx,
        names.map((name) => roleCreated(name)),
        causedAt(kernel.now()),
      );
      written.resolve();
      if ((await decision.promise) === 'roll back') throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  await written.promise;
  const end = (how: 'commit' | 'roll back') => () => (decision.resolve(how), done);
  return { commit: end('commit'), rollBack: end('roll back') };
}

/** Nudges that only arrive when the test publishes them. */
function controlledNudges(): Nudges {
  const listeners = new Set<(nudge: Nudge) => void>();
  return {
    publish: (nudge) => listeners.forEach((listener) => listener(nudge)),
    subscribe: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    close: () => Promise.resolve(),
  };
}

const logged: string[] = [];
const logger = createLogger('warn', { write: (line) => void logged.push(line) });
const startLog = (nudges = controlledNudges()) => {
  const eventLog = createEventLog({ ...kernel, admission: createAdmission(), nudges, logger });
  return { eventLog, nudges, [Symbol.asyncDispose]: () => eventLog.close() };
};

/** A subscriber, and what it has received. Pauses after each event until `ready`. */
function follow(eventLog: EventLog, after: number, ready?: Promise<void>) {
  const stop = new AbortController();
  const seen: PositionedEvent[] = [];
  const kinds: string[] = [];
  const send = (payload: LivePayload) => {
    kinds.push(payload.kind);
    if (payload.kind !== 'event') return undefined;
    seen.push(payload.event);
    return ready;
  };
  const ended = eventLog.subscribe({ after, filter: () => true, caller: 'a', signal: stop.signal }, send);
  const names = () => seen.map(({ subjectId }) => subjectId);
  return {
    seen,
    kinds,
    names,
    ended,
    stop: () => (stop.abort(), ended),
    until: (count: number) => until(() => seen.length >= count),
  };
}

describe('a subscriber', () => {
  it('receives what is committed after its position, in order, once, when a nudge arrives', async () => {
    await using running = startLog();
    const follower = follow(running.eventLog, await running.eventLog.head());
    await commit('one', 'two');
    running.nudges.publish({ kind: 'everything' });
    await follower.until(2);
    await commit('three');
    running.nudges.publish({ kind: 'everything' });
    await follower.until(3);
    expect(follower.names()).toEqual(['one', 'two', 'three']);
    await follower.stop();
  });

  it('receives it within two seconds if no nudge arrives', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await using running = startLog();
    const follower = follow(running.eventLog, await running.eventLog.head());
    await commit('announced');
    running.nudges.publish({ kind: 'everything' });
    await follower.until(1);
    await commit('unsaid');
    vi.advanceTimersByTime(2000);
    await follower.until(2);
    expect(follower.names()).toEqual(['announced', 'unsaid']);
    await follower.stop();
  });

  it('receives earlier events first, then new ones, without gaps or duplicates', async () => {
    await using running = startLog();
    const start = await running.eventLog.head();
    const many = Array.from({ length: 1200 }, (_, index) => `past ${index}`);
    await commit(...many);
    const follower = follow(running.eventLog, start);
    await commit('present');
    running.nudges.publish({ kind: 'everything' });
    await follower.until(1201);
    expect(follower.names()).toEqual([...many, 'present']);
    await follower.stop();
  });

  it('continues from its last position after a pause', async () => {
    await using running = startLog();
    const first = follow(running.eventLog, await running.eventLog.head());
    await commit('before');
    running.nudges.publish({ kind: 'everything' });
    await first.until(1);
    await first.stop();
    await commit('meanwhile 1', 'meanwhile 2');
    const second = follow(running.eventLog, first.seen[0]?.position ?? 0);
    await second.until(2);
    expect(second.names()).toEqual(['meanwhile 1', 'meanwhile 2']);
    await second.stop();
  });

  it('never receives what is rolled back, and is not delayed by a long transaction', async () => {
    await using running = startLog();
    const follower = follow(running.eventLog, await running.eventLog.head());
    const long = await open('long');
    const rolledBack = await open('rolledBack');
    await commit('short');
    running.nudges.publish({ kind: 'everything' });
    await follower.until(1);
    await rolledBack.rollBack();
    await long.commit();
    running.nudges.publish({ kind: 'everything' });
    await follower.until(2);
    expect(follower.names()).toEqual(['short', 'long']);
    await follower.stop();
  });

  it('a slow subscriber receives everything in order, from the log if the buffer no longer has it', async () => {
    await using running = startLog();
    const start = await running.eventLog.head();
    const quick = follow(running.eventLog, start);
    const goOn = Promise.withResolvers<void>();
    const slow = follow(running.eventLog, start, goOn.promise);
    const expected = Array.from({ length: 6000 }, (_, index) => `n ${index}`);
    await commit('first');
    running.nudges.publish({ kind: 'everything' });
    await slow.until(1);
    for (let from = 0; from < 6000; from += 500) {
      await commit(...expected.slice(from, from + 500));
      running.nudges.publish({ kind: 'everything' });
      await quick.until(from + 501);
    }
    expect(slow.names()).toEqual(['first']);
    goOn.resolve();
    await slow.until(6001);
    expect(slow.names()).toEqual(['first', ...expected]);
    expect(quick.names()).toEqual(['first', ...expected]);
    await Promise.all([slow.stop(), quick.stop()]);
  });

  it('a subscriber that has paused does not delay others that read the log', async () => {
    await using running = startLog();
    const start = await running.eventLog.head();
    await commit('one', 'two');
    const goOn = Promise.withResolvers<void>();
    const paused = Array.from({ length: 12 }, () => follow(running.eventLog, start, goOn.promise));
    await Promise.all(paused.map((follower) => follower.until(1)));
    const other = follow(running.eventLog, start);
    await other.until(2);
    expect(other.names()).toEqual(['one', 'two']);
    await other.stop();
    goOn.resolve();
    await Promise.all(paused.map(({ stop }) => stop()));
  });

  it('has caught up also if the last earlier event arrives while it is attached', async () => {
    await using running = startLog();
    const start = await running.eventLog.head();
    // The process has a subscriber already, and no nudge announces the next event.
    const other = follow(running.eventLog, start);
    await commit('there');
    running.nudges.publish({ kind: 'everything' });
    await other.until(1);
    await commit('before');
    const late = follow(running.eventLog, other.seen[0]?.position ?? 0);
    await until(() => late.kinds.length === 2);
    expect([late.names(), late.kinds]).toEqual([['before'], ['event', 'caughtUp']]);
    await late.stop();
    await other.stop();
  });

  it('receives cursorExpired if the log no longer has the events after its position', async () => {
    await using running = startLog();
    const start = await running.eventLog.head();
    await commit('removed', 'kept');
    await running.eventLog.head();
    await kernel.database.pool.query('DELETE FROM events WHERE subject_id = $1', ['removed']);
    const expired = follow(running.eventLog, start);
    await expired.ended;
    expect(expired.kinds).toEqual(['cursorExpired']);
  });

  it('receives cursorExpired at a gap, and nothing after it', async () => {
    await using running = startLog();
    const start = await running.eventLog.head();
    await commit('there', 'gone', 'after');
    await running.eventLog.head();
    await kernel.database.pool.query('DELETE FROM events WHERE subject_id = $1', ['gone']);
    const follower = follow(running.eventLog, start);
    await follower.ended;
    expect(follower.kinds.at(-1)).toBe('cursorExpired');
    expect(follower.names()).not.toContain('after');
  });

  it('receives cursorExpired also if everything after its position was removed', async () => {
    await using running = startLog();
    const start = await running.eventLog.head();
    await commit('all', 'of', 'it');
    await running.eventLog.head();
    await kernel.database.pool.query('DELETE FROM events WHERE position > $1', [start]);
    const expired = follow(running.eventLog, start);
    await expired.ended;
    expect(expired.kinds).toEqual(['cursorExpired']);
    const present = follow(running.eventLog, await running.eventLog.head());
    await commit('new');
    running.nudges.publish({ kind: 'everything' });
    await present.until(1);
    expect(present.names()).toEqual(['new']);
    await present.stop();
  });
});

it('with fifty writers and two processes, five subscribers receive each event once, in the same order', async () => {
  await using one = startLog();
  await using two = startLog(one.nudges);
  const start = await one.eventLog.head();
  const followers = [one, one, one, two, two].map(({ eventLog }) => follow(eventLog, start));
  const writers = Array.from({ length: 50 }, async (_, writer) => {
    for (let turn = 0; turn < 4; turn++) {
      const transaction = await open(`${writer}.${turn}`);
      await (turn === 2 ? transaction.rollBack() : transaction.commit());
      one.nudges.publish({ kind: 'everything' });
    }
  });
  await Promise.all(writers);
  await Promise.all(followers.map((follower) => follower.until(150)));
  const [reference, ...others] = followers.map((follower) => follower.names());
  expect(new Set(reference).size).toBe(150);
  for (const names of others) expect(names).toEqual(reference);
  // Later events of one writer never come before its earlier ones.
  const turns = Map.groupBy(reference ?? [], (name) => name.split('.')[0]);
  for (const names of turns.values()) expect(names).toEqual(names.toSorted());
  await Promise.all(followers.map((follower) => follower.stop()));
});
