import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useContext, useState } from 'react';
import { kindOfId } from '../../data/records/record-names.ts';
import { useWords } from '../../words/index.ts';
import { TabbedId } from '../record/record-context.ts';
import { type EventsOf, RecordEvents } from './RecordEvents.tsx';

/** The parts that a record has in events: users and applications act, and applications also for users. */
const sidesOf = (kind: string | undefined): readonly EventsOf[] => {
  if (kind === 'application') return ['about', 'by', 'through'];
  return kind === 'user' ? ['about', 'by'] : ['about'];
};

/** The tab of the events of a record: those about it, and what it did. */
export function EventsTab(): ReactNode {
  const { record: texts } = useWords();
  const id = useContext(TabbedId) ?? '';
  const [of, setOf] = useState<EventsOf>('about');
  const sides = sidesOf(kindOfId(id)?.kind);
  return (
    <>
      {sides.length > 1 ? (
        <SegmentedControl
          aria-label={texts.events}
          value={of}
          onChange={setOf}
          data={sides.map((side) => ({ value: side, label: texts.eventsOf[side] }))}
        />
      ) : null}
      <RecordEvents key={id + of} id={id} of={of} />
    </>
  );
}
