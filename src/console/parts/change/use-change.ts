import { type Dispatch, type SetStateAction, useEffect, useMemo, useRef, useState } from 'react';
import { codeOf, type Current, type Outcome, run } from '../../data/change.ts';
import type { FormField, Operation } from '../../data/operation.ts';
import { useMayReadEvents } from '../../data/viewer.ts';
import { isRecordId } from '../record/record-id.ts';
import { type CurrentRecord, useCurrent } from './use-current.ts';
import type { Choice } from './conflict/conflict.ts';
import { type DryRun, useDryRun } from './use-dry-run.ts';
import { changedValues, differing, fieldsOf, inputOf, isWork, lackingOneOf, missingIn } from './values.ts';
import { type Values, valuesOf, wholeInputOf } from './values.ts';

export interface Change {
  fields: readonly FormField[];
  values: Values;
  set: (name: string, value: unknown) => void;
  /** The paths of the fields that are still to be filled in. */
  missing: readonly string[];
  /** Fields of which one is still to be filled in. */
  lacking: readonly string[];
  /** Whether nothing is still to be filled in. */
  isComplete: boolean;
  /** Whether something differs from what the form began with. */
  isFilled: boolean;
  /** Whether that is work to enter again, which is not lost without a question. */
  isWork: boolean;
  /** The input that is sent. */
  input: Record<string, unknown>;
  current: CurrentRecord;
  /** Whether the events of the change can be read. */
  withEvents: boolean;
  dryRun: DryRun;
  /** Goes on after a conflict: with the record as it is now, and for each field their value or what was typed. */
  resolve: (choices: Readonly<Record<string, Choice>>) => void;
  isRunning: boolean;
  /** The error of the run: the dry run had none. */
  failure: Outcome | null;
  result: Outcome | null;
  confirm: () => Promise<void>;
}

/** The record that is changed, as soon as it is given or chosen. */
function idOf({ subject }: Operation, values: Values): string | null {
  const id = subject && values[subject.field];
  return typeof id === 'string' && isRecordId(id) ? id : null;
}

const isWhole = ({ subject }: Operation): boolean => subject?.part !== undefined;

const sentInput = (operation: Operation, values: Values, record: Current | null): Record<string, unknown> =>
  isWhole(operation) ? wholeInputOf(operation.input, values) : inputOf(operation.input, values, record);

/** Whether the record was read, or there is none. What is replaced as a whole must be known. */
const isReadable = (operation: Operation, { isKnown, record }: CurrentRecord): boolean =>
  isKnown && (record !== null || !isWhole(operation));

/** A change from its form to its result: tried after each pause in typing, then run with the version seen. */
export function useChange(operation: Operation, initialValues: Values): Change {
  const withEvents = useMayReadEvents()(operation, initialValues);
  const [values, setValues] = useState<Values>(initialValues);
  const [isRunning, setRunning] = useState(false);
  const [result, setResult] = useState<Outcome | null>(null);
  const [failure, setFailure] = useState<Outcome | null>(null);
  const subjectId = idOf(operation, values);
  const current = useCurrent(operation, subjectId, result === null && !isRunning);
  // One key for the dialog: pressing again after a lost connection cannot do it twice.
  const idempotencyKey = useRef(crypto.randomUUID());
  const { record } = current;
  const fields = useMemo(() => fieldsOf(operation.input, values, record ?? {}), [operation, values, record]);
  const input = useMemo(() => sentInput(operation, values, record), [operation, values, record]);
  const gaps = useGaps(operation, { fields, values, record });
  const isReady = isReadable(operation, current) && result === null && gaps.isComplete;
  const expectedVersion = record?.version;
  const inputText = isReady ? JSON.stringify(input) : null;
  const dryRun = useDryRun(operation, { input: inputText, expectedVersion, withEvents });
  const read = async (choices: Readonly<Record<string, Choice>>): Promise<void> => {
    const latest = await current.read();
    // After a conflict, the initial values are among those of the form, or were given up.
    const first = latest !== null && latest.id === record?.id ? {} : initialValues;
    const shown = (before: Values) => ({ ...valuesOf(operation.input, before, latest), ...first });
    // A value that is typed while the record is read is kept, too.
    setValues((before) => ({ ...shown(before), ...keptValues(before, record, choices) }));
    setFailure(null);
  };
  useEffect(() => {
    if (subjectId !== null) void read({});
  }, [subjectId]);
  useEffect(() => setFailure(null), [inputText]);
  const confirm = async (): Promise<void> => {
    setRunning(true);
    const options = { dryRun: false, withEvents, expectedVersion, idempotencyKey: idempotencyKey.current };
    const outcome = await run(operation, input, options);
    setRunning(false);
    if (codeOf(outcome.error) === 'VERSION_MISMATCH') await current.markChanged();
    (outcome.error ? setFailure : setResult)(outcome);
  };
  const begun = { ...valuesOf(operation.input, values, record), ...initialValues };
  const { set, ...filled } = useTyped(operation, { values, begun, setValues });
  return {
    fields,
    values,
    set,
    ...gaps,
    ...filled,
    input,
    current,
    withEvents,
    dryRun,
    resolve: (choices) => void read(choices),
    isRunning,
    failure,
    result,
    confirm,
  };
}

interface Filled {
  fields: readonly FormField[];
  values: Values;
  record: Current | null;
}

/** The fields that are still to be filled in. */
function useGaps(
  { input }: Operation,
  { fields, values, record }: Filled,
): Pick<Change, 'missing' | 'lacking' | 'isComplete'> {
  const missing = useMemo(() => missingIn(fields, values, record ?? {}), [fields, values, record]);
  const lacking = lackingOneOf(input, values);
  return { missing, lacking, isComplete: missing.length + lacking.length === 0 };
}

/** The values that the form keeps beside a newer record: those that were changed in it, but for those given up. */
const keptValues = (values: Values, record: Current | null, choices: Readonly<Record<string, Choice>>): Values =>
  Object.fromEntries(Object.entries(changedValues(values, record)).filter(([name]) => choices[name] !== 'theirs'));

interface FormValues {
  values: Values;
  begun: Values;
  setValues: Dispatch<SetStateAction<Values>>;
}

/** Sets what is typed, and whether that differs from what the form began with. */
function useTyped(
  { input }: Operation,
  { values, begun, setValues }: FormValues,
): Pick<Change, 'isFilled' | 'isWork' | 'set'> {
  const [typed, setTyped] = useState<ReadonlySet<string>>(new Set());
  const changed = differing(typed, values, begun);
  return {
    isFilled: changed.length > 0,
    isWork: isWork(input, changed, values, begun),
    set(name, value) {
      setTyped((before) => new Set(before).add(name));
      setValues((before) => ({ ...before, [name]: value }));
    },
  };
}
