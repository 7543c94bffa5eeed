import type { Database } from '../../platform/database/database.ts';
import type { Nudges } from '../../platform/nudges.ts';
import { attemptedAfter } from '../../store/webhook-attempts.ts';
import { createSignal } from '../signal.ts';
import type { Take } from '../told.ts';

interface WatchServices {
  database: Pick<Database, 'pool'>;
  nudges: Pick<Nudges, 'subscribe'>;
}

/** Tells the ids of deliveries of a webhook as they are attempted, until `until` is aborted or the webhook is gone. */
export type WatchDeliveries = (webhookId: string, take: Take<readonly string[]>, until: AbortSignal) => Promise<void>;

/** Milliseconds after which it looks without having been told to: nudges can be lost. */
const patience = 1000;
/** Deliveries told at once. */
const page = 100;

/**
 * Watches the deliveries of webhooks from now on, whichever process makes them: first an empty list, when it has begun, then lists in the
 * order in which the attempts were written down, none left out. One that was attempted again before it was read is told once. Nothing at
 * all is told when there is no such webhook.
 */
export const createDeliveryWatch = ({ database, nudges }: WatchServices): WatchDeliveries =>
  async function watch(webhookId, take, until) {
    const attempted = createSignal();
    const unsubscribe = nudges.subscribe((nudge) => {
      const isOurs = nudge.kind === 'attempts' && nudge.webhookId === webhookId;
      if (isOurs || nudge.kind === 'everything') attempted.give();
    });
    const timer = setInterval(() => attempted.give(), patience);
    timer.unref();
    try {
      for (let last: bigint | null = null; !until.aborted; ) {
        // Asked before reading, so that nothing that comes meanwhile is missed.
        const seen = attempted.given;
        const found = await attemptedAfter(database, webhookId, last, page);
        if (!found) return;
        if (found.ids.length || last === null) await take(found.ids);
        last = found.last;
        if (!found.ids.length) await attempted.beyond(seen, until);
      }
    } finally {
      clearInterval(timer);
      unsubscribe();
    }
  };
