let end: Promise<void> | undefined;

/**
 * The end of this turn of the event loop, when everything that had arrived has been read. All who wait for it go on together, step by
 * step: each step's code and tables are then still in the processor's caches, which for short work is most of its price.
 */
export function endOfTurn(): Promise<void> {
  end ??= new Promise((resolve) => {
    setImmediate(() => {
      end = undefined;
      resolve();
    });
  });
  return end;
}
