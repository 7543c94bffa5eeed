import { constants } from 'node:os';

/** Resolves at the first SIGINT or SIGTERM. The second one ends the process at once, with the shell's exit code for a signal. */
export function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let received = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (received) process.exit(128 + constants.signals[signal]);
      received = true;
      resolve();
    });
  }
  return promise;
}
