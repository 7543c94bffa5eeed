import type { ReactNode } from 'react';
import { eventTypeName } from '../../data/use-event-types.ts';

/** The name of a type of events, as in webhook messages. */
export const EventTypeName = ({ type }: { type: string }): ReactNode => <code>{eventTypeName(type)}</code>;
