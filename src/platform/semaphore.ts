/** Does the work as soon as a lane is free, the first one first. Ends as the work ends. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** So much work at the same time, and no more: the rest waits for its turn. */
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
