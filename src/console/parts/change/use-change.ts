import { useEffect, useMemo, useRef, useState } from 'react';
import { codeOf, type Outcome, run } from '../../data/change.ts';
import type { FormField, Operation } from '../../data/operation.ts';
import { useMay } from '../../data/viewer.ts';
import { inputs } from './operations.ts';
import { type CurrentRecord, useCurrent } from './use-current.ts';
import { type DryRun, useDryRun } from './use-dry-run.ts';
import { changedValues, inputOf, isComplete, valuesOf, type Values } from './values.ts';

export interface Change {
  fields: readonly FormField[];
  values: Values;
  set: (name: string, value: unknown) => void;
  /** What is sent. */
  input: Record<string, unknown>;
  current: CurrentRecord;
  dryRun: DryRun;
  /** Reads the record again; keeps what was typed, or takes the new values. */
  reload: (keep: boolean) => Promise<void>;
  isRunning: boolean;
  /** The error of the run: the dry run had none. */
  failure: Outcome | null;
  result: Outcome | null;
  confirm: () => Promise<void>;
}

/** A change from its form to its result: tried after each pause in typing, then run with the version seen. */
export function useChange(operation: Operation, given: Values): Change {
  const withEvents = useMay()('events:read');
  const fields = useMemo(() => inputs[operation.input] ?? [], [operation]);
  const [values, setValues] = useState<Values>(given);
  const [isRunning, setRunning] = useState(false);
  const [result, setResult] = useState<Outcome | null>(null);
  const [failure, setFailure] = useState<Outcome | null>(null);
  const current = useCurrent(operation, given, result === null && !isRunning);
  // One key for the dialog: pressing again after a lost connection cannot do it twice.
  const idempotencyKey = useRef(crypto.randomUUID());
  const { record, isKnown } = current;
  const input = useMemo(() => inputOf(operation.input, values, record), [operation, values, record]);
  const isReady = isKnown && result === null && isComplete(fields, values);
  const expectedVersion = record?.version;
  const sent = isReady ? JSON.stringify(input) : null;
  const dryRun = useDryRun(operation, { input: sent, expectedVersion, withEvents });
  const reload = async (keep: boolean): Promise<void> => {
    const latest = await current.read();
    // What is typed while the record is read is kept, too.
    setValues((before) => ({ ...valuesOf(fields, latest), ...(keep ? changedValues(before, record) : given) }));
    setFailure(null);
  };
  useEffect(() => {
    if (operation.subject) void reload(true);
    // Once: the dialog of another change is another component.
  }, []);
  useEffect(() => setFailure(null), [sent]);
  const confirm = async (): Promise<void> => {
    setRunning(true);
    const options = { dryRun: false, withEvents, expectedVersion, idempotencyKey: idempotencyKey.current };
    const outcome = await run(operation, input, options);
    setRunning(false);
    if (codeOf(outcome.error) === 'VERSION_MISMATCH') current.markChanged();
    if (outcome.error) setFailure(outcome);
    else setResult(outcome);
  };
  const set = (name: string, value: unknown): void => setValues((before) => ({ ...before, [name]: value }));
  return { fields, values, set, input, current, dryRun, reload, isRunning, failure, result, confirm };
}
