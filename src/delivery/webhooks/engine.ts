import { coalesce } from '../../platform/coalesce.ts';
import type { SafeFetch } from '../../platform/network/safe-fetch.ts';
import type { Nudges } from '../../platform/nudges.ts';
import { createDispatcher } from './dispatcher.ts';
import type { WorkersServices } from './workers.ts';

export interface EngineServices extends Omit<WorkersServices, 'fetch' | 'nextEvents'> {
  nudges: Nudges;
}

export interface Engine {
  close(): Promise<void>;
}

/** Milliseconds after which it looks without a nudge: nudges can be lost, and deliveries become due. */
const pollInterval = 1000;

/** Sends events to webhooks, together with every other process of this platform. */
export function startEngine(services: EngineServices & { fetch: SafeFetch }): Engine {
  const { nudges, logger, fetch } = services;
  let isPollDue = true;
  const looking = coalesce(async () => {
    const isPoll = isPollDue;
    isPollDue = false;
    await dispatcher.look(isPoll).catch((err: unknown) => logger.warn({ err }, 'webhook dispatch: failed; will retry'));
  });
  const dispatcher = createDispatcher(services, () => void looking.run());
  const poll = (): void => {
    isPollDue = true;
    void looking.run();
  };
  const unsubscribe = nudges.subscribe(({ kind }) => {
    if (kind !== 'attempts') void looking.run();
  });
  const timer = setInterval(poll, pollInterval);
  poll();
  return {
    async close() {
      unsubscribe();
      clearInterval(timer);
      await dispatcher.close();
      await looking.idle();
      await fetch.close();
    },
  };
}
