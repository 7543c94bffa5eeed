import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { Operation } from '../../../data/operation.ts';
import type { OperationName } from '../../../data/needs.ts';
import type { Outcome } from '../../../data/change.ts';
import { isObject } from '../../../data/is-object.ts';
import { refresh } from '../../../data/feed/refetch-on-events.ts';
import { useOpenChange } from '../../../data/use-address.ts';
import { useRecordNames } from '../../../data/records/record-names.ts';
import { useWords } from '../../../words/index.ts';
import { TestSteps } from '../../tests/TestSteps.tsx';
import { pathOfId } from '../../record/path-of-id.ts';
import { NotCopied } from '../../secret/NotCopied.tsx';
import { Secret } from '../../secret/Secret.tsx';
import { useSecretGuard } from '../../secret/use-secret-guard.ts';
import { keepNewSecret } from '../../../data/new-secrets.ts';
import { continuations } from './continuations.ts';
import { EventSummary } from '../preview/EventSummary.tsx';
import { guides } from '../beginning/guides.ts';
import { inverseOf } from './inverse.ts';
import { latestChange } from './latest-change.ts';
import { RefusedItems } from '../preview/RefusedItems.tsx';
import type { Change } from '../use-change.ts';

/** Whether the result has something to read or to copy. Of every other change, the notice states what it did. */
const isToRead = ({ secrets, refusedItems, steps }: Outcome): boolean =>
  Object.keys(secrets).length + refusedItems.length + steps.length > 0;

/** The list to go to from the page of a record that was deleted. */
function pathAway({ lifecycle }: Operation, subjectId: string | undefined): string | null {
  const page = lifecycle === 'deleted' && subjectId ? pathOfId(subjectId) : null;
  return page && location.pathname.startsWith(`/console${page}`) ? page.slice(0, page.lastIndexOf('/')) : null;
}

interface Props {
  name: OperationName;
  operation: Operation;
  change: Change;
  result: Outcome;
  close: () => void;
}

function Done({ events }: Pick<Props['result'], 'events'>): ReactNode {
  const { change: texts } = useWords();
  return (
    <p role="status">
      <span className="good" aria-hidden="true">
        ✓{' '}
      </span>
      {texts.done}. {events?.length === 0 ? texts.unchanged : ''}
    </p>
  );
}

/** The name of a secret in the input that has made it; empty if it has none. */
function secretName({ secret, name }: Readonly<Record<string, unknown>>): string {
  const text = isObject(secret) ? secret['name'] : name;
  return typeof text === 'string' ? text : '';
}

/**
 * After the change: a secret that is shown once, the items that were refused, or the steps of a test. Without any of
 * them the dialog closes: the page behind it has the change, and the notice states it, with the way back.
 */
export function Result({ name, operation, change, result, close }: Props): ReactNode {
  const words = useWords();
  const navigate = useNavigate();
  const secrets = Object.entries(result.secrets);
  const { input, current } = change;
  const inverse = inverseOf({ name, operation, input, before: current.record, events: result.events });
  const opened = operation.lifecycle === 'created' && result.record ? pathOfId(result.record.id) : null;
  const continued = (result.record && continuations[name]?.(result.record.id)) ?? null;
  const isRead = continued === null && isToRead(result);
  const [isCopied, setCopied] = useState(false);
  const guard = useSecretGuard(isRead && secrets.length > 0 && !isCopied);
  // The list of what was deleted, or the page that goes on with what was begun here.
  const away = pathAway(operation, current.record?.id);
  const lead = continued ?? (name in guides ? opened : away);
  useEffect(() => {
    refresh(result.events?.map(({ subject }) => subject.id) ?? []);
    if (continued !== null && result.record)
      for (const value of Object.values(result.secrets)) keepNewSecret(result.record.id, secretName(input), value);
    if (inverse || (!isRead && lead === away))
      latestChange.show({ events: result.events, inverse, page: isRead ? null : opened, at: away });
    else latestChange.forget();
    if (lead !== null) void navigate({ to: lead });
    else if (!isRead) close();
  }, [result]);
  if (!isRead) return null;
  // Several are the same in other forms: a link has its token.
  const kind = words.label(secrets[0]?.[0] ?? '');
  return (
    <div className="stack">
      <Done events={result.events} />
      <RefusedItems titleOf={words.change.wasRefused} items={input['items']} refused={result.refusedItems} />
      <TestSteps steps={result.steps} />
      {result.events && result.events.length > 0 ? <EventSummary events={result.events} /> : null}
      {secrets.map(([label, value]) => (
        <NewSecret key={label} field={label} value={value} onCopied={() => setCopied(true)} />
      ))}
      {guard.isOpen ? (
        <Suspense>
          <NotCopied guard={guard} kind={kind} name={secretName(input)} />
        </Suspense>
      ) : (
        <Foot {...{ result, opened, inverse, close }} release={guard.release} />
      )}
    </div>
  );
}

/** A value that is shown once. */
function NewSecret({ field, value, onCopied }: { field: string; value: string; onCopied: () => void }): ReactNode {
  const words = useWords();
  return (
    <div className="notice stack tight" data-kind="warn">
      <strong>{words.label(field)}</strong>
      <Secret value={value} onCopied={onCopied} />
      <span>{words.change.secret}</span>
    </div>
  );
}

interface FootProps extends Pick<Props, 'result' | 'close'> {
  /** The page of the new record. */
  opened: string | null;
  inverse: ReturnType<typeof inverseOf>;
  /** Lets the dialog go, although its secret may not have been copied. */
  release: () => void;
}

function Foot({ result, opened, inverse, release, close }: FootProps): ReactNode {
  const { change: texts } = useWords();
  const navigate = useNavigate();
  const openChange = useOpenChange();
  const hasSecret = Object.keys(result.secrets).length > 0;
  const label = useRecordNames(opened && result.record ? [result.record.id] : []).get(result.record?.id ?? '')?.name;
  const end = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone.
  useEffect(() => end.current?.focus(), []);
  const finish = (): void => {
    release();
    close();
  };
  return (
    <div className="row to-end">
      {inverse ? (
        <Button variant="default" onClick={() => openChange(inverse.operation, inverse.input)}>
          {texts.undo}…
        </Button>
      ) : null}
      <Button {...(opened ? { variant: 'default' } : { ref: end })} onClick={finish}>
        {hasSecret ? texts.copied : texts.close}
      </Button>
      {opened ? (
        <Button onClick={() => void navigate({ to: opened })} ref={end}>
          {texts.open(label === result.record?.id ? '' : (label ?? ''))}
        </Button>
      ) : null}
    </div>
  );
}
