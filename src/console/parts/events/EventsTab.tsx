import { type ReactNode, useContext } from 'react';
import { TabbedId } from '../record/record-context.ts';
import { RecordEvents } from './RecordEvents.tsx';

/** The tab of the events about a record. */
export const EventsTab = (): ReactNode => <RecordEvents id={useContext(TabbedId) ?? ''} />;
