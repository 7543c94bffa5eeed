import { constants } from 'node:os';

/**
 * Milliseconds within which repeated signals count as one: on Ctrl-C, the terminal signals npm and this process, and
 * npm forwards its signal.
 */
const repeatWindow = 500;

/** Resolves at the first SIGINT or SIGTERM. A second one exits at once, with the shell's exit code for a signal. */
export function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      first ??= performance.now();
      if (performance.now() - first > repeatWindow) process.exit(128 + constants.signals[signal]);
      resolve();
    });
  }
  return promise;
}
