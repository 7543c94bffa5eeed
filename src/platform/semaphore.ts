/** Runs work when a lane is free, in order. Settles as the work does. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Bounds how much work runs concurrently. */
export function createLanes(lanes: number): InTurn {
  const waiting: (() => void)[] = [];
  let free = lanes;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
