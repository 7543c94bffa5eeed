import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Operation } from '../../data/operation.ts';
import type { OperationName } from '../../data/needs.ts';
import type { Outcome } from '../../data/change.ts';
import { refresh } from '../../data/refetch-on-events.ts';
import { useOpenChange } from '../../data/use-address.ts';
import { useWords } from '../../words/index.ts';
import { Copy } from '../marks.tsx';
import { pathOfId } from '../record/path-of-id.ts';
import { inverseOf } from './inverse.ts';
import { undo } from './undo.ts';
import type { Change } from './use-change.ts';

/** Where to go after a change: to a new record, or away from the page of a deleted one. */
function pathAfter({ lifecycle }: Operation, { record }: Outcome, subjectId: string | undefined): string | null {
  if (lifecycle === 'created') return record ? pathOfId(record.id) : null;
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

/** After the change: what happened, a secret that is shown once, and the way back where there is one. */
export function Result({ name, operation, change, result, close }: Props): ReactNode {
  const words = useWords();
  const navigate = useNavigate();
  const openChange = useOpenChange();
  const secrets = Object.entries(result.secrets);
  const inverse = inverseOf({
    name,
    operation,
    input: change.input,
    before: change.current.record,
    events: result.events,
  });
  const path = pathAfter(operation, result, change.current.record?.id);
  const end = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone.
  useEffect(() => end.current?.focus(), []);
  useEffect(() => {
    refresh(result.events?.map(({ subject }) => subject.id) ?? []);
    if (inverse) undo.offer({ operation: name, events: result.events ?? [], inverse });
    else undo.forget();
  }, [result]);
  const finish = (): void => {
    if (path) void navigate({ to: path });
    else close();
  };
  return (
    <div className="stack">
      <p role="status">
        <span className="good" aria-hidden="true">
          ✓{' '}
        </span>
        {words.label(name)}: {words.change.done}. {result.events ? words.change.events(result.events.length) : ''}
      </p>
      {secrets.map(([field, value]) => (
        <div key={field} className="notice stack tight" data-kind="warn">
          <strong>{words.label(field)}</strong>
          <span className="row tight">
            <code data-secret>{value}</code>
            <Copy text={value} />
          </span>
          <span>{words.change.secret}</span>
        </div>
      ))}
      <div className="row to-end">
        {inverse ? (
          <Button variant="default" onClick={() => openChange(inverse.operation, inverse.input)}>
            {words.change.undo}…
          </Button>
        ) : null}
        <Button onClick={finish} ref={end}>
          {secrets.length > 0 ? words.change.kept : words.change.close}
        </Button>
      </div>
    </div>
  );
}
