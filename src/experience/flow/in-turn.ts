/** Runs work of the same name one after another, in the order of the calls. */
export type InTurn = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * For the answers to one page: of the same one sent several times at once, the first has its effect, and the others
 * find it.
 */
export function createInTurn(): InTurn {
  const last = new Map<string, Promise<void>>();
  return async (name, work) => {
    const before = last.get(name);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    last.set(name, ended);
    try {
      await before;
      return await work();
    } finally {
      end();
      if (last.get(name) === ended) last.delete(name);
    }
  };
}
