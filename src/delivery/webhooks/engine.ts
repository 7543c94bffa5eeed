import { coalesce } from '../../platform/coalesce.ts';
import type { SafeFetch } from '../../platform/network/safe-fetch.ts';
import type { Nudges } from '../../platform/nudges.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { createDispatcher } from './dispatcher.ts';
import type { WorkersServices } from './workers.ts';

export interface EngineServices extends Omit<WorkersServices, 'safeFetch' | 'nextEvents'> {
  nudges: Nudges;
  eventLog: Pick<EventLog, 'openReader'>;
}

interface Engine {
  close(): Promise<void>;
}

/** Pause between two runs if no nudge arrives (ms): nudges may be lost, and deliveries become due. */
const pollInterval = 1000;

/** Sends events to webhooks, together with the other processes of the platform. */
export function startEngine(services: EngineServices & { safeFetch: SafeFetch }): Engine {
  const { nudges, logger, safeFetch } = services;
  let isPollDue = true;
  const dispatching = coalesce(async () => {
    const isPoll = isPollDue;
    isPollDue = false;
    await dispatcher.run(isPoll).catch((err: unknown) => logger.warn({ err }, 'webhook dispatch: failed; will retry'));
  });
  const dispatcher = createDispatcher(services, () => void dispatching.run());
  const poll = (): void => {
    isPollDue = true;
    void dispatching.run();
  };
  const unsubscribe = nudges.subscribe(({ kind }) => {
    if (kind === 'events' || kind === 'everything') void dispatching.run();
  });
  const timer = setInterval(poll, pollInterval);
  poll();
  return {
    async close() {
      unsubscribe();
      clearInterval(timer);
      await dispatcher.close();
      await dispatching.idle();
      await safeFetch.close();
    },
  };
}
