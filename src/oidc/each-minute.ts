/** Writes what a process keeps in memory. */
export interface Writer {
  /** Writes now, after a write that is in progress. */
  write(): Promise<void>;
  /** Writes a last time. What a process has kept since the last minute is lost if it is killed. */
  close(): Promise<void>;
}

/** Milliseconds between two writes. */
const interval = 60_000;

/** Calls `writeOnce`, which does not throw, once a minute and one at a time. */
export function writeEachMinute(writeOnce: () => Promise<void>): Writer {
  let writing: Promise<void> = Promise.resolve();
  const write = (): Promise<void> => (writing = writing.then(writeOnce));
  const timer = setInterval(() => void write(), interval);
  timer.unref();
  return {
    write,
    close() {
      clearInterval(timer);
      return write();
    },
  };
}
