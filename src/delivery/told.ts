/** Takes a message. A promise when the next one has to wait until that is settled. */
export type Take<T> = (message: T) => Promise<void> | undefined;

/** Messages for someone who is told them all, or who asks for one after the other: one of both. */
export interface Told<T> extends AsyncIterableIterator<T, void> {
  /** Resolves when there will be no more. Rejects when they fail. */
  tellAll(take: Take<T>): Promise<void>;
  /** Ends them, also while the next one is waited for. */
  return(): Promise<IteratorReturnResult<void>>;
}

const over: IteratorReturnResult<void> = { done: true, value: undefined };

/** Messages that `start` tells until its signal is aborted. `ended` is called once, however they end. */
export function told<T>(start: (take: Take<T>, until: AbortSignal) => Promise<void>, ended: () => void): Told<T> {
  const controller = new AbortController();
  const { signal } = controller;
  signal.addEventListener('abort', ended, { once: true });
  const tellAll = (take: Take<T>) => start(take, signal).finally(() => controller.abort());
  let asking: (() => Promise<IteratorResult<T, void>>) | undefined;
  return {
    tellAll,
    next: () => (asking ??= oneByOne(tellAll, signal))(),
    async return() {
      controller.abort();
      return over;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** What is told, for someone who asks: a message waits until it is asked for, and whoever asks for a message. */
function oneByOne<T>(tellAll: (take: Take<T>) => Promise<void>, ended: AbortSignal) {
  let asked = Promise.withResolvers<void>();
  let answer = Promise.withResolvers<IteratorResult<T, void>>();
  let isOver = false;
  ended.addEventListener('abort', () => asked.resolve(), { once: true });
  const done = tellAll(async (value) => {
    await asked.promise;
    if (ended.aborted) return;
    asked = Promise.withResolvers();
    answer.resolve({ done: false, value });
  })
    .then(() => over)
    .finally(() => {
      isOver = true;
    });
  done.then(
    (end) => answer.resolve(end),
    (error: unknown) => answer.reject(error),
  );
  return () => {
    if (isOver) return done;
    answer = Promise.withResolvers();
    asked.resolve();
    return answer.promise;
  };
}
