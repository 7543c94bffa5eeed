import type { EventFacts } from '../../src/console/data/event-facts.ts';
import { type EventType, events, eventTypes } from '../../src/vocabulary/events.ts';

/** The facts that the console follows from each type of event. */
export const describeEvents = (): Record<string, EventFacts> =>
  Object.fromEntries(eventTypes.map((type) => [type, factsOf(type)]));

function factsOf(type: EventType): EventFacts {
  const { subject, lifecycle, affects, data } = events[type];
  return {
    subject,
    ...('changed' in data.shape && { isUpdate: true }),
    ...(lifecycle && { lifecycle }),
    // Not a change of one user or application that leaves its roles as they are.
    ...(affects && (affects.grants || affects.whose === 'everyone') && { changesHolders: true }),
  };
}
