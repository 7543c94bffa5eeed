import { endOfTurn } from '../../platform/event-loop.ts';

interface Waiting<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

/** Loads the values of keys, in order. May call `isLate` once: then the next batch does not wait for this one. */
type LoadBatch<Key, Value> = (keys: Key[], isLate: () => void) => Promise<Value[]>;

interface BatchLoaderOptions {
  /** Maximum number of keys per batch. */
  maxBatchSize: number;
  /** Whether an error is independent of the keys: then waiting keys are rejected with it, too. */
  failsAll?: (error: unknown) => boolean;
}

/** Number of late batches that the next one does not wait for. */
const maxLateRuns = 2;

/**
 * Creates a function that loads one value from a function that loads many, like `dataloader` without its cache. The
 * keys of one turn of the event loop form a batch of at most `maxBatchSize`; keys that arrive while it is loaded wait
 * for the next one. An error of `loadBatch` rejects all keys of the batch.
 */
export function createBatchLoader<Key, Value>(
  loadBatch: LoadBatch<Key, Value>,
  { maxBatchSize, failsAll = () => false }: BatchLoaderOptions,
): (key: Key) => Promise<Value> {
  let waiting: Waiting<Key, Value>[] = [];
  let isBusy = false;
  let late = 0;

  /** Resolves when the batch was loaded, or is late. */
  const runOne = (batch: Waiting<Key, Value>[]): Promise<void> =>
    new Promise((resolveRun) => {
      let isLate = false;
      const continueWithoutIt = () => {
        if (isLate || late === maxLateRuns) return;
        isLate = true;
        late += 1;
        resolveRun();
      };
      void settle(batch, loadBatch, continueWithoutIt).then((error) => {
        if (isLate) late -= 1;
        if (error !== undefined && failsAll(error)) rejectAll(waiting.splice(0), error);
        resolveRun();
      });
    });
  const run = async () => {
    isBusy = true;
    while (waiting.length > 0) {
      // At the end of the turn, every request and every finished signature check has added its key.
      await endOfTurn();
      const batch = waiting.slice(0, maxBatchSize);
      waiting = waiting.slice(maxBatchSize);
      if (batch.length > 0) await runOne(batch);
    }
    isBusy = false;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!isBusy) void run();
    });
}

/** Resolves or rejects every key of the batch. Returns the error; undefined without one. */
async function settle<Key, Value>(
  batch: Waiting<Key, Value>[],
  loadBatch: LoadBatch<Key, Value>,
  isLate: () => void,
): Promise<unknown> {
  try {
    const values = await loadBatch(
      batch.map(({ key }) => key),
      isLate,
    );
    if (values.length !== batch.length) throw new Error('batch loader: number of values differs from number of keys');
    values.forEach((value, index) => batch[index]?.resolve(value));
    return undefined;
  } catch (error) {
    rejectAll(batch, error);
    return error;
  }
}

function rejectAll(batch: readonly { reject: (error: unknown) => void }[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}
