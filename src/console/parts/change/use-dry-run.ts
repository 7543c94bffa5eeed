import { useEffect, useState } from 'react';
import { type Outcome, run } from '../../data/change.ts';
import type { Operation } from '../../data/operation.ts';

/** Milliseconds after the last key before a change is tried. */
const typing = 300;

export interface DryRun {
  /** Null while it runs, or if the input is not complete. */
  outcome: Outcome | null;
  isRunning: boolean;
}

interface Tried {
  /** The input, and what else the outcome depends on. */
  text: string | null;
  outcome: Outcome;
}

interface Given {
  /** The input as JSON; null if required fields are empty. */
  input: string | null;
  expectedVersion: number | undefined;
  withEvents: boolean;
}

/** Tries a change without changing anything, after each pause in typing. */
export function useDryRun(operation: Operation, { input, expectedVersion, withEvents }: Given): DryRun {
  const [tried, setTried] = useState<Tried | null>(null);
  const text = input === null ? null : JSON.stringify([input, expectedVersion, withEvents]);
  useEffect(() => {
    if (input === null) return undefined;
    let isLatest = true;
    const tryOut = async (): Promise<void> => {
      const outcome = await run(operation, JSON.parse(input) as object, { dryRun: true, withEvents, expectedVersion });
      if (isLatest) setTried({ text, outcome });
    };
    const timer = setTimeout(() => void tryOut(), typing);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [operation, text]);
  // What was tried before is no answer to what is typed now.
  const outcome = text !== null && tried?.text === text ? tried.outcome : null;
  return { outcome, isRunning: text !== null && outcome === null };
}
