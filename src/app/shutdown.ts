import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Milliseconds within which repeated signals count as one: on Ctrl-C, the terminal signals npm and this process, and
 * npm forwards its signal.
 */
const repeatWindow = 500;

/** SIGINT and SIGTERM, which stop the process. */
interface StopSignals {
  /** Resolves at the first one. The next one exits at once, with the shell's exit code for a signal. */
  first: Promise<void>;
  /** Waits this many milliseconds; a signal meanwhile ends the wait instead of the process. */
  wait(milliseconds: number): Promise<void>;
}

/** Receives the signals from now on. */
export function receiveStopSignals(): StopSignals {
  const first = Promise.withResolvers<void>();
  let counted: number | undefined;
  let waiting: AbortController | undefined;
  const receive = (signal: 'SIGINT' | 'SIGTERM'): void => {
    const now = performance.now();
    if (counted !== undefined && now - counted <= repeatWindow) return;
    if (counted === undefined) first.resolve();
    else if (waiting) waiting.abort();
    else process.exit(128 + constants.signals[signal]);
    counted = now;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => receive(signal));
  return {
    first: first.promise,
    async wait(milliseconds) {
      waiting = new AbortController();
      await sleep(milliseconds, undefined, { signal: waiting.signal }).catch(() => {});
      waiting = undefined;
    },
  };
}
