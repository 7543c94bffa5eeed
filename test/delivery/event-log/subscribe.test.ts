import { describe, expect, it, vi } from 'vitest';
import type { StoredLog } from '../../../src/delivery/event-log/reader.ts';
import { createReader } from '../../../src/delivery/event-log/reader.ts';
import { type LivePayload, type ReadOfLog, subscribe } from '../../../src/delivery/event-log/subscribe.ts';
import { createTailer } from '../../../src/delivery/event-log/tailer.ts';
import { createAdmission } from '../../../src/platform/admission/admission.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { placed, settled } from './held-log.ts';

/** The events that a subscriber receives of a log up to `head`, of which the first `removed` ones were removed. */
async function received(
  after: number | undefined,
  { head, removed = 0, matches = () => true }: { head: number; removed?: number; matches?: (at: number) => boolean },
): Promise<string[]> {
  const log: StoredLog = {
    extend: async () => ({ head, id: null }),
    head: async () => head,
    after: async (position) =>
      Array.from({ length: head }, (_, index) => placed(index + 1)).filter(
        (event) => event.position > position && event.position > removed,
      ),
    page: { events: 500, bytes: 1000 },
  };
  const services = {
    clock: systemClock,
    tailer: createTailer({ log, clock: systemClock, logger: createLogger('warn') }),
    read: createReader(log, createAdmission()),
    head: log.head,
  };
  const messages: string[] = [];
  const send = (payload: LivePayload) => {
    messages.push(payload.kind === 'event' ? `event ${payload.event.position}` : payload.kind);
    return undefined;
  };
  const stop = new AbortController();
  const filter = ({ position }: { position: number }) => matches(position);
  const done = subscribe(services, { after, filter, caller: 'a', signal: stop.signal }, send);
  for (let turn = 0; turn < 10; turn++) await settled();
  stop.abort();
  await done;
  return messages;
}

describe('subscribers that read what was before them', () => {
  it('let other work continue every two milliseconds', async () => {
    await settled();
    vi.useFakeTimers({ toFake: ['performance'] });
    const events = Array.from({ length: 100 }, (_, index) => placed(index + 1));
    const log: StoredLog = {
      extend: async () => ({ head: 100, id: null }),
      head: async () => 100,
      after: async (position) => events.filter((event) => event.position > position),
      page: { events: 500, bytes: 1000 },
    };
    const tailer = createTailer({ log, clock: systemClock, logger: createLogger('warn') });
    const services = { clock: systemClock, tailer, read: createReader(log, createAdmission()), head: log.head };
    const sent: number[] = [];
    const send = () => {
      sent.push(1);
      vi.advanceTimersByTime(0.3);
      return undefined;
    };
    const stop = new AbortController();
    const all = Array.from({ length: 3 }, () =>
      subscribe(services, { after: 0, filter: () => true, caller: 'a', signal: stop.signal }, send),
    );
    const perTurn: number[] = [];
    for (let before = 0; sent.length < 303; before = sent.length) {
      await settled();
      perTurn.push(sent.length - before);
    }
    stop.abort();
    await Promise.all(all);
    vi.useRealTimers();
    // In one turn, seven messages take two milliseconds, and each of the three notices it after its own.
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(20);
  });
});

describe('a subscriber', () => {
  it('receives the events after its position, then that it has caught up', async () => {
    expect(await received(1, { head: 3 })).toEqual(['event 2', 'event 3', 'caughtUp']);
  });

  it('has caught up at once at the end of the log, and without a position', async () => {
    expect(await received(3, { head: 3 })).toEqual(['caughtUp']);
    expect(await received(undefined, { head: 3 })).toEqual(['caughtUp']);
    expect(await received(0, { head: 0 })).toEqual(['caughtUp']);
  });

  it('receives cursorExpired if events after its position were removed', async () => {
    expect(await received(1, { head: 3, removed: 2 })).toEqual(['cursorExpired']);
  });

  it('receives cursorExpired if its position is beyond the log: it is of another one', async () => {
    expect(await received(4, { head: 3 })).toEqual(['cursorExpired']);
    expect(await received(Number.MAX_SAFE_INTEGER, { head: 0 })).toEqual(['cursorExpired']);
  });

  it('is passed how far the log was read after each page, before it has caught up', async () => {
    const log: StoredLog = {
      extend: async () => ({ head: 3, id: null }),
      head: async () => 3,
      after: async (position) => (position < 3 ? [placed(position + 1)] : []),
      page: { events: 1, bytes: 1000 },
    };
    const tailer = createTailer({ log, clock: systemClock, logger: createLogger('warn') });
    const services = { clock: systemClock, tailer, read: createReader(log, createAdmission()), head: log.head };
    const passed: string[] = [];
    const stop = new AbortController();
    const subscription = {
      after: 0,
      filter: () => false,
      onRead: ({ position, at }: ReadOfLog) => void passed.push(`${position}${at ? ' and that is all' : ''}`),
      caller: 'a',
      signal: stop.signal,
    };
    const done = subscribe(services, subscription, ({ kind }) => void passed.push(kind));
    for (let turn = 0; turn < 20; turn++) await settled();
    tailer.poll();
    for (let turn = 0; turn < 20; turn++) await settled();
    stop.abort();
    await done;
    expect(passed).toEqual(['1', '2', 'caughtUp', '3', '3 and that is all']);
  });

  it('has caught up also if the last event before the subscription does not match', async () => {
    expect(await received(0, { head: 3, matches: (position) => position === 2 })).toEqual(['event 2', 'caughtUp']);
  });
});
