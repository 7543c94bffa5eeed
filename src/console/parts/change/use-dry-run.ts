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

interface FinishedDryRun {
  /** The input, and what else the outcome depends on. */
  text: string | null;
  outcome: Outcome;
}

interface DryRunRequest {
  /** The input as JSON; null if required fields are empty. */
  input: string | null;
  expectedVersion: number | undefined;
  withEvents: boolean;
}

/** A dry run of a change, after each pause in typing. */
export function useDryRun(operation: Operation, { input, expectedVersion, withEvents }: DryRunRequest): DryRun {
  const [finished, setFinished] = useState<FinishedDryRun | null>(null);
  const text = input === null ? null : JSON.stringify([input, expectedVersion, withEvents]);
  useEffect(() => {
    if (input === null) return undefined;
    let isLatest = true;
    const startDryRun = async (): Promise<void> => {
      const outcome = await run(operation, JSON.parse(input) as object, { dryRun: true, withEvents, expectedVersion });
      if (isLatest) setFinished({ text, outcome });
    };
    const timer = setTimeout(() => void startDryRun(), typing);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [operation, text]);
  // The outcome of an earlier input is none of the present one.
  const outcome = text !== null && finished?.text === text ? finished.outcome : null;
  return { outcome, isRunning: text !== null && outcome === null };
}
