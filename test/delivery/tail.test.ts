import { describe, expect, it } from 'vitest';
import { createTail } from '../../src/delivery/tail.ts';
import { createLogger } from '../../src/platform/logger.ts';
import type { PlacedEvent } from '../../src/store/event-positions.ts';
import { heldLog, positions, settled } from './held-log.ts';

/** The tail of a log that answers when it is let. */
function startTail() {
  const held = heldLog();
  return { ...held, tail: createTail({ log: held.log, logger: createLogger('warn') }) };
}
type Started = ReturnType<typeof startTail>;

/** One who listens after a position, what it was told, and where it stopped listening. */
function listen({ tail }: Started, position: number) {
  const told: PlacedEvent[] = [];
  const stop = new AbortController();
  let stoppedAt: bigint | undefined;
  const tell = (event: PlacedEvent) => void told.push(event);
  const done = tail.listen(BigInt(position), tell, stop.signal).then((last) => {
    stoppedAt = last;
  });
  return { told: () => positions(told), stoppedAt: () => stoppedAt, stop: () => (stop.abort(), done) };
}

describe('the end of the log', () => {
  it('is read on as it grows, and told to all who listen', async () => {
    const started = startTail();
    started.tail.look();
    await started.answer('settle', 'head', 'after 0');
    const listener = listen(started, 0);
    started.place(2);
    started.tail.look();
    await started.answer('settle', 'after 0', 'after 1', 'after 2');
    expect(listener.told()).toEqual([1, 2]);
    expect(started.tail.recent?.head).toBe(2n);
    await listener.stop();
  });

  it('is read once more when that is asked for while it is read, and not again', async () => {
    const started = startTail();
    started.tail.look();
    started.tail.look();
    started.tail.look();
    await started.answer('settle', 'head', 'after 0', 'settle', 'after 0');
    await started.tail.idle();
    expect(started.asked()).toEqual([]);
  });
});

describe('who begins to listen', () => {
  it('is sent to look at once when something came after its position before it listened', async () => {
    const started = startTail();
    started.tail.look();
    await started.answer('settle', 'head');
    started.place(1);
    started.tail.look();
    await started.answer('after 0', 'settle', 'after 0', 'after 1');
    const late = listen(started, 0);
    await settled();
    expect(late.stoppedAt()).toBe(0n);
    expect(late.told()).toEqual([]);
  });

  it('is sent to look when the first look finds more than it has seen', async () => {
    const started = startTail();
    const early = listen(started, 0);
    started.place(1);
    started.tail.look();
    await started.answer('settle', 'head');
    expect(early.stoppedAt()).toBe(0n);
    await started.answer('after 1');
  });

  it('is told nothing that it has seen, where another process told it more than this one had read', async () => {
    const started = startTail();
    started.tail.look();
    await started.answer('settle', 'head', 'after 0');
    const ahead = listen(started, 2);
    started.place(3);
    started.tail.look();
    await started.answer('settle', 'after 0', 'after 1', 'after 2', 'after 3');
    expect(ahead.told()).toEqual([3]);
    expect(ahead.stoppedAt()).toBeUndefined();
    await ahead.stop();
  });
});

describe('when the last follower has left', () => {
  it('what was being read for it is told to nobody who came since: they would miss what came before', async () => {
    const started = startTail();
    started.tail.look();
    await started.answer('settle', 'head');
    started.place(1);
    await started.answer('after 0');
    started.tail.look();
    await settled();
    started.place(2);
    // Its look has settled, and reads.
    await started.answer('settle');
    started.tail.forget();
    started.tail.look();
    await started.answer('after 0');
    const next = listen(started, 0);
    // The look that goes on now is the one of the next follower.
    await started.answer('settle', 'head');
    expect(next.told()).toEqual([]);
    expect(next.stoppedAt()).toBe(0n);
    await started.answer('after 2');
  });

  it.each([
    ['places are given', [], ['settle', 'head']],
    ['the head is read', ['settle'], ['head']],
    ['events are read', ['settle', 'head'], ['after 0']],
  ])('while %s, what is left of that look remembers nothing, and no other follows', async (_when, before, after) => {
    const started = startTail();
    started.tail.look();
    started.tail.look();
    await started.answer(...before);
    started.tail.forget();
    await started.answer(...after);
    await started.tail.idle();
    expect(started.asked()).toEqual([]);
    expect(started.tail.recent).toBeUndefined();
  });
});
