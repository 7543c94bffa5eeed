import type { ReactNode } from 'react';
import { eventTypeName } from '../../data/feed/use-event-types.ts';

/** The name of a type of events, as in webhook messages. */
export function EventTypeName({ type }: { type: string }): ReactNode {
  const name = eventTypeName(type);
  return (
    <code className="clipped" title={name}>
      {name}
    </code>
  );
}
