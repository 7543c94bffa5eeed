import type { ReactNode } from 'react';
import type { EmittedEvent } from '../../data/change.ts';
import { useWords } from '../../words/index.ts';
import { recordInEvent } from './record-in-event.ts';
import { shownValue } from './shown-value.ts';

/** Old and new value of what changed, as the event has them. */
export function Differences({ event: { data } }: { event: Pick<EmittedEvent, 'data'> }): ReactNode {
  const words = useWords();
  const previous = data['previous'] as Record<string, unknown> | undefined;
  const changed = (data['changed'] as string[] | undefined) ?? [];
  const record = recordInEvent(data);
  if (changed.length === 0) return null;
  return (
    <ul className="plain-list soft">
      {changed.map((name) => (
        <li key={name}>
          {words.label(name)}: {shownValue(words, name, previous?.[name])} →{' '}
          <strong>{shownValue(words, name, record?.[name])}</strong>
        </li>
      ))}
    </ul>
  );
}
