import { describe, expect, it } from 'vitest';
import { createTailer, type Follower } from '../../../src/delivery/event-log/tailer.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { heldLog, placed, settled } from './held-log.ts';

describe('the time of a read', () => {
  /** A follower that notes what it is passed, of a log with a clock. */
  async function startTimed(answer: () => Promise<void> | undefined = () => undefined) {
    const held = heldLog();
    let time = 0;
    const log = { ...held.log };
    const tailer = createTailer({ log, clock: { now: () => new Date(time) }, logger: createLogger('error') });
    tailer.join('subscriber');
    await held.answer('assign', 'head', 'after 0');
    const passed: string[] = [];
    const note = (text: string) => (passed.push(text), answer());
    const follower: Follower = {
      position: 0,
      take: ({ position, asOf }) => note(`event ${position} after ${asOf?.getTime()}`),
      takeTime: (at) => note(`time ${at?.getTime()}`),
    };
    void tailer.attach(follower, new AbortController().signal);
    const pollAt = async (at: number) => {
      time = at;
      tailer.poll();
      await settled();
      time = at + 1;
    };
    return { held, log, passed, pollAt };
  }

  it('is that before it, and is passed to followers after what was read', async () => {
    const { held, passed, pollAt } = await startTimed();
    await pollAt(1000);
    await held.answer('assign', 'after 0');
    held.appendTo(1);
    await pollAt(2000);
    await held.answer('assign', 'after 0', 'after 1');
    expect(passed).toEqual(['time 1000', 'event 1 after 1000', 'time 2000']);
  });

  it('is no part of events that were read with others: those before it may not have been sent', async () => {
    const { held, passed, pollAt } = await startTimed();
    held.appendTo(2);
    await pollAt(1000);
    await held.answer('assign', 'after 0', 'after 1', 'after 2');
    held.appendTo(3);
    await pollAt(2000);
    await held.answer('assign', 'after 2', 'after 3');
    expect(passed).toEqual(['event 1 after 0', 'event 2 after 0', 'time 1000', 'event 3 after 1000', 'time 2000']);
  });

  it('is not passed to a follower that pauses', async () => {
    const { held, passed, pollAt } = await startTimed(() => new Promise(() => undefined));
    held.appendTo(1);
    for (const at of [1000, 2000]) {
      await pollAt(at);
      await held.answer('assign', ...(at === 1000 ? ['after 0', 'after 1'] : ['after 1']));
    }
    expect(passed).toEqual(['event 1 after 0']);
  });

  it('is not passed before what follows a gap: it was committed before, too', async () => {
    const { held, log, passed, pollAt } = await startTimed();
    const after = async (position: number) => (position < 1 ? [placed(1)] : position < 3 ? [placed(3)] : []);
    Object.assign(log, { page: { events: 10, bytes: 1000 }, after });
    held.appendTo(3);
    await pollAt(1000);
    await held.answer('assign');
    expect(passed).toEqual(['event 1 after 0']);
  });

  it('is not passed if the log cannot be read', async () => {
    const { held, log, passed, pollAt } = await startTimed();
    log.after = () => Promise.reject(new Error('no database'));
    await pollAt(1000);
    await held.answer('assign');
    log.after = held.log.after;
    await pollAt(2000);
    await held.answer('assign', 'after 0');
    expect(passed).toEqual(['time 2000']);
  });
});
