import { socketLimits } from '../context/limits.ts';

type Run = () => Promise<void>;

/** The operations of one socket, from their message until they have ended: also while they start and while they end. */
export interface SocketOperations {
  /** Whether an operation with this id is in progress that the client has not completed. */
  isTaken(id: string): boolean;
  /** Whether the limit leaves no room for an operation with this id. */
  isFull(id: string): boolean;
  /** Runs an operation, after the previous one with the same id, which the client has completed, has ended. */
  begin(id: string, run: Run): Promise<void>;
  /** The client has completed the operation. */
  complete(id: string): void;
  /** The operation is a subscription, which `finish` does not wait for. */
  isSubscription(id: string): void;
  /** Starts no more operations. Resolves when all queries and mutations have ended. */
  finish(): Promise<unknown>;
}

interface Operation {
  isCompleted: boolean;
  /** The next operation with the same id. */
  next?: Run | undefined;
  answered: PromiseWithResolvers<void>;
}

export function createSocketOperations(): SocketOperations {
  const operations = new Map<string, Operation>();
  let isFinishing = false;
  const mayBegin = () => !isFinishing;
  const runAll = async (operation: Operation, first: Run): Promise<void> => {
    for (let run: Run | undefined = first; run && mayBegin(); run = operation.next) {
      operation.isCompleted = false;
      operation.next = undefined;
      await run();
    }
  };
  return {
    isTaken(id) {
      const operation = operations.get(id);
      return operation !== undefined && (!operation.isCompleted || operation.next !== undefined);
    },
    isFull: (id) => operations.size >= socketLimits.subscriptions && !operations.has(id),
    async begin(id, run) {
      const previous = operations.get(id);
      if (previous) {
        previous.next = run;
        return;
      }
      const operation: Operation = { isCompleted: false, answered: Promise.withResolvers() };
      operations.set(id, operation);
      try {
        await runAll(operation, run);
      } finally {
        operations.delete(id);
        operation.answered.resolve();
      }
    },
    complete(id) {
      const operation = operations.get(id);
      if (!operation) return;
      operation.isCompleted = true;
      operation.next = undefined;
    },
    isSubscription: (id) => operations.get(id)?.answered.resolve(),
    finish() {
      isFinishing = true;
      return Promise.all(Array.from(operations.values(), ({ answered }) => answered.promise));
    },
  };
}
