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

interface DryRunRequest {
  /** The input as JSON; null if required fields are empty. */
  input: string | null;
  expectedVersion: number | undefined;
  withEvents: boolean;
}

/** A dry run of a change, after each pause in typing. */
export function useDryRun(operation: Operation, { input, expectedVersion, withEvents }: DryRunRequest): DryRun {
  const [dryRun, setDryRun] = useState<DryRun>({ outcome: null, isRunning: false });
  useEffect(() => {
    setDryRun({ outcome: null, isRunning: input !== null });
    if (input === null) return undefined;
    let isLatest = true;
    const startDryRun = async (): Promise<void> => {
      const outcome = await run(operation, JSON.parse(input) as object, { dryRun: true, withEvents, expectedVersion });
      if (isLatest) setDryRun({ outcome, isRunning: false });
    };
    const timer = setTimeout(() => void startDryRun(), typing);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [operation, input, expectedVersion, withEvents]);
  return dryRun;
}
