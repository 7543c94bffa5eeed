import { setTimeout } from 'node:timers/promises';
import type { EventLog } from '../../delivery/event-log/event-log.ts';
import type { PositionedEvent } from '../../store/logged-event.ts';
import type { Logger } from '../../platform/logger.ts';

/** Types of events that can change what a caller may do. */
const permissionEvents =
  /^(User(?!\.Unlocked|\.Preferences)|Role|ApiResource|Scope|Application|OrganizationRole)\.|^Organization\.(Member|Deleted)|^SigningKey\.Retired/;

/** Those of them that only concern the user or the application that they are about, or that they name. */
const personalEvents = /^(User|Application)\.|^Organization\.Member/;

/** Whether an event can change what this user or application may do, or its preferences. */
export const mayConcern = (id: string, { type, subjectId, data }: PositionedEvent): boolean =>
  personalEvents.test(type)
    ? subjectId === id ||
      Object.values(data as object)
        .flat()
        .includes(id)
    : permissionEvents.test(type);

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
  const filter = ({ type }: { type: string }) => permissionEvents.test(type);
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
