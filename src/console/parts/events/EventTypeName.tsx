import type { ReactNode } from 'react';
import { useEventTypeName } from '../../data/use-event-types.ts';

/** The name of a type of events, as in webhook messages. */
export function EventTypeName({ type }: { type: string }): ReactNode {
  return <code>{useEventTypeName()(type)}</code>;
}
