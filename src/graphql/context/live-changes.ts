import { setTimeout } from 'node:timers/promises';
import type { EventLog } from '../../delivery/event-log/event-log.ts';
import type { PositionedEvent } from '../../store/logged-event.ts';
import type { Logger } from '../../platform/logger.ts';
import { type EventType, events } from '../../vocabulary/events.ts';

/** Null for a type of a newer version, which also runs during an upgrade. */
const affectedBy = (type: string) => (type in events ? events[type as EventType].affects : null);

/** Whether an event can change what this user or application may do, or its preferences. */
export function mayConcern(id: string, { type, subjectId, data }: PositionedEvent): boolean {
  const whose = type === ownPreferences ? 'named' : affectedBy(type)?.whose;
  if (whose !== 'named') return whose === 'everyone';
  return (
    subjectId === id ||
    Object.values(data as object)
      .flat()
      .includes(id)
  );
}
const ownPreferences: EventType = 'User.Preferences.Updated';

/** Pause before the log is read again after a failure (ms). */
const retryDelay = 1000;

interface Services {
  eventLog: EventLog;
  logger: Logger;
}

/**
 * Calls `changed` once when it has started, and after every event that can change what callers may do, until the signal
 * aborts. It reads the log, so it does not depend on nudges.
 */
export async function followChanges(
  { eventLog, logger }: Services,
  changed: () => void,
  signal: AbortSignal,
): Promise<void> {
  const filter = ({ type }: { type: string }) => affectedBy(type) !== null;
  while (!signal.aborted) {
    try {
      await eventLog.subscribe({ caller: '', filter, signal }, ({ kind }) => {
        if (kind !== 'cursorExpired') changed();
        return undefined;
      });
    } catch (err) {
      if (signal.aborted) return;
      logger.warn({ err }, 'permission changes: log not readable; will retry');
      await setTimeout(retryDelay, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
