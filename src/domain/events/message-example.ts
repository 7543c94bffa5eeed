import { sampleOf } from '../../vocabulary/catalog/event-samples.ts';
import { eventShape } from '../../vocabulary/catalog/event-shape.ts';
import { type EventType, events } from '../../vocabulary/events.ts';
import { exampleOf } from '../../vocabulary/examples.ts';
import { exampleIdOf } from '../../vocabulary/ids.ts';
import { labelIn } from './labels.ts';

/**
 * The message with an event of a type that an operation emits, as webhooks without a `selection` receive it. No record
 * has its ids.
 */
export function messageExampleOf(type: EventType, operation: string): Record<string, unknown> {
  const { organizationId: _, ...event } = exampleOf(eventShape, 'Event') as Example;
  const { subjectId: id, data } = sampleOf(type);
  const { family, subject: kind } = events[type];
  const label = labelIn(kind, data) ?? null;
  const isOwn = family === 'interaction';
  return {
    ...event,
    type,
    data,
    actor: isOwn ? { kind, id, label } : event.actor,
    cause: { ...event.cause, operation, ...(isOwn && { channel: 'sign-in' }) },
    subject: { kind, id, label },
    hookId: exampleIdOf('webhook'),
    sequence: 1,
    previous: null,
  };
}

interface Example {
  organizationId: unknown;
  actor: object;
  cause: object;
}
