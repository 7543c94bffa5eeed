import type { Nudges } from '../../platform/nudges.ts';

/** Requests that wait at a time. */
const maxWaiters = 100;
/** Pause between two reads if no nudge arrives (ms): nudges may be lost. */
const pollInterval = 1000;

/** Requests that wait for a message. */
interface Waiters {
  /**
   * Repeats the read after each nudge, until it finds something, or the signal aborts; then what it last found.
   * Undefined if too many requests wait.
   */
  wait<Message>(read: () => Promise<Message[]>, signal: AbortSignal): Promise<Message[] | undefined>;
  /** Ends all waits. */
  close(): void;
}

export function createWaiters(nudges: Pick<Nudges, 'subscribe'>): Waiters {
  const closing = new AbortController();
  let waiting = 0;
  return {
    async wait(read, signal) {
      if (waiting >= maxWaiters) return undefined;
      waiting += 1;
      let wake = (): void => undefined;
      let isDue = false;
      const check = (): void => {
        isDue = true;
        wake();
      };
      const ends = [signal, closing.signal];
      for (const end of ends) end.addEventListener('abort', check);
      const unsubscribe = nudges.subscribe(({ kind }) => {
        if (kind === 'messages' || kind === 'everything') check();
      });
      const timer = setInterval(check, pollInterval);
      try {
        for (;;) {
          isDue = false;
          const messages = await read();
          if (messages.length || ends.some(({ aborted }) => aborted)) return messages;
          if (!isDue) await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        waiting -= 1;
        clearInterval(timer);
        unsubscribe();
        for (const end of ends) end.removeEventListener('abort', check);
      }
    },
    close: () => closing.abort(),
  };
}
