/**
 * A generator that ends when its consumer says so, also while it waits: `return` aborts the signal it was started with, instead of being
 * queued behind a wait that may never be over. `ended` is called once, however it ends.
 */
export function ending<T>(
  start: (until: AbortSignal) => AsyncGenerator<T, void>,
  ended: () => void,
): AsyncIterableIterator<T, void> {
  const controller = new AbortController();
  const generator = start(controller.signal);
  const end = () => {
    if (controller.signal.aborted) return;
    controller.abort();
    ended();
  };
  const settled = async (step: Promise<IteratorResult<T, void>>): Promise<IteratorResult<T, void>> => {
    try {
      const result = await step;
      if (result.done) end();
      return result;
    } catch (error) {
      end();
      throw error;
    }
  };
  return {
    next: () => settled(generator.next()),
    return: () => {
      end();
      return generator.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
