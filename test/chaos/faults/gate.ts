/** Withholds responses until disposed of. */
export interface Withholding extends Disposable {
  /** Resolves when a response is withheld. */
  begun: Promise<void>;
}

/** Withholds the responses of a receiver. */
export interface Gate extends Withholding {
  /** Resolves when the response to a request from this port may be sent. */
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
