import { Button } from '@mantine/core';
import type { CombinedError } from '@urql/core';
import { type FormEvent, type ReactNode, useMemo } from 'react';
import type { OperationName } from '../../data/needs.ts';
import { codeOf, problemsOf, requiredSignIn } from '../../data/change.ts';
import type { Operation } from '../../data/operation.ts';
import { useSetAddress } from '../../data/use-address.ts';
import { useMayRun } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';
import { Dialog } from '../Dialog.tsx';
import { Fault, lackedPermissions } from '../Fault.tsx';
import { Loading } from '../Loading.tsx';
import Beginning from './Beginning.tsx';
import { beginnings } from './beginnings.ts';
import { Fields } from './Fields.tsx';
import { Conflict } from './Conflict.tsx';
import { operations } from './operations.ts';
import { Preview } from './Preview.tsx';
import { Result } from './Result.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import { type Change, useChange } from './use-change.ts';
import type { Values } from './values.ts';

/** The dialog of any mutation: form, dry run with its events, the change as code, the run. */
export default function ChangeDialog({
  operation: name,
  input,
}: {
  operation: OperationName;
  input: Values;
}): ReactNode {
  const words = useWords();
  const setAddress = useSetAddress();
  const operation = operations[name];
  const hasBegun = Object.keys(input).length > 0 || !beginnings[name];
  const close = (): void => setAddress({ do: undefined, with: undefined });
  return (
    <Dialog title={words.label(name)} close={close} size="lg">
      {hasBegun ? null : <FirstStep name={name} close={close} />}
      {hasBegun ? <Body name={name} operation={operation} initialValues={input} close={close} /> : null}
    </Dialog>
  );
}

/** The first step of a change that has two: what is chosen here fills the form. */
function FirstStep({ name, close }: { name: OperationName; close: () => void }): ReactNode {
  const words = useWords();
  return (
    <>
      <Beginning operation={name} fallback={<Loading lines={4} />} takesFocus />
      <div className="dialog-foot">
        <span className="grow" />
        <Button variant="default" onClick={close}>
          {words.change.cancel}
        </Button>
      </div>
    </>
  );
}

interface BodyProps {
  name: OperationName;
  operation: Operation;
  initialValues: Values;
  close: () => void;
}

function Body({ name, operation, initialValues, close }: BodyProps): ReactNode {
  const words = useWords();
  const mayRun = useMayRun();
  const change = useChange(operation, initialValues);
  const { result } = change;
  const outcome = change.failure ?? change.dryRun.outcome;
  if (result) return <Result name={name} operation={operation} change={change} result={result} close={close} />;
  const isPossible = mayRun(name, change.input) || outcome?.error === null;
  const isReady = outcome?.error === null && change.current.changedBy === undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) void change.confirm();
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p>{operation.description}</p>
      {isPossible || operation.permission === null ? null : (
        <p className="notice" data-kind="warn">
          {words.change.lacking(operation.permission)}
        </p>
      )}
      <Conflict change={change} />
      <Form change={change} initialValues={initialValues} isOpen={name in beginnings} />
      <Problems change={change} />
      <Preview operation={operation} name={name} change={change} />
      <div className="dialog-foot">
        <span className="grow soft">{outcome?.events ? words.change.events(outcome.events.length) : ''}</span>
        <Button variant="default" onClick={close}>
          {words.change.cancel}
        </Button>
        {/* Not `disabled` before the dry run is done: then it could not have the focus, which would stay on the page. */}
        <Button
          type="submit"
          data-autofocus
          loading={change.isRunning}
          aria-disabled={!isReady}
          data-disabled={!isReady}
        >
          {words.label(name)}
        </Button>
      </div>
    </form>
  );
}

/** `isOpen`: what is given was a choice, and can be changed. */
function Form({
  change,
  initialValues,
  isOpen,
}: {
  change: Change;
  initialValues: Values;
  isOpen: boolean;
}): ReactNode {
  const error = errorOf(change);
  const words = useWords();
  const problems = useMemo(
    () => new Map(problemsOf(error).map((problem) => [problem.path.join('.'), words.reason(problem)])),
    [error, words],
  );
  const fixed = useMemo(
    () => (isOpen ? new Set<string>() : fixedOf(change.fields, initialValues)),
    [change.fields, initialValues, isOpen],
  );
  return (
    <Fields
      fields={change.fields}
      values={change.values}
      problems={problems}
      fixed={fixed}
      onChange={change.set}
      areOfRecord={change.current.record !== null}
    />
  );
}

/** What the dialog was opened for. A time is a proposal, which can be changed. */
const fixedOf = (fields: Change['fields'], values: Values): ReadonlySet<string> => {
  const times = new Set(fields.flatMap(({ name, type }) => (type === 'DateTime' ? [name] : [])));
  return new Set(Object.keys(values).filter((name) => !times.has(name)));
};

/** The problems of no field in particular. */
function Problems({ change }: { change: Change }): ReactNode {
  const words = useWords();
  const error = errorOf(change);
  if (!error || codeOf(error) === 'VERSION_MISMATCH') return null;
  const maxAge = requiredSignIn(error);
  if (maxAge !== null) return <SignInAgain maxAge={maxAge} onSignedIn={change.confirm} />;
  if (error.networkError || lackedPermissions(error).length > 0) return <Fault error={error} />;
  const names = new Set(change.fields.map(({ name }) => name));
  const rest = problemsOf(error).filter(({ path }) => !names.has(String(path[0])));
  return rest.map((problem) => (
    <p key={problem.path.join('.') + problem.message} role="alert" className="notice" data-kind="bad">
      {words.reason(problem)}
    </p>
  ));
}

const errorOf = ({ failure, dryRun }: Change): CombinedError | null => (failure ?? dryRun.outcome)?.error ?? null;
