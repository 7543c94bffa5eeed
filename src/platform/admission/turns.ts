import type { WorkClass } from './classes.ts';

type Start = () => void;

interface Caller {
  /** First in, first out. */
  beginning: Set<Start>;
  resuming: Set<Start>;
  begun: number;
}

/**
 * The order of what waits: the next one is of the caller that came, or had its last turn, longest ago; of one
 * caller, first in, first out. What has begun and resumes goes before what begins.
 */
export function createTurns({ perCaller, begun: most, waiting }: Pick<WorkClass, 'perCaller' | 'begun' | 'waiting'>) {
  /** The one whose turn is next comes first. */
  const callers = new Map<string, Caller>();
  let begun = 0;
  let beginning = 0;
  const of = (name: string): Caller =>
    callers.getOrInsertComputed(name, () => ({ beginning: new Set(), resuming: new Set(), begun: 0 }));
  const forget = (name: string): void => {
    const caller = of(name);
    if (!caller.begun && !caller.beginning.size) callers.delete(name);
  };
  const leave = (name: string, start: Start): boolean => {
    const wasWaiting = of(name).beginning.delete(start);
    if (wasWaiting) beginning -= 1;
    return wasWaiting;
  };
  const nextOf = (caller: Caller): Start | undefined => {
    const mayBegin = begun < most && caller.begun < perCaller;
    const [next] = caller.resuming.size ? caller.resuming : mayBegin ? caller.beginning : [];
    return next;
  };
  return {
    /** Whether a caller may have more waiting. */
    hasRoom: (name: string): boolean => (callers.get(name)?.beginning.size ?? 0) < waiting - beginning,
    /** Waits to begin. Returns a function that leaves before. */
    begin(name: string, start: Start): () => void {
      of(name).beginning.add(start);
      beginning += 1;
      return () => {
        leave(name, start);
        forget(name);
      };
    },
    resume: (name: string, start: Start): void => void of(name).resuming.add(start),
    /** Takes the next one; undefined if none may start. */
    next(): Start | undefined {
      for (const [name, caller] of callers) {
        const start = nextOf(caller);
        if (!start) continue;
        if (leave(name, start)) {
          begun += 1;
          caller.begun += 1;
        } else caller.resuming.delete(start);
        callers.delete(name);
        callers.set(name, caller);
        return start;
      }
      return undefined;
    },
    /** Something that had begun has ended. */
    end(name: string): void {
      begun -= 1;
      of(name).begun -= 1;
      forget(name);
    },
    isWaiting: (): boolean => callers.values().some((caller) => caller.beginning.size + caller.resuming.size > 0),
  };
}
