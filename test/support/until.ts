import { setImmediate, setTimeout } from 'node:timers/promises';

/** Waits until a condition holds; fails after `limit` milliseconds. For conditions without an event to wait for. */
export async function until(condition: () => boolean, limit = 20_000): Promise<void> {
  for (const start = performance.now(); !condition(); await setTimeout(5)) {
    if (performance.now() - start > limit) throw new Error(`the condition did not hold within ${limit} ms`);
  }
}

/** Lets the event loop turn: both ends of a connection within this process have then read what was written to it. */
export async function turns(count = 3): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate();
}
