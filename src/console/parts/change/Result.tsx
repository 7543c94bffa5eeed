import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Operation } from '../../data/operation.ts';
import type { OperationName } from '../../data/needs.ts';
import type { Outcome } from '../../data/change.ts';
import { refresh } from '../../data/refetch-on-events.ts';
import { useOpenChange } from '../../data/use-address.ts';
import { useRecordNames } from '../../data/record-names.ts';
import { useWords } from '../../words/index.ts';
import { Copy } from '../marks.tsx';
import { TestSteps } from '../TestSteps.tsx';
import { pathOfId } from '../record/path-of-id.ts';
import { keepNewSecret } from '../../data/new-secrets.ts';
import { continuations } from './continuations.ts';
import { EventSummary } from './EventSummary.tsx';
import { guides } from './guides.ts';
import { inverseOf } from './inverse.ts';
import { latestChange } from './latest-change.ts';
import { RefusedItems } from './RefusedItems.tsx';
import type { Change } from './use-change.ts';

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

/** A value that is shown once. */
function Secret({ field, value }: { field: string; value: string }): ReactNode {
  const words = useWords();
  return (
    <div className="notice stack tight" data-kind="warn">
      <strong>{words.label(field)}</strong>
      <span className="row tight">
        <code data-secret>{value}</code>
        <Copy text={value} />
      </span>
      <span>{words.change.secret}</span>
    </div>
  );
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

/**
 * After the change: what happened, a secret that is shown once, and the way back where there is one. A new record
 * without a secret is in the list behind the dialog: a notice is enough.
 */
export function Result({ name, operation, change, result, close }: Props): ReactNode {
  const words = useWords();
  const navigate = useNavigate();
  const openChange = useOpenChange();
  const secrets = Object.entries(result.secrets);
  const { input, current } = change;
  const inverse = inverseOf({ name, operation, input, before: current.record, events: result.events });
  const away = pathAway(operation, current.record?.id);
  const opened = operation.lifecycle === 'created' && result.record ? pathOfId(result.record.id) : null;
  const continued = (result.record && continuations[name]?.(result.record.id)) ?? null;
  const isRead = continued === null && (operation.lifecycle !== 'created' || !result.record || secrets.length > 0);
  const label = useRecordNames(opened && result.record ? [result.record.id] : []).get(result.record?.id ?? '')?.name;
  // Its page goes on with what was begun here.
  const lead = continued ?? (name in guides ? opened : null);
  const end = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone.
  useEffect(() => end.current?.focus(), []);
  useEffect(() => {
    refresh(result.events?.map(({ subject }) => subject.id) ?? []);
    if (continued !== null && result.record)
      for (const secret of Object.values(result.secrets)) keepNewSecret(result.record.id, secret);
    if (inverse || (!isRead && lead === null))
      latestChange.show({ events: result.events, inverse, page: isRead ? null : opened });
    else latestChange.forget();
    if (lead !== null) void navigate({ to: lead });
    else if (!isRead) close();
  }, [result]);
  const finish = (): void => {
    if (away) void navigate({ to: away });
    else close();
  };
  if (!isRead) return null;
  return (
    <div className="stack">
      <Done events={result.events} />
      <RefusedItems titleOf={words.change.wasRefused} items={input['items']} refused={result.refusedItems} />
      <TestSteps steps={result.steps} />
      {result.events && result.events.length > 0 ? <EventSummary events={result.events} /> : null}
      {secrets.map(([field, value]) => (
        <Secret key={field} field={field} value={value} />
      ))}
      <div className="row to-end">
        {inverse ? (
          <Button variant="default" onClick={() => openChange(inverse.operation, inverse.input)}>
            {words.change.undo}…
          </Button>
        ) : null}
        <Button {...(opened ? { variant: 'default' } : { ref: end })} onClick={finish}>
          {secrets.length > 0 ? words.change.kept : words.change.close}
        </Button>
        {opened ? (
          <Button onClick={() => void navigate({ to: opened })} ref={end}>
            {words.change.open(label === result.record?.id ? '' : (label ?? ''))}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
