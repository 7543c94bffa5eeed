/** Work that runs one at a time. */
interface Coalesced<Result> {
  /** Runs the work after this call. Calls during a run share one further run, which starts when that one has ended. */
  run(): Promise<Result>;
  /** Resolves when no run is in progress or due. */
  idle(): Promise<void>;
}

export function coalesce<Result>(work: () => Promise<Result>): Coalesced<Result> {
  let current: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;
  const start = (): Promise<Result> => {
    next = undefined;
    const run = work();
    current = run;
    const end = (): void => {
      if (current === run) current = undefined;
    };
    run.then(end, end);
    return run;
  };
  return {
    run() {
      if (next) return next;
      if (!current) return start();
      next = current.then(start, start);
      return next;
    },
    async idle() {
      for (let last = next ?? current; last; last = next ?? current) await last.catch(() => undefined);
    },
  };
}

/** Calls in the same turn of the event loop share a run. */
export function oncePerTurn<Result>({ run, idle }: Coalesced<Result>): Coalesced<Result> {
  let due: Promise<Result> | undefined;
  const begin = (): Promise<Result> => {
    due = undefined;
    return run();
  };
  return {
    run: () => (due ??= Promise.resolve().then(begin)),
    async idle() {
      await due?.catch(() => undefined);
      await idle();
    },
  };
}
