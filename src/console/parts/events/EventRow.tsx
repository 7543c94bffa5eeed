import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useWords, type Words } from '../../words/index.ts';
import { Who } from '../identity/Who.tsx';
import { When } from '../marks.tsx';

interface RowEvent {
  id: string;
  typeName: string;
  timestamp: string;
  subject: { kind: string; id: string; label: string | null };
  actor: { kind: string; id: string | null; label: string | null };
}

/** The name of the subject of an event. The label of a job is the name of its operation. */
export const subjectName = (
  { kind, label }: Pick<RowEvent['subject'], 'kind' | 'label'>,
  words: Words,
): string | null => (kind.toLowerCase() === 'job' ? words.label(valueNamed(label ?? '')) : label);

/** The value of the enumeration of operations: SET_USER_SUSPENDED of setUserSuspended. */
const valueNamed = (operation: string): string =>
  operation.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

interface Props {
  event: RowEvent;
  isPinned?: boolean;
  /** Keeps it at the top, or no longer. */
  pin?: (event: RowEvent) => void;
}

/** An event as a line: time, type, subject and actor. Drawn once: of a stream, only what is new is. */
export const EventRow = memo(function EventRow({ event, isPinned = false, pin }: Props) {
  const words = useWords();
  const { id, typeName, timestamp, subject, actor } = event;
  return (
    <li className="event-row" data-id={id} data-pinnable={pin !== undefined}>
      <span className="soft">
        <When at={timestamp} />
      </span>
      <Link to={`/events/${id}`} className="record-link">
        <code>{typeName}</code>
      </Link>
      <span>
        <Who id={subject.id} label={subjectName(subject, words)} />
      </span>
      <span className="soft">
        {words.common.by} <Who id={actor.id} label={actor.label ?? words.label(actor.kind)} />
      </span>
      {pin ? (
        <button
          type="button"
          className="chip-remove"
          aria-pressed={isPinned}
          aria-label={words.eventRows.pin(typeName)}
          onClick={() => pin(event)}
        >
          <span aria-hidden="true">{isPinned ? '★' : '☆'}</span>
        </button>
      ) : null}
    </li>
  );
});
