import type { Database } from '../../platform/database/database.ts';
import type { Nudges } from '../../platform/nudges.ts';
import { attemptedAfter } from '../../store/webhooks/deliveries.ts';

interface WatchServices {
  database: Pick<Database, 'pool'>;
  nudges: Pick<Nudges, 'subscribe'>;
}

/** The ids of a webhook's deliveries as they are attempted, until the signal aborts or the webhook is deleted. */
export type WatchDeliveries = (webhookId: string, signal: AbortSignal) => AsyncGenerator<readonly string[], void>;

/** Pause between two reads if no nudge arrives (ms): nudges may be lost. */
const pollInterval = 1000;
/** Deliveries in one message. */
const pageSize = 100;

/**
 * Watches the deliveries of webhooks from now on, whichever process attempts them. First an empty list, when the watch
 * has begun, then lists in the order in which the attempts were recorded. A delivery that was attempted again before it
 * was read appears once. Without messages if there is no such webhook.
 */
export const createDeliveryWatch = ({ database, nudges }: WatchServices): WatchDeliveries =>
  async function* watch(webhookId, signal) {
    let isDue = false;
    let wake = (): void => undefined;
    const check = (): void => {
      isDue = true;
      wake();
    };
    const unsubscribe = nudges.subscribe((nudge) => {
      const isOurs = nudge.kind === 'attempts' && nudge.webhookId === webhookId;
      if (isOurs || nudge.kind === 'everything') check();
    });
    const timer = setInterval(check, pollInterval);
    timer.unref();
    signal.addEventListener('abort', check);
    try {
      for (let last: bigint | null = null; !signal.aborted; ) {
        // Before the read, so that an attempt during it is not missed.
        isDue = false;
        const found = await attemptedAfter(database, webhookId, last, pageSize);
        if (!found) return;
        if (found.ids.length || last === null) yield found.ids;
        last = found.last;
        if (!found.ids.length && !isDue) await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      clearInterval(timer);
      unsubscribe();
      signal.removeEventListener('abort', check);
    }
  };
