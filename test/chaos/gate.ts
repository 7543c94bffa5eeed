/** Requests that are left unanswered, until it is disposed of. */
export interface Withholding extends Disposable {
  /** Resolves when there is one. */
  begun: Promise<void>;
}

/** What keeps a receiver from answering. */
export interface Gate extends Withholding {
  /** Resolves when a request that came from this port may be answered. */
  pass(port: number): Promise<void>;
}

export function closeGate(isWithheld: (port: number) => boolean): Gate {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isOpen = false;
  return {
    begun: begun.promise,
    async pass(port) {
      if (isOpen || !isWithheld(port)) return;
      begun.resolve();
      await ended.promise;
    },
    [Symbol.dispose]() {
      isOpen = true;
      ended.resolve();
    },
  };
}
