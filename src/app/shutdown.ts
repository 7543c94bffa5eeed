import { constants } from 'node:os';

/** Milliseconds within which signals are one: a terminal sends Ctrl-C to npm and to us, and npm passes it on. */
const together = 500;

/** Resolves at the first SIGINT or SIGTERM. The second one ends the process at once, with the shell's exit code for a signal. */
export function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      first ??= performance.now();
      if (performance.now() - first > together) process.exit(128 + constants.signals[signal]);
      resolve();
    });
  }
  return promise;
}
