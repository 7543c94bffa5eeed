/** Work that is done when someone says "look": one run at a time, and one more when it was said meanwhile. */
export interface Repeater {
  look(): void;
  /** Resolves when no run is under way. */
  idle(): Promise<void>;
}

export function createRepeater(work: () => Promise<unknown>, failed: (error: unknown) => void): Repeater {
  let running: Promise<void> | undefined;
  let lookAgain = false;
  const runWhileTold = async (): Promise<void> => {
    try {
      while (lookAgain) {
        lookAgain = false;
        await work().catch(failed);
      }
    } finally {
      // At once, not when somebody hears of the end: who says "look" in between would be taken for heard.
      running = undefined;
    }
  };
  return {
    look() {
      lookAgain = true;
      running ??= runWhileTold();
    },
    idle: () => running ?? Promise.resolve(),
  };
}
