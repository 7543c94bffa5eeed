import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFeed, type Feed } from '../../src/delivery/feed.ts';
import { CursorExpired } from '../../src/delivery/history.ts';
import { live } from '../../src/delivery/live.ts';
import { appendEvents } from '../../src/kernel/event-log.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import type { Nudge, Nudges } from '../../src/platform/nudges.ts';
import type { PlacedEvent } from '../../src/store/event-positions.ts';
import { waitFor } from '../graphql/live.ts';
import { actorWith, startKernel, type TestKernel } from '../support/kernel.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel[Symbol.asyncDispose]());

const stamps = { createdAt: '2026-11-21T10:00:00.000Z', updatedAt: '2026-11-21T10:00:00.000Z' };
const event = (name: string) => ({
  id: ids.next('event'),
  type: 'OrganizationRole.Created' as const,
  subjectId: name,
  organizationId: null,
  data: { organizationRole: { id: name, name, description: '', ...stamps } },
});
const facts = () => ({
  actor: actorWith(),
  cause: { operation: 'test', requestId: 'req_test', channel: 'platform' as const },
  occurredAt: kernel.now(),
});
const commit = (...names: string[]) =>
  kernel.database.prisma.$transaction((tx) => appendEvents(tx, names.map(event), facts()));

/** A transaction that has written its events and waits to be told how to end. */
async function open(...names: string[]) {
  const written = Promise.withResolvers<void>();
  const told = Promise.withResolvers<'commit' | 'roll back'>();
  const undone = new Error('rolled back');
  const done = kernel.database.prisma
    .$transaction(async (tx) => {
      await appendEvents(tx, names.map(event), facts());
      written.resolve();
      if ((await told.promise) === 'roll back') throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  await written.promise;
  const end = (how: 'commit' | 'roll back') => () => (told.resolve(how), done);
  return { commit: end('commit'), rollBack: end('roll back') };
}

/** Nudges that arrive, or are lost. */
function nudges(): Nudges {
  const listeners = new Set<(nudge: Nudge) => void>();
  return {
    publish: (nudge) => listeners.forEach((listener) => listener(nudge)),
    subscribe: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    close: () => Promise.resolve(),
  };
}

const logged: string[] = [];
const logger = createLogger('warn', { write: (line) => void logged.push(line) });
const startFeed = (told = nudges()) => {
  const feed = createFeed({ database: kernel.database, nudges: told, logger });
  return { feed, told, [Symbol.asyncDispose]: () => feed.close() };
};

/** A follower, and what it has seen. It wants nothing more after an event until `ready`. */
function follow(feed: Feed, after: bigint, ready?: Promise<void>) {
  const stop = new AbortController();
  const seen: PlacedEvent[] = [];
  const tell = (event: PlacedEvent) => {
    seen.push(event);
    return ready;
  };
  const ended = feed.follow(after, { tell }, stop.signal);
  const names = () => seen.map(({ subjectId }) => subjectId);
  return {
    seen,
    names,
    ended,
    stop: () => (stop.abort(), ended),
    until: (count: number) => waitFor(() => seen.length >= count),
  };
}

describe('a follower', () => {
  it('sees what is committed after its place, in order, once, when it is told of it', async () => {
    await using running = startFeed();
    const follower = follow(running.feed, await running.feed.head());
    await commit('one', 'two');
    running.told.publish({ kind: 'everything' });
    await follower.until(2);
    await commit('three');
    running.told.publish({ kind: 'everything' });
    await follower.until(3);
    expect(follower.names()).toEqual(['one', 'two', 'three']);
    await follower.stop();
  });

  it('sees it within two seconds when no nudge arrives', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await using running = startFeed();
    const follower = follow(running.feed, await running.feed.head());
    await commit('said');
    running.told.publish({ kind: 'everything' });
    await follower.until(1);
    await commit('unsaid');
    vi.advanceTimersByTime(2000);
    await follower.until(2);
    expect(follower.names()).toEqual(['said', 'unsaid']);
    await follower.stop();
  });

  it('reads history first and goes on with what happens, without a gap and without a repetition', async () => {
    await using running = startFeed();
    const start = await running.feed.head();
    const many = Array.from({ length: 1200 }, (_, index) => `past ${index}`);
    await commit(...many);
    const follower = follow(running.feed, start);
    await commit('present');
    running.told.publish({ kind: 'everything' });
    await follower.until(1201);
    expect(follower.names()).toEqual([...many, 'present']);
    await follower.stop();
  });

  it('that stopped goes on from its last position as if it had never been away', async () => {
    await using running = startFeed();
    const first = follow(running.feed, await running.feed.head());
    await commit('before');
    running.told.publish({ kind: 'everything' });
    await first.until(1);
    await first.stop();
    await commit('meanwhile 1', 'meanwhile 2');
    const second = follow(running.feed, first.seen[0]?.position ?? 0n);
    await second.until(2);
    expect(second.names()).toEqual(['meanwhile 1', 'meanwhile 2']);
    await second.stop();
  });

  it('never sees what is rolled back, and is not held up by a transaction that runs for long', async () => {
    await using running = startFeed();
    const follower = follow(running.feed, await running.feed.head());
    const long = await open('long');
    const undone = await open('undone');
    await commit('short');
    running.told.publish({ kind: 'everything' });
    await follower.until(1);
    await undone.rollBack();
    await long.commit();
    running.told.publish({ kind: 'everything' });
    await follower.until(2);
    expect(follower.names()).toEqual(['short', 'long']);
    await follower.stop();
  });

  it('that is slow reads everything in order, from the log when memory no longer reaches back', async () => {
    await using running = startFeed();
    const start = await running.feed.head();
    const quick = follow(running.feed, start);
    const goOn = Promise.withResolvers<void>();
    const slow = follow(running.feed, start, goOn.promise);
    const expected = Array.from({ length: 3000 }, (_, index) => `n ${index}`);
    await commit('first');
    running.told.publish({ kind: 'everything' });
    await slow.until(1);
    for (let from = 0; from < 3000; from += 500) {
      await commit(...expected.slice(from, from + 500));
      running.told.publish({ kind: 'everything' });
      await quick.until(from + 501);
    }
    expect(slow.names()).toEqual(['first']);
    goOn.resolve();
    await slow.until(3001);
    expect(slow.names()).toEqual(['first', ...expected]);
    expect(quick.names()).toEqual(['first', ...expected]);
    await Promise.all([slow.stop(), quick.stop()]);
  });

  it('that takes nothing holds up nobody who reads history', async () => {
    await using running = startFeed();
    const start = await running.feed.head();
    await commit('one', 'two');
    const goOn = Promise.withResolvers<void>();
    const paused = Array.from({ length: 12 }, () => follow(running.feed, start, goOn.promise));
    await Promise.all(paused.map((follower) => follower.until(1)));
    const other = follow(running.feed, start);
    await other.until(2);
    expect(other.names()).toEqual(['one', 'two']);
    await other.stop();
    goOn.resolve();
    await Promise.all(paused.map(({ stop }) => stop()));
  });

  it('is told that it has caught up also when the last of what was before comes while it listens', async () => {
    await using running = startFeed();
    const start = await running.feed.head();
    // Someone follows already, and nobody says that there is something new.
    const other = follow(running.feed, start);
    await commit('there');
    running.told.publish({ kind: 'everything' });
    await other.until(1);
    await commit('before');
    const told: string[] = [];
    const stop = new AbortController();
    const wanted = { after: other.seen[0]?.position ?? 0n, wants: () => true };
    const ended = live(
      running.feed,
      wanted,
      (message) => {
        told.push(message.kind === 'event' ? message.event.subjectId : message.kind);
        return undefined;
      },
      stop.signal,
    );
    await waitFor(() => told.length === 2);
    expect(told).toEqual(['before', 'caughtUp']);
    stop.abort();
    await ended;
    await other.stop();
  });

  it('is told when the log does not reach back to its position any more', async () => {
    await using running = startFeed();
    const start = await running.feed.head();
    await commit('removed', 'kept');
    await running.feed.head();
    await kernel.database.pool.query('DELETE FROM events WHERE subject_id = $1', ['removed']);
    await expect(follow(running.feed, start).ended).rejects.toThrow(CursorExpired);
  });

  it('is told so, and nothing of what comes after the hole, also when others that were removed come later', async () => {
    await using running = startFeed();
    const start = await running.feed.head();
    await commit('there', 'gone', 'after');
    await running.feed.head();
    await kernel.database.pool.query('DELETE FROM events WHERE subject_id = $1', ['gone']);
    const follower = follow(running.feed, start);
    await expect(follower.ended).rejects.toThrow(CursorExpired);
    expect(follower.names()).not.toContain('after');
  });

  it('is told so also when everything after its position is gone', async () => {
    await using running = startFeed();
    const start = await running.feed.head();
    await commit('all', 'of', 'it');
    await running.feed.head();
    await kernel.database.pool.query('DELETE FROM events WHERE position > $1', [start]);
    await expect(follow(running.feed, start).ended).rejects.toThrow(CursorExpired);
    const present = follow(running.feed, await running.feed.head());
    await commit('new');
    running.told.publish({ kind: 'everything' });
    await present.until(1);
    expect(present.names()).toEqual(['new']);
    await present.stop();
  });
});

it('fifty writers and five followers on two processes: each sees each event once, in one and the same order', async () => {
  await using one = startFeed();
  await using two = startFeed(one.told);
  const start = await one.feed.head();
  const followers = [one, one, one, two, two].map(({ feed }) => follow(feed, start));
  const writers = Array.from({ length: 50 }, async (_, writer) => {
    for (let turn = 0; turn < 4; turn++) {
      const transaction = await open(`${writer}.${turn}`);
      await (turn === 2 ? transaction.rollBack() : transaction.commit());
      one.told.publish({ kind: 'everything' });
    }
  });
  await Promise.all(writers);
  await Promise.all(followers.map((follower) => follower.until(150)));
  const [reference, ...others] = followers.map((follower) => follower.names());
  expect(new Set(reference).size).toBe(150);
  for (const names of others) expect(names).toEqual(reference);
  // What one writer did later never comes before what it did earlier.
  const turns = Map.groupBy(reference ?? [], (name) => name.split('.')[0]);
  for (const names of turns.values()) expect(names).toEqual(names.toSorted());
  await Promise.all(followers.map((follower) => follower.stop()));
});
