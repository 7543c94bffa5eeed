import { socketLimits } from '../request/limits.ts';

type Run = () => Promise<void>;

/** The operations of one socket, from their message until they are over: also while they start, and while they end. */
export interface SocketOperations {
  /** Whether an operation with this id is under way that its client has not completed. */
  isTaken(id: string): boolean;
  /** Whether there is no room for an operation with this id. */
  isFull(id: string): boolean;
  /** Runs an operation. The next one with the same id waits for the end of the one before, which the client has completed. */
  begin(id: string, run: Run): Promise<void>;
  /** The client wants no more of this. */
  complete(id: string): void;
  /** This one is a subscription: it goes on until somebody ends it. */
  lasts(id: string): void;
  /** Begins nothing more. Resolves when all that are not subscriptions are over. */
  finish(): Promise<unknown>;
}

/** What is done under one id. */
interface Turn {
  isCompleted: boolean;
  next?: Run | undefined;
  answered: PromiseWithResolvers<void>;
}

export function createSocketOperations(): SocketOperations {
  const turns = new Map<string, Turn>();
  let isFinishing = false;
  const mayBegin = () => !isFinishing;
  const runAll = async (turn: Turn, first: Run): Promise<void> => {
    for (let run: Run | undefined = first; run && mayBegin(); run = turn.next) {
      turn.isCompleted = false;
      turn.next = undefined;
      await run();
    }
  };
  return {
    isTaken(id) {
      const turn = turns.get(id);
      return turn !== undefined && (!turn.isCompleted || turn.next !== undefined);
    },
    isFull: (id) => turns.size >= socketLimits.subscriptions && !turns.has(id),
    async begin(id, run) {
      const before = turns.get(id);
      if (before) {
        before.next = run;
        return;
      }
      const turn: Turn = { isCompleted: false, answered: Promise.withResolvers() };
      turns.set(id, turn);
      try {
        await runAll(turn, run);
      } finally {
        turns.delete(id);
        turn.answered.resolve();
      }
    },
    complete(id) {
      const turn = turns.get(id);
      if (!turn) return;
      turn.isCompleted = true;
      turn.next = undefined;
    },
    lasts: (id) => turns.get(id)?.answered.resolve(),
    finish() {
      isFinishing = true;
      return Promise.all(Array.from(turns.values(), ({ answered }) => answered.promise));
    },
  };
}
