import type { ReactNode } from 'react';
import type { EmittedEvent } from '../../../data/change.ts';
import { nameWithLine } from '../../../data/records/recognition.ts';
import { useRecognizables, useRecordNames } from '../../../data/records/record-names.ts';
import { eventText, eventWordsOf, listedIds } from '../../../words/acts/act.ts';
import { useActs } from '../../../words/acts/index.ts';
import { useWords } from '../../../words/index.ts';
import { subjectName } from '../../events/EventRow.tsx';
import { Differences } from '../conflict/Differences.tsx';

/** Names of records that are listed below their number. */
const mostNames = 5;

/** Events in words, those that are alike in one line; their types on demand. */
export function EventSummary({ events }: { events: readonly EmittedEvent[] }): ReactNode {
  const { change: texts } = useWords();
  const acts = useActs();
  const groups = Map.groupBy(events, (event) => `${event.typeName} ${eventWordsOf(acts, event)}`);
  const types = Map.groupBy(events, ({ typeName }) => typeName);
  return (
    <div className="stack tight">
      <ul className="plain-list stack tight">
        {[...groups].map(([key, alike]) => (
          <Alike key={key} events={alike} />
        ))}
      </ul>
      <details className="soft">
        <summary>{texts.eventTypes(events.length)}</summary>
        <ul className="plain-list">
          {[...types].map(([type, { length }]) => (
            <li key={type}>
              <code>{type}</code> {length > 1 ? `× ${length}` : ''}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

/** Events of one type that say the same of their records. */
function Alike({ events }: { events: readonly EmittedEvent[] }): ReactNode {
  const words = useWords();
  const { change: texts } = words;
  const acts = useActs();
  const listedNames = useRecordNames(listedIds(acts, events));
  const [first] = events;
  if (!first) return null;
  const subjects = [...new Map(events.map(({ subject }) => [subject.id, subject])).values()];
  const names = subjects.map((subject) => (subject.label === subject.id ? null : subjectName(subject, words)));
  const records = useRecognizables(subjects.length > 1 ? subjects.slice(0, mostNames).map(({ id }) => id) : []);
  const listed = subjects.slice(0, mostNames).flatMap(({ id }, at) => {
    const record = records.get(id);
    return (record ? nameWithLine(record) : names[at]) ?? [];
  });
  const others = names.length - listed.length;
  return (
    <li className="card previewed">
      {eventText(acts, first, names, listedNames)}
      {subjects.length === 1 && events.length > 1 ? ` × ${events.length}` : ''}
      {events.length === 1 ? <Differences event={first} /> : null}
      {subjects.length > 1 && listed.length > 0 ? (
        <div className="soft">
          {listed.join(', ')}
          {others > 0 ? ` ${texts.others(others)}` : ''}
        </div>
      ) : null}
    </li>
  );
}
