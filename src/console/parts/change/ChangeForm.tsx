import { type ReactNode, Suspense, useRef, useState } from 'react';
import type { OperationName } from '../../data/needs.ts';
import type { Operation } from '../../data/operation.ts';
import { idsIn, useRecordNames } from '../../data/records/record-names.ts';
import { useMayRun } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';
import { Dialog } from '../Dialog.tsx';
import { Loading } from '../Loading.tsx';
import { besides } from './beside/besides.ts';
import { Confirmation, textToType } from './Confirmation.tsx';
import { Conflict } from './conflict/Conflict.tsx';
import { DialogFoot } from './DialogFoot.tsx';
import { Fields } from './fields/Fields.tsx';
import { FirstFocus } from './FirstFocus.tsx';
import { ExchangeSide } from './beginning/ExchangeSide.tsx';
import { guides } from './beginning/guides.ts';
import { Known } from './Known.tsx';
import { knownFields } from './known-fields.ts';
import { operations } from './operations.ts';
import { OldSignIn } from './sign-in/OldSignIn.tsx';
import type { OwnFormProps } from './fields/own-form-props.ts';
import { ownForms } from './fields/own-forms.ts';
import { Preview } from './preview/Preview.tsx';
import { Problems } from './Problems.tsx';
import { Result } from './result/Result.tsx';
import { type Act, useAct } from './use-act.tsx';
import { type Change, useChange } from './use-change.ts';
import { useProblems } from './use-problems.ts';
import { useSubmit } from './use-submit.ts';
import { changedValues, type Values } from './values.ts';

interface Props {
  name: OperationName;
  initialValues: Values;
  close: () => void;
}

/** The form of a change, and its result. What is work to enter again is dropped on purpose only. */
export function ChangeForm({ name, initialValues, close }: Props): ReactNode {
  const operation = operations[name];
  const change = useChange(operation, initialValues);
  const [isLeaving, setLeaving] = useState(false);
  // A value that the record has as well is no direction that was chosen.
  const act = useAct(name, { ...changedValues(change.values, change.current.record), ...initialValues });
  const { result } = change;
  const leave = (): void => {
    if (result !== null || !change.isWork) close();
    else setLeaving(!isLeaving);
  };
  return (
    <Dialog title={act.title} close={leave} size={besides[name] && !result ? '75rem' : 'lg'}>
      {result ? (
        <Result {...{ name, operation, change, result, close }} />
      ) : (
        <Body
          {...{ name, operation, initialValues, change, act, leave, isLeaving }}
          stay={() => setLeaving(false)}
          drop={close}
        />
      )}
    </Dialog>
  );
}

interface BodyProps extends Omit<Props, 'close'> {
  operation: Operation;
  change: Change;
  act: Act;
  /** Whether what was entered would be dropped. */
  isLeaving: boolean;
  leave: () => void;
  stay: () => void;
  drop: () => void;
}

/** The control that has the focus first: a field, or the button where there is none. */
const firstFocused = '.fields :is(input, textarea, button):not(details *), .confirmation input, [type="submit"]';

function Body({ name, operation, initialValues, change, act, ...leaving }: BodyProps): ReactNode {
  const words = useWords();
  const mayRun = useMayRun();
  const [typed, setTyped] = useState('');
  const [isHarmful, warn] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const Guide = guides[name];
  const knownValues = knownFields(name, operation, initialValues, act.directions);
  const hidden = new Set(Object.keys(knownValues));
  // A person who comes to change something of a record does not look for it among everything else.
  const focus = operation.inverse === 'values' ? Object.keys(initialValues).filter((field) => !hidden.has(field)) : [];
  const names = useRecordNames(idsIn(knownValues));
  const required = textToType(name, names);
  const outcome = change.failure ?? change.dryRun.outcome;
  const isPossible = mayRun(name, change.input) || outcome?.error === null;
  const isReady = outcome?.error === null && change.current.changedBy === undefined && typed === (required ?? '');
  const mayWait = act.danger === null && !isHarmful && required === null;
  const { submit, showsMissing } = useSubmit({ form, change, isReady, mayWait });
  return (
    <form className="stack" onSubmit={submit} noValidate ref={form}>
      {isPossible || operation.permission === null ? null : (
        <p className="notice" data-kind="warn">
          {words.change.lacking(operation.permission)}
        </p>
      )}
      <OldSignIn operation={operation} change={change} />
      <Known values={knownValues} type={operation.input} names={names} stated={act.directions} />
      {act.danger === null ? (
        act.note && <p className="soft">{act.note}</p>
      ) : (
        <p className="notice" data-kind="bad">
          {act.danger}
        </p>
      )}
      <Conflict change={change} />
      <ExchangeSide />
      <Suspense fallback={<Loading lines={4} />}>{Guide ? <Guide input={initialValues} /> : null}</Suspense>
      <Beside name={name} change={change}>
        <Form {...{ name, change, hidden, focus, warn, showsMissing }} type={operation.input} />
      </Beside>
      <Problems change={change} hidden={hidden} shown={ownForms[name]?.shows} />
      {required === null ? null : <Confirmation text={required} typed={typed} onType={setTyped} />}
      <Preview operation={operation} name={name} change={change} />
      <DialogFoot
        {...leaving}
        {...{ act, isHarmful }}
        isReady={isReady || !change.isComplete}
        isRunning={change.isRunning}
      />
      <FirstFocus within={form} among={firstFocused} />
    </form>
  );
}

/** A form, with what helps to fill it in. */
function Beside({ name, change, children }: { name: OperationName; change: Change; children: ReactNode }): ReactNode {
  const Helper = besides[name];
  if (!Helper) return children;
  return (
    <div className="beside">
      <div>{children}</div>
      <Suspense fallback={<Loading lines={8} />}>
        <Helper values={change.values} set={change.set} />
      </Suspense>
    </div>
  );
}

interface FormProps extends Pick<OwnFormProps, 'warn'> {
  name: OperationName;
  type: string;
  change: Change;
  /** Fields whose values are known. */
  hidden: ReadonlySet<string>;
  focus: readonly string[];
  /** Whether fields that are still to be filled in say so. */
  showsMissing: boolean;
}

function Form({ name: operation, type, change, hidden, focus, warn, showsMissing }: FormProps): ReactNode {
  const problems = useProblems(type, change, showsMissing);
  const fields = change.fields.filter(({ name }) => !hidden.has(name));
  if (fields.length === 0) return null;
  const ownForm = ownForms[operation];
  if (ownForm) {
    return (
      <Suspense fallback={<Loading lines={8} />}>
        <ownForm.Form {...{ change, fields, problems, warn }} />
      </Suspense>
    );
  }
  return (
    <Fields
      type={type}
      fields={fields}
      focus={focus}
      values={change.values}
      problems={problems}
      onChange={change.set}
      record={change.current.record}
      around={change.current.record ?? {}}
    />
  );
}
