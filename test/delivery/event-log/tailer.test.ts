import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTailer, type Follower, type Tailer } from '../../../src/delivery/event-log/tailer.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import type { LoggedEvent } from '../../../src/store/logged-event.ts';
import { heldLog, placed, positions, settled } from './held-log.ts';

const logger = createLogger('warn');

/** The tailer of a log that answers when the test says so. */
function startTailer() {
  const held = heldLog();
  return { ...held, tailer: createTailer({ log: held.log, clock: systemClock, logger }) };
}

/** A follower that is attached at a position, what it has taken, and where its attachment ended. */
function attach({ tailer }: { tailer: Tailer }, position: number, answer: Follower['take'] = () => undefined) {
  const taken: LoggedEvent[] = [];
  const stop = new AbortController();
  let endedAt: number | undefined;
  const follower: Follower = {
    position,
    take(event) {
      taken.push(event);
      return answer(event);
    },
  };
  const done = tailer.attach(follower, stop.signal).then(() => {
    endedAt = follower.position;
  });
  return {
    taken: () => positions(taken),
    endedAt: () => endedAt,
    done,
    stop: () => (stop.abort(), done),
  };
}

describe('the tailer', () => {
  it('reads on as the log grows, and passes the events to attached followers', async () => {
    const started = startTailer();
    started.tailer.join('subscriber');
    await started.answer('assign', 'head', 'after 0');
    const follower = attach(started, 0);
    started.appendTo(2);
    started.tailer.poll();
    await started.answer('assign', 'after 0', 'after 1', 'after 2');
    expect(follower.taken()).toEqual([1, 2]);
    expect(started.tailer.buffer?.head).toBe(2);
    await follower.stop();
  });

  it('reads once more if it is called while it reads, and not again', async () => {
    const started = startTailer();
    started.tailer.join('subscriber');
    started.tailer.poll();
    await settled();
    started.tailer.poll();
    started.tailer.poll();
    await started.answer('assign', 'head', 'after 0', 'assign', 'after 0');
    await started.tailer.idle();
    expect(started.queries()).toEqual([]);
  });
});

describe('a follower that attaches', () => {
  it('has to read if there are events after its position already', async () => {
    const started = startTailer();
    started.tailer.join('subscriber');
    await started.answer('assign', 'head');
    started.appendTo(1);
    started.tailer.poll();
    await started.answer('after 0', 'assign', 'after 0', 'after 1');
    const late = attach(started, 0);
    await settled();
    expect(late.endedAt()).toBe(0);
    expect(late.taken()).toEqual([]);
  });

  it('has to read if the first read finds more than it has taken', async () => {
    const started = startTailer();
    const early = attach(started, 0);
    started.appendTo(1);
    started.tailer.join('subscriber');
    await started.answer('assign', 'head');
    expect(early.endedAt()).toBe(0);
    await started.answer('after 1');
  });

  it('takes no event again that it has from another process, ahead of this one', async () => {
    const started = startTailer();
    started.tailer.join('subscriber');
    await started.answer('assign', 'head', 'after 0');
    const ahead = attach(started, 2);
    started.appendTo(3);
    started.tailer.poll();
    await started.answer('assign', 'after 0', 'after 1', 'after 2', 'after 3');
    expect(ahead.taken()).toEqual([3]);
    expect(ahead.endedAt()).toBeUndefined();
    await ahead.stop();
  });
});

describe('when the last follower has left', () => {
  it('what was being read for it is not passed to later followers: they would miss what came before', async () => {
    const started = startTailer();
    const leave = started.tailer.join('subscriber');
    await started.answer('assign', 'head');
    started.appendTo(1);
    await started.answer('after 0');
    started.tailer.poll();
    await settled();
    started.appendTo(2);
    // Positions are assigned; the read begins.
    await started.answer('assign');
    leave();
    started.tailer.join('subscriber');
    await started.answer('after 0');
    const next = attach(started, 0);
    // This is the read for the next follower.
    await started.answer('assign', 'head');
    expect(next.taken()).toEqual([]);
    expect(next.endedAt()).toBe(0);
    await started.answer('after 2');
  });

  it.each([
    ['positions are assigned', [], ['assign']],
    ['the head is read', ['assign'], ['head']],
    ['events are read', ['assign', 'head'], ['after 0']],
  ])('a read while %s fills no buffer, and no other read follows', async (_when, before, after) => {
    const started = startTailer();
    const leave = started.tailer.join('subscriber');
    await settled();
    started.tailer.poll();
    await started.answer(...before);
    leave();
    await started.answer(...after);
    await started.tailer.idle();
    expect(started.queries()).toEqual([]);
    expect(started.tailer.buffer).toBeUndefined();
  });
});

/** The number of turns of the event loop so far, until the end of the test. */
function countTurns(): () => number {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  onTestFinished(() => (vi.useRealTimers(), clearImmediate(next)));
  return () => turns;
}

/** A tailer that reads exactly the given events. */
async function startScripted() {
  const pages: LoggedEvent[][] = [];
  const log = {
    extend: async () => ({ head: Number.POSITIVE_INFINITY, id: null }),
    head: async () => 0,
    after: async () => pages.shift() ?? [],
    page: { events: 500, bytes: 1000 },
  };
  const tailer = createTailer({ log, clock: systemClock, logger });
  tailer.join('subscriber');
  await tailer.idle();
  const announce = async (...events: number[]) => {
    pages.push(events.map((position) => placed(position)));
    tailer.poll();
    await tailer.idle();
  };
  return { tailer, announce };
}

describe('attached followers', () => {
  it('take all events, in order, until they leave', async () => {
    const started = await startScripted();
    const [one, other] = [attach(started, 0), attach(started, 0)];
    await started.announce(1, 2);
    await one.stop();
    await started.announce(3);
    expect([one.taken(), other.taken()]).toEqual([
      [1, 2],
      [1, 2, 3],
    ]);
    expect(one.endedAt()).toBe(2);
  });

  it('stay attached while others take what they have already', async () => {
    const started = await startScripted();
    const ahead = attach(started, 2);
    await started.announce(1, 2, 3);
    await settled();
    expect(ahead.taken()).toEqual([3]);
    expect(ahead.endedAt()).toBeUndefined();
  });

  it('have to read if an event before the new ones is missing', async () => {
    const started = await startScripted();
    const behind = attach(started, 1);
    await started.announce(3, 4);
    await settled();
    expect(behind.taken()).toEqual([]);
    expect(behind.endedAt()).toBe(1);
  });

  it('followers that pause delay no other, and have to read when they are ready again', async () => {
    const started = await startScripted();
    const ready = Promise.withResolvers<void>();
    const [slow, quick] = [attach(started, 0, () => ready.promise), attach(started, 0)];
    await started.announce(1, 2);
    expect([slow.taken(), quick.taken()]).toEqual([[1], [1, 2]]);
    expect(slow.endedAt()).toBeUndefined();
    ready.resolve();
    await slow.done;
    expect(slow.endedAt()).toBe(1);
  });

  it('let other work continue every two milliseconds', async () => {
    const started = await startScripted();
    await settled();
    vi.useFakeTimers({ toFake: ['performance'] });
    const turn = countTurns();
    const takenIn = new Map<number, number>();
    for (let count = 0; count < 30; count++) {
      attach(started, 0, () => {
        takenIn.set(turn(), (takenIn.get(turn()) ?? 0) + 1);
        vi.advanceTimersByTime(0.3);
        return undefined;
      });
    }
    await started.announce(1);
    expect([...takenIn.values()].reduce((sum, taken) => sum + taken, 0)).toBe(30);
    expect(Math.max(...takenIn.values())).toBeLessThanOrEqual(8);
  });

  it('followers that fail do not fail others', async () => {
    const started = await startScripted();
    const broken = attach(started, 0, () => {
      throw new Error('cannot take it');
    });
    const whole = attach(started, 0);
    await Promise.all([expect(broken.done).rejects.toThrow('cannot take it'), started.announce(1, 2)]);
    expect(whole.taken()).toEqual([1, 2]);
  });
});

describe('a reader, such as webhooks,', () => {
  it('keeps the buffer when the last subscriber leaves, and is not polled for', async () => {
    const started = startTailer();
    const leave = started.tailer.join('subscriber');
    await started.answer('assign', 'head', 'after 0');
    const close = started.tailer.join('reader');
    leave();
    expect(started.tailer.buffer?.head).toBe(0);
    started.tailer.poll();
    await settled();
    expect(started.queries()).toEqual([]);
    started.appendTo(1);
    const read = started.tailer.read();
    await started.answer('assign', 'after 0', 'after 1');
    await read;
    expect(positions(started.tailer.buffer?.after(0, { events: 5, bytes: 100 }))).toEqual([1]);
    close();
    expect(started.tailer.buffer).toBeUndefined();
  });

  it('shares a read with everyone who asks in the same turn', async () => {
    const started = startTailer();
    started.tailer.join('subscriber');
    started.tailer.join('reader');
    const reads = [started.tailer.read(), started.tailer.read()];
    await started.answer('assign', 'head', 'after 0');
    await Promise.all(reads);
    expect(started.queries()).toEqual([]);
  });
});
