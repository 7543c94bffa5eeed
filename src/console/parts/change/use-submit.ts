import { type FormEvent, type RefObject, useEffect, useState } from 'react';
import type { Change } from './use-change.ts';

interface Options {
  form: RefObject<HTMLFormElement | null>;
  change: Change;
  /** Whether it can be run: its dry run has succeeded. */
  isReady: boolean;
  /** Whether a press counts that comes before the end of the dry run: not where that shows what ends. */
  mayWait: boolean;
}

interface Submit {
  submit: (event: FormEvent) => void;
  /** Whether it was pressed while something was missing, which is shown from then on. */
  showsMissing: boolean;
}

/** The press that runs a change, or leads to the first field that prevents it. */
export function useSubmit({ form, change, isReady, mayWait }: Options): Submit {
  const [showsMissing, setShowsMissing] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  /** The number of presses that led to a field. */
  const [refusals, setRefusals] = useState(0);
  const { isRunning } = change.dryRun;
  const refuse = (): void => {
    if (!change.isComplete) setShowsMissing(true);
    setRefusals((before) => before + 1);
  };
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')?.focus();
  }, [form, refusals]);
  useEffect(() => {
    if (!isWaiting || isRunning) return;
    setWaiting(false);
    if (isReady) void change.confirm();
    else refuse();
  }, [isWaiting, isRunning]);
  return {
    submit(event) {
      event.preventDefault();
      if (isReady) void change.confirm();
      // A name that was still being typed becomes a chip by the press itself, and is tried from then on.
      else if (isRunning) setWaiting(mayWait && change.isFilled);
      else refuse();
    },
    showsMissing,
  };
}
